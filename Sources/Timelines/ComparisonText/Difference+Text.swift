package import MIDICore

/// A difference as text.
package struct DifferenceText: Hashable, Sendable {
  /// The subject, such as `C4 on channel 1`.
  package let subject: String
  /// The difference, such as `late by 7.250 ms`.
  package let verdict: String
}

extension Comparison {
  /// Returns a difference as text, in which names from files are printable.
  ///
  /// - Parameters:
  ///   - middleC: The octave of middle C in names of notes.
  ///   - timeText: Returns the text of a time.
  ///   - cellText: Returns the text of a cell's place by its number, or `nil` for numbers.
  package func text(
    of difference: Difference, middleC: MiddleC = .octave4,
    timeText: (Nanoseconds) -> String = { "\($0)" }, cellText: ((Int) -> String)? = nil
  ) -> DifferenceText {
    switch difference {
    case .take(let change):
      DifferenceText(subject: subject(of: change, middleC), verdict: change.text(middleC, options.beats))
    case .passage(let change): text(of: change, middleC)
    case .note(let note):
      DifferenceText(subject: subject(of: note, middleC), verdict: verdict(of: note, middleC, cellText))
    case .swapped(let swap):
      DifferenceText(subject: subject(of: swap.first, middleC), verdict: verdict(of: swap, middleC, cellText))
    case .value(let value):
      DifferenceText(
        subject: "\(value.quantity.name(middleC)) on channel \(value.channel)"
          + sourceText(value.source, in: expected),
        verdict: value.verdict { timeText(givenTime(of: $0)) })
    case .event(let event):
      DifferenceText(subject: subject(of: event, middleC), verdict: event.verdict(middleC))
    }
  }

  /// Returns the time of a difference in the expected take, without changes of passages, or `nil` for differences of the
  /// whole take.
  package func time(of difference: Difference) -> Nanoseconds? {
    switch difference {
    case .take: nil
    case .passage(let change): isThroughout(change.passage) ? nil : change.passage.start
    case .note(let note): time(of: note)
    case .swapped(let swap): time(of: swap.first)
    case .value(let value): givenTime(of: value.start)
    case .event(let event): (event.expected ?? event.actual).map { givenTime(of: $0.time) }
    }
  }

  /// Returns the time in the expected take, without changes of passages, of a time on the expectation's time axis.
  package func givenTime(of time: Nanoseconds) -> Nanoseconds { axis.givenTime(of: time) }

  /// Returns a note at its time in the expected take, without changes of passages.
  package func atGivenTime(_ note: Note) -> Note {
    guard !passages.isEmpty else { return note }
    var note = note
    note.onset = givenTime(of: note.onset)
    note.offset = note.offset.map { givenTime(of: $0) }
    note.silence = note.silence.map { givenTime(of: $0) }
    if let end = note.soundEnd { note.soundEnd?.time = givenTime(of: end.time) }
    return note
  }

  /// Returns the index in ``unchanged`` of an expected note.
  package func unchangedIndex(_ index: Int) -> Int { unchangedIndices?[index] ?? index }

  private func time(of difference: NoteDifference) -> Nanoseconds? {
    difference.expected.map { unchanged.notes[unchangedIndex($0)].onset }
      ?? difference.actual.map { atGivenTime(aligned(actual.notes[$0])).onset }
  }

  /// Returns the note of a difference: the expected note, or the actual note on the expectation's time axis.
  func note(of difference: NoteDifference) -> Note? {
    difference.expected.map { expected.notes[$0] } ?? difference.actual.map { aligned(actual.notes[$0]) }
  }

  private func subject(of change: TakeChange, _ middleC: MiddleC) -> String {
    switch change {
    case .shifted, .stretched, .velocitiesScaled, .velocitiesShifted: "the whole take"
    case .transposed(_, let part): name(of: part)
    case .channelChanged(let channel, _, let source):
      "channel \(channel)" + (source.map { sourceText($0, in: given) } ?? "")
    case .controllerChanged(let quantity, _, let part):
      part == TakePart() ? quantity.name(middleC) : "\(quantity.name(middleC)) on \(name(of: part))"
    case .sourceMissing(let source), .sourceDoubled(let source, _), .sourceExchanged(let source, _):
      given.sources.count > 1 ? sourceName(source, in: given) : "the whole take"
    }
  }

  /// Returns the name of a part: `the whole take`, `LinnStrument MIDI`, or `channels 1 and 2 of LinnStrument MIDI`.
  func name(of part: TakePart) -> String {
    if part.channels.isEmpty {
      return part.source.map { sourceName($0, in: given) } ?? "the whole take"
    }
    let noun = part.channels.count == 1 ? "channel" : "channels"
    return "\(noun) \(part.channels.map { "\($0)" }.joined(separator: ", "))"
      + (part.source.map { sourceText($0, in: given) } ?? "")
  }

  private func subject(of difference: NoteDifference, _ middleC: MiddleC) -> String {
    guard let note = note(of: difference) else { return "a note" }
    let performance = difference.expected == nil ? actual : expected
    return "\(unchanged(note, of: difference).number.name(middleC)) on channel \(note.channel)"
      + sourceText(note.source, in: performance)
  }

