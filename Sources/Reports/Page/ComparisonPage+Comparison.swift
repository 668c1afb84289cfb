package import Instruments
internal import MIDICore
package import MIDIFiles
package import Timelines

extension ComparisonPage {
  /// Creates the page of a comparison.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - title: The title, such as the name of a session.
  ///   - expectedName: The name of the expected take.
  ///   - actualName: The name of the actual take.
  ///   - view: An additional view of both takes, or `nil` for notes only.
  ///   - meter: The bars and beats of the times, or `nil` if they are unknown.
  ///   - startsInBars: Whether the page shows bars and beats at first, instead of seconds.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes, steps, and differences.
  package init(
    _ comparison: Comparison, title: String, expectedName: String, actualName: String,
    view: InstrumentView? = nil, meter: MeterMap? = nil, startsInBars: Bool = false
  ) {
    self.init(
      title: title, verdict: comparison.verdictText, remarks: Self.remarks(on: comparison),
      expected: Side(
        name: expectedName, sources: comparison.expected.sources,
        lights: Self.lights(of: comparison.expected) { $0 },
        notes: comparison.expected.notes.map(Note.init), end: comparison.expected.end.microseconds),
      actual: Side(
        name: actualName, sources: comparison.actual.sources,
        lights: Self.lights(of: comparison.actual, comparison.alignment.expectedTime),
        notes: comparison.actual.notes.map { Note(comparison.aligned($0)) },
        end: comparison.alignment.expectedTime(of: comparison.actual.end).microseconds))
    self.view = view
    wrongAttributes = DifferenceCounts(comparison.differences).wrongAttributes
    beats =
      meter?.beats(through: comparison.expected.end, limit: Self.maxBeatCount)
      .map { ($0.time.microseconds, $0.startsBar) } ?? []
    self.startsInBars = startsInBars
    let (lanes, laneIndex) = Self.lanes(of: comparison)
    self.lanes = lanes
    differences = comparison.differences.map { difference in
      let text = comparison.text(
        of: difference, timeText: { timeText($0, startsInBars ? meter : nil) }, cellText: view?.cellText)
      let time = comparison.time(of: difference)
      return Difference(
        kinds: difference.kinds, time: time?.microseconds,
        position: beats.isEmpty ? nil : time.flatMap { meter?.position(at: $0).description },
        subject: text.subject, verdict: text.verdict, place: Self.place(of: difference, laneIndex))
    }
    findIdenticalNotes(among: comparison.pairs)
  }

  private static func lights(
    of performance: Performance, _ aligned: (Nanoseconds) -> Nanoseconds
  ) -> [(time: Int64, light: LinnStrumentLight)] {
    performance.events.compactMap { entry in
      guard case .light(let light) = entry.change else { return nil }
      return (aligned(entry.time).microseconds, light)
    }
  }

  /// Pairs identical notes. Notes that differ stay separate even if the page doesn't show their difference.
  private mutating func findIdenticalNotes(among pairs: [Comparison.NotePair]) {
    var differs = [Bool](repeating: false, count: expected.notes.count)
    for difference in differences {
      if case .notes(let notes, _) = difference.place { for note in notes { differs[note] = true } }
    }
    for pair in pairs
    where !differs[pair.expected] && expected.notes[pair.expected] == actual.notes[pair.actual] {
      twins[pair.expected] = pair.actual
    }
  }

  /// The maximum number of beats on the ruler, enough for ten hours.
  private static let maxBeatCount = 80_000

  private static func remarks(on comparison: Comparison) -> [String] {
    let parts = comparison.alignment.parts
    var remarks =
      parts.isEmpty
      ? [] : ["The actual take is \(parts.joined(separator: ", ")); it is drawn where it fits."]
    if !comparison.transformation.isIdentity {
      remarks.append("The expected notes are drawn with the other changes of the whole take.")
    }
    return remarks
  }

  private static func place(
    of difference: Timelines.Difference, _ laneIndex: (ValueDifference) -> Int?
  ) -> Difference.Place {
    switch difference {
    case .take, .passage: return .take
    case .note(let note):
      return .notes(expected: [note.expected].compactMap { $0 }, actual: [note.actual].compactMap { $0 })
    case .swapped(let swap):
      let both = [swap.first, swap.second]
      return .notes(expected: both.compactMap(\.expected), actual: both.compactMap(\.actual))
    case .value(let value):
      let (start, end) = (value.start.microseconds, value.end.microseconds)
      guard let lane = laneIndex(value) else { return .event(expected: start, actual: end) }
      return .lane(lane, from: start, to: end)
    case .event(let event):
      return .event(expected: event.expected?.time.microseconds, actual: event.actual?.time.microseconds)
    }
  }
}

extension ComparisonPage.Note {
  fileprivate init(_ note: Note) {
    self.init(
      source: note.source, channel: note.channel, number: note.number, velocity: note.velocity,
      onset: note.onset.microseconds, offset: note.offset?.microseconds, silence: note.silence?.microseconds,
      soundEnd: note.soundEnd?.time.microseconds, isStolen: note.soundEnd?.isStolen == true,
      attributes: note.attributes)
  }
}
