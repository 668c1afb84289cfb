import MIDICore
import Testing
import Timelines

/// Proof that each kind of line of a timeline becomes a difference if only one take has it.
@Suite struct TimelineLineDifferenceTests {
  /// A line, and the differences if it is removed, doubled, or moved by 400 ms.
  ///
  /// The lines of the end are always there, so they can't be moved.
  private static let table = """
    1.000000 1 - clock F8 | missing | extra | late
    2.000000 1 - sysex F0 7E 7F 09 01 F7 | missing | extra | late
    3.000000 1 1 controller 7 100 | value off | extra | late
    4.000000 1 1 program 5 | value off | extra | late
    5.000000 1 1 rpn 0 value 256 | missing, late | extra | late
    6.000000 1 1 rpn 0 increment 0 | missing | extra | late
    7.000000 1 1 rpn 0 value 256 | missing | extra | late
    8.000000 1 1 bend 9000 | value off | extra | late
    9.000000 1 1 pressure 10 | value off | extra | late
    10.000000 1 1 timbre 20 | value off | extra | late
    11.000000 1 1 mode all-notes-off 0 | missing | extra | late
    12.000000 1 1 note C4 60 sounding velocity 100 | missing, extra, too short | retriggered | late, too short
    13.000000 1 1 note C4 60 retriggered velocity 90 | missing, extra | retriggered | late, too short
    14.000000 1 1 note C4 60 still-sounding velocity 64 | too long | extra, too short | too long
    15.000000 1 1 note C4 60 pressure 50 | value off | extra | late
    16.000000 1 1 pedal sustain 127 | value off | extra | late
    17.000000 1 1 note C4 60 held sustain velocity 64 | too long | extra | too long
    18.000000 1 1 pedal sustain 0 | extra, value off | extra | late
    18.000000 1 1 note C4 60 released | held too long | extra | held too long
    20.000000 1 1 note D4 62 sounding velocity 100 | missing, extra | retriggered | late, too short
    21.000000 1 1 note D4 62 released velocity 64 | too long | extra | too long
    22.000000 1 1 note D4 62 silent | rang too long | extra | rang too long
    23.000000 1 1 note E4 64 sounding velocity 100 | missing | retriggered | late, too short
    24.000000 1 1 note E4 64 stolen | hanging | extra | too long
    25.000000 1 1 note F4 65 stray-note-off | missing | extra | late
    26.000000 1 1 light 6 2 color 5 | missing | extra | late
    28.000000 1 1 note G4 67 sounding velocity 100 | missing, extra | retriggered | late
    29.000000 1 1 pedal sustain 127 | value off | extra | late
    30.000000 1 1 note G4 67 hanging | missing | extra |
    30.000000 1 1 pedal sustain 127 left-down | missing | extra |
    """

  private static let rows = table.split(separator: "\n").map { row in
    row.split(separator: "|", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static let lines = rows.map { $0[0] }

  private static func performance(_ lines: [String]) throws -> Performance {
    let text = (["midirec timeline 1", "source 1 \"Piano\""] + lines + ["30.000000 end", ""])
    return Performance(try Timeline(text: text.joined(separator: "\n")))
  }

  /// Returns the kinds of the differences from the unchanged lines, in their order.
  private static func kinds(_ changed: [String]) throws -> String {
    let comparison = Comparison(
      expected: try performance(lines), actual: try performance(changed),
      options: Comparison.Options(alignsStart: false))
    let kinds = comparison.differences.flatMap(\.kinds)
    return Difference.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ", ")
  }

  @Test func tableHasEachKindOfLine() {
    let words = Set(Self.lines.flatMap { $0.split(separator: " ") })
    let kinds: Set<Substring> = [
      "clock", "sysex", "controller", "program", "value", "increment", "bend", "pressure", "timbre", "mode",
      "sounding", "retriggered", "still-sounding", "held", "released", "silent", "stolen", "stray-note-off",
      "hanging", "pedal", "left-down", "light",
    ]
    #expect(kinds.subtracting(words).isEmpty)
  }

  @Test(arguments: rows.indices)
  func removedLineIsADifference(row: Int) throws {
    var lines = Self.lines
    lines.remove(at: row)
    #expect(try Self.kinds(lines) == Self.rows[row][1])
  }

  @Test(arguments: rows.indices)
  func doubledLineIsADifference(row: Int) throws {
    var lines = Self.lines
    lines.insert(lines[row], at: row)
    #expect(try Self.kinds(lines) == Self.rows[row][2])
  }

  @Test(arguments: rows.indices.filter { !rows[$0][3].isEmpty })
  func movedLineIsADifference(row: Int) throws {
    var lines = Self.lines
    lines[row].replace(".000000", with: ".400000", maxReplacements: 1)
    #expect(try Self.kinds(lines) == Self.rows[row][3])
  }
}

/// Tests of lines that only some timelines have.
@Suite struct SpecialLineTests {
  private func kinds(_ lines: String, without removed: String, times: Int) throws -> [[Difference.Kind]] {
    let changed = lines.replacing(removed, with: String(repeating: removed, count: times))
    try #require(changed != lines)
    let (expected, actual) = try (performance(lines), performance(changed))
    return Comparison(
      expected: expected, actual: actual,
      options: Comparison.Options(
        onsetTolerance: .zero, offsetTolerance: .zero, velocityTolerance: 0, valueTolerance: 0,
        alignsStart: false)
    ).differences.map(\.kinds)
  }

