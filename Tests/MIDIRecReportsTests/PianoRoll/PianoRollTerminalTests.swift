import MIDICore
import MIDIRecReports
import Testing

@Suite struct PianoRollTerminalTests {
  private func drawn(
    _ roll: PianoRoll, columns: Int = 45, rows: Int = 24, isColored: Bool = false
  ) -> [String] {
    roll.terminalLines(columns: columns, rows: rows, isColored: isColored)
  }

  /// A scale of four notes. The first is played twice, and the last has no end.
  private static let scale = Takes.roll(
    Takes.note(60, at: 0, for: 100, velocity: 20) + Takes.note(60, at: 100, for: 100, velocity: 127)
      + Takes.note(62, at: 200, for: 100, velocity: 40) + Takes.note(64, at: 300, for: nil, velocity: 90),
    until: 400)

  @Test func notesHaveRowsStrengthsAndEnds() {
    #expect(
      drawn(Self.scale) == [
        "take.mid  4 notes  1 hanging note (»)",
        "400 ms  1 column = 10 ms",
        "   │·                   ·",
        "   │·                   ·         ▓▓▓▓▓▓▓▓▓»",
        "   │·                   ·",
        "   │·                   ▒▒▒▒▒▒▒▒▒▒",
        "   │·                   ·",
        " C4│░░░░░░░░░░▐█████████·",
        "   │·                   ·",
        "   └┴0.0 s──────────────┴0.2 s──────────────",
      ])
  }

  @Test func emptyRollHasHint() {
    let lines = drawn(Takes.roll([]))
    #expect(lines[0] == "take.mid  0 notes  0 ms  1 column = 25 ms")
    #expect(lines.contains { $0.hasSuffix("│ no notes") })
  }

  @Test(arguments: [30, 80, 200], [10, 24, 60])
  func rollFitsTerminal(columns: Int, rows: Int) {
    let crowd = Takes.crowd(500, seconds: 600, seed: 5)
    let lines = drawn(Takes.roll(crowd), columns: columns, rows: rows)
    #expect(lines.count < rows)
    #expect(lines.allSatisfy { $0.count < columns })
  }

  @Test func manyNotesShareRows() {
    let all = (0..<128).flatMap { Takes.note(NoteNumber(masking: $0), at: Int64($0) * 10, for: 10) }
    let lines = drawn(Takes.roll(all), columns: 80)
    #expect(lines.count < 24)
    #expect(lines.contains { $0.hasPrefix(" C9│") })
    #expect(lines.contains { $0.hasPrefix("C-1│") })
    #expect(lines.contains { $0.contains("▄") })
  }

  @Test func movingPedalAndBendHaveRows() {
    let roll = Takes.roll(
      Takes.note(60, at: 0, for: 400)
        + Takes.message(.controlChange(channel: .number(1), controller: 64, value: 127), at: 100)
        + Takes.message(.controlChange(channel: .number(1), controller: 64, value: 0), at: 200)
        + Takes.message(.pitchBend(channel: .number(1), value: 0), at: 0)
        + Takes.message(.pitchBend(channel: .number(1), value: .bendCenter), at: 100)
        + Takes.message(.pitchBend(channel: .number(1), value: 16_383), at: 300))
    let lines = drawn(roll)
    #expect(lines.suffix(2) == ["ped│          ██████████", "bnd│▁▁▁▁▁▁▁▁▁▁────────────────────██████████"])
  }

  @Test func brieflyReleasedPedalIsHalfBlock() {
    let roll = Takes.roll(
      Takes.message(.controlChange(channel: .number(1), controller: 64, value: 127), at: 0)
        + Takes.message(.controlChange(channel: .number(1), controller: 64, value: 0), at: 203)
        + Takes.message(.controlChange(channel: .number(1), controller: 64, value: 127), at: 206),
      until: 400)
    let pedal = String(repeating: "█", count: 20) + "▌" + String(repeating: "█", count: 19)
    #expect(drawn(roll).last == "ped│" + pedal)
  }

  @Test func narrowTerminalShowsColumnDuration() {
    #expect(drawn(Self.scale, columns: 30).contains { $0.contains("1 column = 16 ms") })
  }

  @Test func colorsAreOptional() {
    let roll = Takes.roll(
      Takes.note(60, at: 0, for: 400, on: .number(1)), Takes.note(62, at: 0, for: 400, on: .number(2)),
      names: ["Keys", "Bass"])
    #expect(!drawn(roll).joined().contains("\u{1B}"))
    let colored = drawn(roll, isColored: true)
    #expect(colored.contains { $0.contains("\u{1B}[38;5;33m") })
    #expect(colored.contains { $0.contains("\u{1B}[38;5;208m") })
    #expect(
      colored.last
        == "\u{1B}[38;5;33m█\u{1B}[0m Keys, channel 1  \u{1B}[38;5;208m█\u{1B}[0m Bass, channel 2")
  }

  @Test func namesAreEscaped() {
    let roll = Takes.roll(Takes.note(60, at: 0, for: 400), name: "a\u{1B}[2J")
    #expect(drawn(roll).first?.hasPrefix("a\\x1B[2J  1 note") == true)
  }

  @Test func tenHoursFitTerminal() {
    let roll = Takes.roll(Takes.note(60, at: 0, for: 100), Takes.note(62, at: 35_999_900, for: 100))
    let lines = drawn(roll, columns: 80)
    #expect(lines[0].hasSuffix("1 column = 480 s"))
    #expect(lines.contains { $0.contains("┴4:00:00─") })
  }
}
