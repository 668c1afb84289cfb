import MIDICore
import MIDIFiles
import Testing

/// Excerpts of files. A quarter note has 96 ticks and, by default, lasts half a second.
@Suite struct ExcerptTests {
  private func excerpt(
    _ tracks: [String], from: Nanoseconds, to: Nanoseconds? = nil, are expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = try MIDIFile(decoding: hexadecimalFile(format: 1, tracks)).excerpt(from: from, to: to)
    #expect(
      try file.encoded() == hexadecimalFile(format: 1, expected), sourceLocation: sourceLocation)
  }

  @Test func excerptRestatesStateAtStart() throws {
    // The note C4 starts before 0.25 s and is dropped; D4 sounds at 0.75 s and is ended.
    try excerpt(
      [
        """
        00 FF 03 01 41  00 FF 51 03 07 A1 20  00 B0 00 01  00 C0 05  00 90 3C 64
        30 B0 40 7F  30 80 3C 40  00 90 3E 64  60 80 3E 40  00 FF 2F 00
        """
      ], from: .milliseconds(250), to: .milliseconds(750),
      are: [
        """
        00 FF 03 01 41  00 FF 51 03 07 A1 20  00 B0 00 01  00 C0 05
        00 B0 40 7F  30 90 3E 64  30 80 3E 40  00 B0 40 00  00 FF 2F 00
        """
      ])
  }

  @Test func excerptIncludesStartAndExcludesEnd() throws {
    try excerpt(
      ["30 91 3C 64  01 91 3E 64  2F 81 3C 40  00 FF 2F 00"], from: .milliseconds(250),
      to: .milliseconds(500), are: ["00 91 3C 64  01 91 3E 64  2F 81 3C 40  00 81 3E 40  00 FF 2F 00"])
  }

  @Test func firstNoteOffEndsFirstNoteOn() throws {
    // C4 starts at 0 and again at 96; the note-offs are at 144 and 192.
    try excerpt(
      ["00 90 3C 64  60 90 3C 50  30 90 3C 00  30 80 3C 40  00 FF 2F 00"], from: .milliseconds(500),
      are: ["00 90 3C 50  60 80 3C 40  00 FF 2F 00"])
  }

  @Test func controllersBendsAndPressureHaveTheirLastValue() throws {
    try excerpt(
      ["00 B2 4A 01  00 B2 07 50  00 E2 00 30  00 D2 11  01 B2 4A 02  00 E2 00 20  60 92 3C 64  00 FF 2F 00"],
      from: .milliseconds(250),
      are: ["00 B2 07 50  00 B2 4A 02  00 E2 00 20  00 D2 11  31 92 3C 64  00 FF 2F 00"])
  }

  @Test func programKeepsItsBank() throws {
    // Bank 1:2 and program 5, then bank 3, which is pending until the next program change.
    try excerpt(
      ["00 B0 20 02  00 B0 00 01  00 C0 05  00 B0 00 03  60 C0 06  00 FF 2F 00"], from: .milliseconds(500),
      are: ["00 B0 00 01  00 B0 20 02  00 C0 05  00 B0 00 03  00 B0 20 02  00 C0 06  00 FF 2F 00"])
  }

  @Test func parametersAreSelectedBeforeTheirValues() throws {
    // RPN 0 (bend range) is 48, RPN 6 (MPE zone) is 7, then no parameter is selected.
    try excerpt(
      [
        """
        00 B0 65 00  00 B0 64 00  00 B0 06 30  00 B0 64 06  00 B0 06 07  00 B0 65 7F  00 B0 64 7F
        60 90 3C 64  00 FF 2F 00
        """
      ], from: .milliseconds(500),
      are: [
        """
        00 B0 65 00  00 B0 64 00  00 B0 06 30  00 B0 65 00  00 B0 64 06  00 B0 06 07  00 B0 65 7F  00 B0 64 7F
        00 90 3C 64  00 FF 2F 00
        """
      ])
  }

  @Test func dataEntryWithoutParameterDoesNotChangeTheSelectedOne() throws {
    // Controller 6 is set to 50 while no parameter is selected; then RPN 0 (bend range) is set to 2.
    try excerpt(
      ["00 B0 06 32  00 B0 65 00  00 B0 64 00  00 B0 06 02  60 90 3C 64  00 FF 2F 00"],
      from: .milliseconds(500),
      are: [
        """
        00 B0 65 7F  00 B0 64 7F  00 B0 06 32  00 B0 65 00  00 B0 64 00  00 B0 06 02
        00 B0 65 00  00 B0 64 00  00 90 3C 64  00 FF 2F 00
        """
      ])
  }

  @Test func pedalsAreReleasedAtTheEnd() throws {
    // Sustain is pressed before the excerpt, sostenuto in it; soft is pressed and released.
    try excerpt(
      [
        """
        00 B1 40 7F  60 91 3C 64  00 B1 42 7F  00 B1 43 7F  10 B1 43 00  10 81 3C 40
        81 00 B1 40 00  00 B1 42 00  00 FF 2F 00
        """
      ], from: .milliseconds(500), to: .milliseconds(1000),
      are: [
        """
        00 B1 40 7F  00 91 3C 64  00 B1 42 7F  00 B1 43 7F  10 B1 43 00  10 81 3C 40
        40 B1 40 00  00 B1 42 00  00 FF 2F 00
        """
      ])
  }

  @Test func stateIsRestoredBeforeEventsOfEarlierTracks() throws {
    // At the start, the first track changes the tempo and the program that the second one has set.
    try excerpt(
      [
        "60 FF 51 03 03 D0 90  00 C0 02  00 90 3C 64  60 80 3C 40  00 FF 2F 00",
        "00 FF 51 03 07 A1 20  00 C0 01  81 40 FF 2F 00",
      ], from: .milliseconds(500),
      are: [
        """
        00 FF 51 03 07 A1 20  00 C0 01  00 FF 51 03 03 D0 90  00 C0 02  00 90 3C 64  60 80 3C 40  00 FF 2F 00
        """, "60 FF 2F 00",
      ])
  }

  @Test func resetAllControllersClearsControllers() throws {
    // Sustain (64), pitch bend, and pressure are reset; volume (7) stays.
    try excerpt(
      ["00 B0 40 7F  00 B0 07 50  00 E0 00 20  00 D0 11  00 B0 79 00  60 90 3C 64  00 FF 2F 00"],
      from: .milliseconds(500), are: ["00 B0 79 00  00 B0 07 50  00 90 3C 64  00 FF 2F 00"])
  }

  @Test func latestValueOfAllTracksIsRestated() throws {
    // The first track sets program 1 on channel 1 at 0; the second sets program 2 and a tempo at 48.
    try excerpt(
      [
        "00 FF 51 03 07 A1 20  00 C0 01  83 60 FF 2F 00", "30 C0 02  00 FF 51 03 0F 42 40  82 60 FF 2F 00",
      ], from: .milliseconds(750),
      are: ["83 00 FF 2F 00", "00 FF 51 03 0F 42 40  00 C0 02  82 30 FF 2F 00"])
  }

  @Test func portsSeparateEqualChannels() throws {
    try excerpt(
      ["00 FF 21 01 00  00 C0 01  60 FF 2F 00", "00 FF 21 01 01  00 C0 02  60 FF 2F 00"],
      from: .milliseconds(500),
      are: ["00 FF 21 01 00  00 C0 01  00 FF 2F 00", "00 FF 21 01 01  00 C0 02  00 FF 2F 00"])
  }

  @Test func momentaryMetaEventsAreDropped() throws {
    // Lyric, marker, cue point, and SMPTE offset at 0.
    try excerpt(
      ["00 FF 05 01 41  00 FF 06 01 41  00 FF 07 01 41  00 FF 54 05 21 02 03 04 00  60 C0 01  00 FF 2F 00"],
      from: .milliseconds(250), are: ["30 C0 01  00 FF 2F 00"])
  }

  @Test func systemExclusiveIsPlacedWhereItIsComplete() throws {
    try excerpt(
      ["00 F0 01 43  60 F7 02 11 F7  00 FF 2F 00"], from: .milliseconds(250),
      are: ["30 F0 03 43 11 F7  00 FF 2F 00"])
    try excerpt(
      ["00 F0 01 43  60 F7 02 11 F7  00 FF 2F 00"], from: .zero, to: .milliseconds(250), are: ["30 FF 2F 00"])
  }

  @Test func hangingNotesAtEndOfFileStay() throws {
    let track = "00 90 3C 64  60 FF 2F 00"
    try excerpt([track], from: .zero, to: .seconds(60), are: [track])
    try excerpt([track], from: .zero, are: [track])
  }

  @Test func excerptAfterEndOfFileIsEmpty() throws {
    try excerpt(["00 90 3C 64  60 FF 2F 00"], from: .seconds(60), to: .seconds(61), are: ["00 FF 2F 00"])
  }

  @Test func eachPieceIsCutAtItsOwnTime() throws {
    let file = try midiFile(
      format: 2, "00 FF 51 03 0F 42 40  60 C0 01  60 FF 2F 00", "60 C0 02  60 FF 2F 00")
    #expect(
      try file.excerpt(from: .milliseconds(500)).encoded()
        == hexadecimalFile(
          format: 2, ["00 FF 51 03 0F 42 40  30 C0 01  60 FF 2F 00", "00 C0 02  60 FF 2F 00"]))
  }
}