  private func performance(_ lines: String) throws -> Performance {
    Performance(
      try Timeline(text: "midirec timeline 1\nsource 1 \"Piano\"\n\(lines)30.000000 end\n"))
  }

  @Test(arguments: ["bend 9000", "pressure 30", "timbre 20"])
  func valueOfANoteInAZoneIsDoubled(value: String) throws {
    let line = "3.000000 1 2 note C4 60 \(value)\n"
    let lines = """
      1.000000 1 1 rpn 6 value 1920
      2.000000 1 2 note C4 60 sounding velocity 100
      2.000000 1 2 note D4 62 sounding velocity 100
      \(line)3.000000 1 2 note D4 62 \(value)
      4.000000 1 2 note C4 60 released
      4.000000 1 2 note D4 62 released

      """
    #expect(try kinds(lines, without: line, times: 2) == [[.extra]])
  }

  @Test func attributesOfAValueAreCompared() throws {
    let line = "1.000000 1 10 program 53 missing=128:53 played=128:0\n"
    #expect(try kinds(line, without: line, times: 0) == [[.valueOff], [.missing]])
    let (expected, actual) = (
      try performance(line), try performance(line.replacing("128:0\n", with: "none\n"))
    )
    #expect(Comparison(expected: expected, actual: actual).kinds == [[.changedEvent]])
  }

  @Test func firstZeroOfAController() throws {
    let line = "1.000000 1 3 controller 1 0\n"
    let lines = line + "2.000000 1 3 controller 1 63\n2.000000 1 3 controller 1 0\n"
    #expect(try kinds(lines, without: line, times: 0) == [[.valueOff]])
    #expect(try kinds(lines, without: line, times: 2) == [[.extra]])
  }
}

/// Tests of the order of changes at one time.
@Suite struct SimultaneousOrderTests {
  /// Sixteenth notes of one key, each of which ends when the next one starts.
  private func repeatedNotes(isOffFirst: Bool, gap: Int64 = 0) -> [(Int64, Message)] {
    let times = (1...3).map { Int64($0) * 125 }
    return [(0, Played.on(60))]
      + times.flatMap { time in
        isOffFirst
          ? [(time, Played.off(60)), (time + gap, Played.on(60))]
          : [(time, Played.on(60)), (time + gap, Played.off(60))]
      } + [(500, Played.off(60))]
  }

  @Test(arguments: [0, 3] as [Int64])
  func noteOnBeforeNoteOffOfItsKeyIsRetriggered(gap: Int64) {
    let (good, bad) = (
      repeatedNotes(isOffFirst: true, gap: gap), repeatedNotes(isOffFirst: false, gap: gap)
    )
    #expect(Compared.takes(good, bad).noteChanges == Array(repeating: [.retriggered], count: 3))
    #expect(Compared.takes(bad, good).noteChanges == Array(repeating: [.notRetriggered], count: 3))
    #expect(Compared.takes(bad, bad).differences.isEmpty)
  }