  /// Returns the note of a difference without changes of passages, by which the expected file names it.
  private func unchanged(_ note: Note, of difference: NoteDifference) -> Note {
    difference.expected.map { unchanged.notes[unchangedIndex($0)] } ?? note
  }

  private func subject(of difference: EventDifference, _ middleC: MiddleC) -> String {
    guard let entry = difference.expected ?? difference.actual else { return "an event" }
    var channel = entry.channel.map { " on channel \($0)" } ?? ""
    if case .light = entry.change { channel = "" }
    let performance = difference.expected == nil ? actual : expected
    return entry.change.name(middleC) + channel + sourceText(entry.source, in: performance)
  }

  /// Returns ` of LinnStrument MIDI` if there are several sources, and otherwise an empty text.
  private func sourceText(_ source: Int, in performance: Performance) -> String {
    guard performance.sources.count > 1, performance.sources.indices ~= source else { return "" }
    return " of \(sourceName(source, in: performance))"
  }

  private func sourceName(_ source: Int, in performance: Performance) -> String {
    let name = performance.sources.indices ~= source ? performance.sources[source].printable : ""
    return name.isEmpty ? "source \(source + 1)" : name
  }

  /// Returns all changes of a note. An extra note before the start of the expected take has a negative time.
  private func verdict(
    of difference: NoteDifference, _ middleC: MiddleC, _ cellText: ((Int) -> String)?
  ) -> String {
    let changes = difference.changes.map { text(of: $0, of: difference, middleC, cellText) }
    let isBefore = difference.expected == nil && time(of: difference).map { $0 < .zero } ?? false
    return changes.joined(separator: ", ") + (isBefore ? " before the start" : "")
  }

  /// Returns a change of a note: `D5 instead of D#5, a semitone lower` if the passage asks for D#5 instead of the given
  /// note.
  private func text(
    of change: NoteChange, of difference: NoteDifference, _ middleC: MiddleC,
    _ cellText: ((Int) -> String)?
  ) -> String {
    let number = difference.actual.map { actual.notes[$0].number }
    let text = change.text(actualNumber: number, middleC, cellText: cellText)
    guard case .wrongPitch(let semitones) = change, let number, let note = note(of: difference),
      note.number != unchanged(note, of: difference).number
    else { return text }
    return "\(number.name(middleC)) instead of \(note.number.name(middleC)), \(intervalText(semitones))"
  }

  private func verdict(of swap: NoteSwap, _ middleC: MiddleC, _ cellText: ((Int) -> String)?) -> String {
    let order = "arrived after \(subject(of: swap.second, middleC)); expected before it"
    // Their other changes, except their times, which the word "swapped" implies.
    let others = [swap.first, swap.second].flatMap { difference in
      difference.changes.filter { ![.early, .late].contains($0.kind) }.map { change in
        let name = note(of: difference).map { unchanged($0, of: difference).number.name(middleC) } ?? ""
        return "\(name) \(text(of: change, of: difference, middleC, cellText))"
      }
    }
    return ([order] + others).joined(separator: ", ")
  }
}

/// The number of differences of each kind. A note with several changes counts once for each kind.
package struct DifferenceCounts {
  /// The kinds that occur, in their order, with their counts.
  package let parts: [(kind: Difference.Kind, count: Int)]

  /// The attributes that differ, in order of their first occurrence.
  private let attributes: [String]

  /// Counts differences.
  package init(_ differences: [Difference]) {
    var counts: [Difference.Kind: Int] = [:]
    var attributes: [String] = []
    for difference in differences {
      for kind in difference.kinds {
        counts[kind, default: 0] += 1
        guard kind == .wrongAttribute, case .note(let note) = difference else { continue }
        for case .wrongAttribute(let key, _, _) in note.changes where !attributes.contains(key) {
          attributes.append(key)
        }
      }
    }
    parts = Difference.Kind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
    self.attributes = attributes
  }

  /// The counts as text: `shifted as a whole, 2 missing, 1 wrong pitch`.
  package var text: String {
    parts.map { kind, count in
      kind == .wrongAttribute ? "\(grouped(count)) \(wrongAttributes)" : kind.text(count: count)
    }.joined(separator: ", ")
  }

  /// The words for notes with different attributes: `wrong cells or color`.
  package var wrongAttributes: String { "wrong \(attributes.map(\.printable).joined(separator: " or "))" }
}

extension Difference.Kind {
  /// Returns the count of the kind as text. A kind of the whole take occurs only once.
  fileprivate func text(count: Int) -> String {
    switch self {
    case .shifted: "shifted as a whole"
    case .stretched: "another speed"
    case .velocitiesScaled, .velocitiesShifted, .transposed: rawValue
    case .channelChanged: "\(pluralized(count, "channel")) changed"
    case .controllerChanged: "\(pluralized(count, "controller")) changed"
    case .sourceMissing: "\(pluralized(count, "source")) missing"
    case .sourceDoubled: "\(pluralized(count, "source")) doubled"
    case .sourceExchanged: "\(pluralized(count, "source")) exchanged"
    case .passageChanged: "\(pluralized(count, "passage")) changed"
    case .orderSwapped: "\(grouped(count)) swapped"
    case .valueOff: "\(pluralized(count, "value")) off"
    case .changedEvent: "\(pluralized(count, "event")) changed"
    default: "\(grouped(count)) \(rawValue)"
    }
  }
}

