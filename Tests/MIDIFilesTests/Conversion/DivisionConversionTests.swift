import MIDICore
import MIDIFiles
import Testing

/// Conversions to other divisions and tempos.
@Suite struct DivisionConversionTests {
  @Test func ticksAreScaledAndTemposStay() throws {
    let file = try midiFile("00 FF 51 03 0F 42 40  60 90 3C 64  60 80 3C 40  30 FF 2F 00")
    #expect(
      try file.converted(to: .ticksPerQuarter(480)).encoded()
        == hexadecimalFile(
          format: 1, division: "01 E0",
          ["00 FF 51 03 0F 42 40  83 60 90 3C 64  83 60 80 3C 40  81 70 FF 2F 00"]))
  }

  @Test func roundingIsToTheNearestTickAndDoesNotDrift() throws {
    // Events at 1 to 6 with three ticks per quarter note; with two, they are at 0.67, 1.33, 2, 2.67, 3.33, and 4.
    let file = try midiFile(
      division: "00 03", "01 C0 01  01 C0 02  01 C0 03  01 C0 04  01 C0 05  01 C0 06  01 FF 2F 00")
    let track = try file.converted(to: .ticksPerQuarter(2)).tracks[0]
    #expect(track.events.map(\.time.rawValue) == [1, 1, 2, 3, 3, 4])
    // 4.67
    #expect(track.end.rawValue == 5)
  }

  @Test func halfIsRoundedUp() throws {
    let file = try midiFile(division: "00 02", "01 C0 01  02 C0 02  00 FF 2F 00")
    #expect(
      try file.converted(to: .ticksPerQuarter(1)).tracks[0].events.map(\.time.rawValue) == [1, 2])
  }

  @Test func conversionToTimeCodeKeepsRealTime() throws {
    // A quarter note of half a second, then one of a second. With 25 frames of 40 ticks, a tick is a millisecond.
    let file = try midiFile("00 FF 51 03 07 A1 20  60 FF 51 03 0F 42 40  60 C0 01  60 FF 2F 00")
    let converted = try file.converted(to: .timeCode(.video25, ticksPerFrame: 40))
    #expect(
      try converted.encoded()
        == hexadecimalFile(format: 1, division: "E7 28", ["8B 5C C0 01  87 68 FF 2F 00"]))
    #expect(try converted.recording() == file.recording())
  }

  @Test func conversionFromTimeCodeSetsTempo120() throws {
    let file = try midiFile(
      division: "E7 28", "00 FF 03 01 41  83 74 C0 01  83 74 FF 2F 00", "83 74 C1 01  00 FF 2F 00")
    #expect(
      try file.converted(to: .ticksPerQuarter(96)).encoded()
        == hexadecimalFile(
          format: 1,
          ["00 FF 03 01 41  00 FF 51 03 07 A1 20  60 C0 01  60 FF 2F 00", "60 C1 01  00 FF 2F 00"]))
  }

  @Test func singleTempoKeepsTimes() throws {
    // Events at 0.5 s and 1.5 s. At 60 quarter notes per minute, 96 ticks are a second.
    let file = try midiFile("00 FF 51 03 07 A1 20  60 FF 51 03 0F 42 40  00 C0 01  60 C0 02  00 FF 2F 00")
    let converted = try file.converted(toTempo: 1_000_000, division: .ticksPerQuarter(96))
    #expect(
      try converted.encoded()
        == hexadecimalFile(format: 1, ["00 FF 51 03 0F 42 40  30 C0 01  60 C0 02  00 FF 2F 00"]))
    #expect(try converted.recording() == file.recording())
  }

  @Test func everyPieceHasItsOwnTempo() throws {
    let file = try midiFile(
      format: 2, "00 FF 51 03 0F 42 40  60 C0 01  00 FF 2F 00", "60 C0 02  00 FF 2F 00")
    #expect(
      try file.converted(toTempo: 500_000, division: .ticksPerQuarter(96)).encoded()
        == hexadecimalFile(
          format: 2,
          [
            "00 FF 51 03 07 A1 20  81 40 C0 01  00 FF 2F 00", "00 FF 51 03 07 A1 20  60 C0 02  00 FF 2F 00",
          ]))
  }

  @Test func timeCodeHasNoTempo() throws {
    let file = try midiFile(division: "E7 28", "00 FF 2F 00")
    #expect(throws: MIDIFile.ConversionError.noTempoInTimeCode) {
      try file.converted(toTempo: 500_000, division: file.division)
    }
  }

  @Test func tooLongResultIsRejected() throws {
    // 400 gaps of 2^28 - 1 ticks, with one tick per quarter note.
    let events = (1...400).map { index in
      MIDIFile.TrackEvent(
        time: Ticks(rawValue: UInt64(index) * 0x0FFF_FFFF),
        event: .message(.programChange(channel: .number(1), program: 1)))
    }
    let file = MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(1), tracks: [.init(events: events, end: .zero)])
    #expect(throws: MIDIFile.ConversionError.tooLong) { try file.converted(to: .ticksPerQuarter(32_767)) }
    #expect(try file.converted(to: .ticksPerQuarter(2)).tracks[0].end == .zero)
    #expect(try file.converted(to: .ticksPerQuarter(2)).tracks[0].events.count == 800)
  }
}
