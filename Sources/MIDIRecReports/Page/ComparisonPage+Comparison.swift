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
  ///   - startsInBars: Whether the page shows bars and beats at first, instead of seconds. If the changes of passages
  ///     are in bars, it always does.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes, steps, and differences.
  package init(
    _ comparison: Comparison, title: String, expectedName: String, actualName: String,
    view: InstrumentView? = nil, meter: MeterMap? = nil, startsInBars: Bool = false
  ) {
    let expected = comparison.unchanged
    self.init(
      title: title, verdict: comparison.verdictText, remarks: Self.remarks(on: comparison),
      expected: Side(
        name: expectedName, sources: expected.sources, lights: Self.lights(of: expected) { $0 },
        notes: expected.notes.map(Note.init), end: expected.end.microseconds),
      actual: Side(
        name: actualName, sources: comparison.actual.sources,
        lights: Self.lights(of: comparison.actual, comparison.expectedTime),
        notes: comparison.actual.notes.map { Note(comparison.atGivenTime(comparison.aligned($0))) },
        end: comparison.expectedTime(of: comparison.actual.end).microseconds))
    self.view = view
    wrongAttributes = DifferenceCounts(comparison.differences).wrongAttributes
    beats =
      meter?.beats(through: expected.end, limit: Self.maxBeatCount)
      .map { ($0.time.microseconds, $0.startsBar) } ?? []
    let startsInBars = startsInBars || comparison.options.beats != nil && !comparison.passages.isEmpty
    self.startsInBars = startsInBars
    let (lanes, laneIndex) = Self.lanes(of: comparison)
    self.lanes = lanes
    var passages = passagePlaces(of: comparison)[...]
    differences = comparison.differences.map { difference in
      let text = comparison.text(
        of: difference, timeText: { timeText($0, startsInBars ? meter : nil) }, cellText: view?.cellText)
      let time = comparison.time(of: difference)
      return Difference(
        kinds: difference.kinds, time: time?.microseconds,
        position: beats.isEmpty ? nil : time.flatMap { meter?.position(at: $0).description },
        subject: text.subject, verdict: text.verdict,
        place: Self.place(of: difference, in: comparison, laneIndex) ?? .passage(passages.removeFirst()))
    }
    findIdenticalNotes(of: comparison)
  }

  /// Returns the places of the passages, in their order.
  ///
  /// The expected notes are those without changes of passages, and the actual ones are on their time axis. So notes of a
  /// passage that is a tone higher are at their own pitches, and no other note moves after a passage that was cut out.
  ///
  /// - Complexity: O(*n* × *c*), where *n* is the number of notes, and *c* that of passages.
  private func passagePlaces(of comparison: Comparison) -> [Difference.PassagePlace] {
    guard !comparison.passages.isEmpty else { return [] }
    var partners = [Int?](repeating: nil, count: expected.notes.count)
    for pair in comparison.pairs { partners[comparison.unchangedIndex(pair.expected)] = pair.actual }
    var isPlaced = [Bool](repeating: false, count: expected.notes.count)
    return comparison.passages.map { change in
      let mark = change.effect.mark
      let from = change.passage.start.microseconds
      let to = change.passage.end?.microseconds ?? max(expected.end, actual.end)
      var place = Difference.PassagePlace(from: from, to: to, color: mark.color, sign: mark.sign)
      guard change.movesItsNotes else { return place }
      for (index, note) in comparison.unchanged.notes.enumerated()
      where !isPlaced[index] && change.passage.contains(note) {
        if change.leavesOutNotes {
          if partners[index] != nil { continue }
        } else {
          guard let partner = partners[index], expected.notes[index] != actual.notes[partner] else {
            continue
          }
          place.actual.append(partner)
        }
        place.expected.append(index)
        isPlaced[index] = true
      }
      return place
    }
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
  private mutating func findIdenticalNotes(of comparison: Comparison) {
    var differs = [Bool](repeating: false, count: expected.notes.count)
    for difference in differences {
      if case .notes(let notes, _) = difference.place { for note in notes { differs[note] = true } }
    }
    for pair in comparison.pairs {
      let index = comparison.unchangedIndex(pair.expected)
      if !differs[index], expected.notes[index] == actual.notes[pair.actual] { twins[index] = pair.actual }
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
    if comparison.passages.contains(where: \.effect.movesTime) {
      remarks.append("The actual notes are drawn in the expected bars, as if no passage had moved.")
    }
    return remarks
  }

  /// Returns the place of a difference, or `nil` for a passage.
  private static func place(
    of difference: Timelines.Difference, in comparison: Comparison, _ laneIndex: (ValueDifference) -> Int?
  ) -> Difference.Place? {
    func time(_ time: Nanoseconds) -> Int64 { comparison.givenTime(of: time).microseconds }
    func place(of notes: [NoteDifference]) -> Difference.Place {
      .notes(
        expected: notes.compactMap(\.expected).map(comparison.unchangedIndex),
        actual: notes.compactMap(\.actual))
    }
    switch difference {
    case .take: return .take
    case .passage: return nil
    case .note(let note): return place(of: [note])
    case .swapped(let swap): return place(of: [swap.first, swap.second])
    case .value(let value):
      let (start, end) = (time(value.start), time(value.end))
      guard let lane = laneIndex(value) else { return .event(expected: start, actual: end) }
      return .lane(lane, from: start, to: end)
    case .event(let event):
      return .event(
        expected: event.expected.map { time($0.time) }, actual: event.actual.map { time($0.time) })
    }
  }
}

extension Comparison {
  /// Returns the time in the expected take of a time in the actual one.
  func expectedTime(of time: Nanoseconds) -> Nanoseconds { givenTime(of: alignment.expectedTime(of: time)) }
}

extension PassageChange {
  /// Whether the notes of the passage aren't played.
  fileprivate var leavesOutNotes: Bool { effect == .missing || effect.isCut }

  /// Whether the notes of the passage differ from the expected ones where both are drawn.
  fileprivate var movesItsNotes: Bool { !effect.movesTime || effect.isCut }
}

extension PassageEffect {
  /// The sign and the name of the color of the effect on a page, as of the changes of single notes.
  fileprivate var mark: (sign: String, color: String) {
    switch self {
    case .transposed: ("↕", "pitch")
    case .missing, .cut: ("−", "actual")
    case .velocitiesScaled: ("%", "velocity")
    case .velocitiesShifted: ("±", "velocity")
    case .velocitiesSet: ("v", "velocity")
    case .durationsScaled(let thousandths): (thousandths < 1000 ? "«" : "»", "time")
    case .late(let delay), .delayed(let delay): (delay < .zero ? "←" : "→", "time")
    case .stretched, .drifted, .swung, .quantized, .humanized: ("↔", "time")
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