extension NoteChange: CustomStringConvertible {
  /// The change in a few words, such as `late by 20 ms`.
  public var description: String { text(actualNumber: nil) }

  /// Returns the change in a few words.
  ///
  /// - Parameters:
  ///   - actualNumber: The actual note, or `nil` if there is none.
  ///   - middleC: The octave of middle C in its name.
  ///   - cellText: Returns the text of a cell's place by its number, or `nil` for numbers.
  func text(
    actualNumber: NoteNumber?, _ middleC: MiddleC = .octave4, cellText: ((Int) -> String)? = nil
  ) -> String {
    switch self {
    case .missing: "missing"
    case .extra: "extra"
    case .retriggered: "retriggered: played again while still sounding"
    case .notRetriggered: "not retriggered: played after the earlier note ended"
    case .wrongPitch(let semitones):
      (actualNumber.map { "\($0.name(middleC)) instead, " } ?? "") + intervalText(semitones)
    case .wrongChannel(let expected, let actual): "on channel \(actual) instead of \(expected)"
    case .early(let span): "early by \(spanText(span))"
    case .late(let span): "late by \(spanText(span))"
    case .tooLong(let span): "too long by \(spanText(span))"
    case .tooShort(let span): "too short by \(spanText(span))"
    case .hanging: "hangs: no note-off"
    case .ended: "ended, but was expected to hang"
    case .heldTooLong(let span): "held too long" + (span.map { " by \(spanText($0))" } ?? ": to the end")
    case .heldTooShort(let span):
      "held too short" + (span.map { " by \(spanText($0))" } ?? ": not to the end")
    case .rangTooLong(let span): "rang too long" + (span.map { " by \(spanText($0))" } ?? ": to the end")
    case .rangTooShort(let span):
      "rang too short" + (span.map { " by \(spanText($0))" } ?? ": not to the end")
    case .stolen: "stolen: cut off for another note"
    case .notStolen: "not stolen, but was expected to be cut off"
    case .wrongVelocity(let expected, let actual): "velocity \(actual) instead of \(expected)"
    case .wrongReleaseVelocity(let expected, let actual):
      "release velocity \(actual) instead of \(expected)"
    case .wrongAttribute(let key, let expected, let actual):
      ListChange(key: key, expected: expected, actual: actual)?.text(cellText: cellText)
        ?? "\(key.printable) \(Self.attributeText(actual)) instead of \(Self.attributeText(expected))"
    }
  }

  private static func attributeText(_ value: String?) -> String { value.map(\.printable) ?? "none" }
}

/// Returns the name of an interval: `a semitone higher`, `an octave lower`.
package func intervalText(_ semitones: Int) -> String {
  let names = [
    1: "a semitone", 2: "a tone", 3: "a minor third", 4: "a major third", 5: "a fourth", 6: "a tritone",
    7: "a fifth", 8: "a minor sixth", 9: "a major sixth", 10: "a minor seventh", 11: "a major seventh",
    12: "an octave", 24: "two octaves", 36: "three octaves", 48: "four octaves",
  ]
  let count = Int(clamping: semitones.magnitude)
  let name = names[count] ?? pluralized(count, "semitone")
  return "\(name) \(semitones < 0 ? "lower" : "higher")"
}

extension ValueDifference {
  /// Returns the difference in a few words.
  ///
  /// - Parameter timeText: Returns the text of a time.
  func verdict(_ timeText: (Nanoseconds) -> String) -> String {
    ([changeText(timeText)] + [affectedText].compactMap { $0 }).joined(separator: ", ")
  }

  private func changeText(_ timeText: (Nanoseconds) -> String) -> String {
    let (start, end) = (timeText(start), timeText(end))
    let timesText = start == end ? "at \(start)" : "from \(start) to \(end)"
    return switch change {
    case .early(let span): "early by \(spanText(span)) (\(valuesText))"
    case .late(let span): "late by \(spanText(span)) (\(valuesText))"
    case .off:
      if quantity != .program, let expectedValue, let actualValue {
        "off by at most \(abs(actualValue - expectedValue)) (\(valuesText)) \(timesText)"
      } else {
        "\(valuesText) \(timesText)"
      }
    }
  }

  private var valuesText: String { "\(valueText(actualValue)) instead of \(valueText(expectedValue))" }

  private func valueText(_ value: Int?) -> String { value.map(quantity.text) ?? "no value" }

  private var affectedText: String? {
    guard affectedNotes > 0 else { return nil }
    let length =
      switch (expectedValue, actualValue) {
      case (let expected?, let actual?) where actual < expected: "shorter"
      case (let expected?, let actual?) where actual > expected: "longer"
      default: "different"
      }
    return "so \(pluralized(affectedNotes, "note")) \(affectedNotes == 1 ? "sounds" : "sound") \(length)"
  }
}
