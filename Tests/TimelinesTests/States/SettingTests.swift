import MIDICore
import Testing

@Suite struct SettingTests {
  /// Returns the lines of control changes one millisecond apart.
  private func lines(_ controls: [(Controller, UInt7)]) -> [String] {
    Played.lines(controls.enumerated().map { (Int64($0), Played.control($1.0, $1.1)) })
  }

  @Test func sixMessagesOfLinnStrumentSettingAreOneEntry() {
    #expect(
      lines([(99, 1), (98, 117), (6, 0), (38, 1), (101, 127), (100, 127)]) == ["0.002000 1 nrpn 245 value 1"])
  }

  @Test func valueWithoutLSBIsAnEntry() {
    #expect(lines([(101, 0), (100, 0), (6, 48)]) == ["0.002000 1 rpn 0 value 6144"])
  }

  @Test func lateLSBIsASeparateEntry() {
    let played: [(Int64, Message)] = [
      (0, Played.control(101, 0)), (0, Played.control(100, 0)), (0, Played.control(6, 1)),
      (11, Played.control(38, 2)),
    ]
    #expect(Played.lines(played) == ["0.000000 1 rpn 0 value 128", "0.011000 1 rpn 0 value 130"])
  }

  @Test func noteBetweenMSBAndLSBSeparatesThem() {
    let played: [(Int64, Message)] = [
      (0, Played.control(101, 0)), (0, Played.control(100, 0)), (0, Played.control(6, 1)), (1, Played.off(1)),
      (2, Played.control(38, 2)),
    ]
    #expect(
      Played.lines(played) == [
        "0.000000 1 rpn 0 value 128", "0.001000 1 note C#-1 1 stray-note-off velocity 64",
        "0.002000 1 rpn 0 value 130",
      ])
  }

  @Test func repeatedValueHasNoEntry() {
    #expect(
      lines([(99, 0), (98, 5), (6, 1), (38, 2), (6, 1), (38, 2), (6, 1), (38, 3)]) == [
        "0.002000 1 nrpn 5 value 130", "0.006000 1 nrpn 5 value 131",
      ])
  }

  @Test func stepsAreEntriesAndMakeTheValueUnknown() {
    #expect(
      lines([(101, 0), (100, 1), (6, 1), (96, 0), (97, 3), (6, 1)]) == [
        "0.002000 1 rpn 1 value 128", "0.003000 1 rpn 1 increment 0", "0.004000 1 rpn 1 decrement 3",
        "0.005000 1 rpn 1 value 128",
      ])
  }

  @Test func dataEntryWithoutParameterIsAController() {
    #expect(
      lines([(6, 1), (38, 2), (101, 127), (100, 127), (6, 3)]) == [
        "0.000000 1 controller 6 1", "0.001000 1 controller 38 2", "0.004000 1 controller 6 3",
      ])
  }

  @Test func programNamesItsBank() {
    let played: [(Int64, Message)] = [
      (0, Played.program(5)), (1, Played.control(0, 1)), (2, Played.control(32, 2)), (3, Played.program(5)),
      (4, Played.program(5)),
    ]
    #expect(
      Played.lines(played) == [
        "0.000000 1 program 5", "0.001000 1 controller 0 1", "0.002000 1 controller 32 2",
        "0.003000 1 program 5 bank 1 2",
      ])
  }

  @Test func repeatedSystemMessagesAreEntries() {
    #expect(
      Played.lines([
        (0, .systemExclusive(SystemExclusive(payload: [0x7E, 0x7F, 0x09, 0x01]))), (1, .timingClock),
        (2, .timingClock), (3, .songPosition(258)), (4, .timeCodeQuarterFrame(0x21)), (5, .songSelect(7)),
        (6, .tuneRequest),
      ]) == [
        "0.000000 - sysex F0 7E 7F 09 01 F7", "0.001000 - clock F8", "0.002000 - clock F8",
        "0.003000 - song-position F2 02 02", "0.004000 - mtc F1 21", "0.005000 - song-select F3 07",
        "0.006000 - tune F6",
      ])
  }
}