  @Test func retriggeredNotesAreFoundInATransposedTake() {
    let other = repeatedNotes(isOffFirst: false).map { time, message in
      switch message {
      case .noteOn(let channel, let note, let velocity):
        (time, Played.on(NoteNumber(masking: note.rawValue + 1), velocity, channel: channel))
      case .noteOff(let channel, let note, let velocity):
        (time, Played.off(NoteNumber(masking: note.rawValue + 1), velocity, channel: channel))
      default: (time, message)
      }
    }
    #expect(
      Compared.takes(repeatedNotes(isOffFirst: true), other).kinds == [
        [.transposed], [.retriggered], [.retriggered], [.retriggered],
      ])
  }

  @Test func retriggerBecauseOfALongNoteIsNotReportedAgain() {
    let comparison = Compared.takes(
      Compared.note(60, 0, 250) + Compared.note(60, 500, 750),
      [(0, Played.on(60)), (500, Played.on(60)), (600, Played.off(60)), (750, Played.off(60))])
    #expect(comparison.noteChanges == [[.tooLong(by: .milliseconds(350))]])
  }

  /// In FluidSynth, a note-off ends all voices of its key, so that the last note sounds in one take only.
  @Test func noteOffAmongTwoOverlappingNotesIsOrdered() {
    let start = [(Int64(0), Played.on(60)), (100, Played.on(60))]
    let end = [(Int64(300), Played.off(60)), (400, Played.off(60))]
    let good = start + [(200, Played.off(60)), (200, Played.on(60))] + end
    let bad = start + [(200, Played.on(60)), (200, Played.off(60))] + end
    #expect(Compared.takes(good, bad).noteChanges == [[.retriggered]])
    #expect(Compared.takes(bad, good).noteChanges == [[.notRetriggered]])
  }

  /// Captures have them at different times, whose order is random within the tolerance.
  @Test(arguments: [64, 66] as [Controller])
  func pedalAtOneTimeWithANoteOffIsOrdered(pedal: Controller) {
    func take(_ isPedalFirst: Bool, gap: Int64) -> [(Int64, Message)] {
      let first: (Int64, Message) = (500, isPedalFirst ? Played.control(pedal, 127) : Played.off(60))
      let second: (Int64, Message) = (500 + gap, isPedalFirst ? Played.off(60) : Played.control(pedal, 127))
      return [(0, Played.on(60)), first, second, (1500, Played.control(pedal, 0))]
    }
    #expect(
      Compared.takes(take(false, gap: 0), take(true, gap: 0)).noteChanges == [
        [.heldTooLong(by: .milliseconds(1000))]
      ])
    #expect(
      Compared.takes(take(true, gap: 0), take(false, gap: 0)).noteChanges == [
        [.heldTooShort(by: .milliseconds(1000))]
      ])
    #expect(Compared.takes(take(true, gap: 1), take(false, gap: 1)).differences.isEmpty)
  }

  @Test func mergedTimelineHasTheActualOrder() {
    let (good, bad) = (
      Played.timeline(repeatedNotes(isOffFirst: true)), Played.timeline(repeatedNotes(isOffFirst: false))
    )
    let comparison = Comparison(expected: Performance(good), actual: Performance(bad))
    #expect(comparison.mergedTimeline(expected: good, actual: bad) == bad)
  }

  private static let reset = Message.systemExclusive(SystemExclusive(payload: [0x7E, 0x7F, 0x09, 0x01]))
  private static let volume = Message.systemExclusive(
    SystemExclusive(payload: [0x7F, 0x7F, 0x04, 0x01, 0x00, 0x40]))

  @Test func systemMessagesInADifferentOrderAreSwapped() {
    let comparison = Compared.takes(
      [(10, Self.reset), (10, Self.volume)], [(10, Self.volume), (10, Self.reset)])
    #expect(comparison.kinds == [[.orderSwapped]])
    #expect(comparison.eventDifferences.first?.expected?.change == .system(Self.reset))
    #expect(comparison.eventDifferences.first?.actual?.change == .system(Self.volume))
  }

  @Test func systemMessagesAtDifferentTimesHaveNoOrderWithinTheTolerance() {
    let comparison = Compared.takes(
      [(10, Self.reset), (11, Self.volume)], [(10, Self.volume), (11, Self.reset)])
    #expect(comparison.differences.isEmpty)
  }

  @Test func programThatIsSetAgainAfterAResetIsCompared() {
    let expected: [(Int64, Message)] = [
      (0, Played.program(5)), (100, .systemReset), (200, Played.program(5)),
    ]
    #expect(Compared.takes(expected, Array(expected.dropLast())).kinds == [[.missing]])
  }
}
