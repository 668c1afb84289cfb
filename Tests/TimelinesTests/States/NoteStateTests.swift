import MIDICore
import Testing
import Timelines

@Suite struct NoteStateTests {
  @Test func noteSoundsUntilNoteOff() {
    #expect(
      Played.lines([(0, Played.on(60)), (250, Played.off(60, 30))]) == [
        "0.000000 1 note C4 60 sounding velocity 100",
        "0.250000 1 note C4 60 released velocity 30",
      ])
  }

  @Test func velocityZeroEndsNoteWithoutReleaseVelocity() {
    #expect(
      Played.lines([(0, Played.on(61)), (250, Played.on(61, 0))]).last == "0.250000 1 note C#4 61 released")
  }

  @Test func retriggeredNoteNeedsEqualNumberOfNoteOffs() {
    #expect(
      Played.lines([
        (0, Played.on(60, 1)), (100, Played.on(60, 2)), (150, Played.on(60, 3)), (175, Played.off(60)),
        (200, Played.off(60)), (300, Played.off(60)),
      ]) == [
        "0.000000 1 note C4 60 sounding velocity 1",
        "0.100000 1 note C4 60 retriggered velocity 2",
        "0.150000 1 note C4 60 retriggered velocity 3 over 2",
        "0.175000 1 note C4 60 still-sounding velocity 64",
        "0.200000 1 note C4 60 still-sounding velocity 64",
        "0.300000 1 note C4 60 released velocity 64",
      ])
  }

  @Test func channelsAreSeparate() {
    #expect(
      Played.lines([
        (0, Played.on(60, channel: .number(1))), (0, Played.on(60, channel: .number(16))),
        (1, Played.off(60, channel: .number(16))),
        (2, Played.off(60, channel: .number(1))),
      ]) == [
        "0.000000 1 note C4 60 sounding velocity 100",
        "0.000000 16 note C4 60 sounding velocity 100",
        "0.001000 16 note C4 60 released velocity 64",
        "0.002000 1 note C4 60 released velocity 64",
      ])
  }

  @Test func noteWithoutEndIsHanging() {
    #expect(
      Played.lines([(0, Played.on(60)), (500, Played.program(3))]) == [
        "0.000000 1 note C4 60 sounding velocity 100", "0.500000 1 program 3",
        "0.500000 1 note C4 60 hanging",
      ])
  }

  @Test func noteOffWithoutNoteOnIsStray() {
    #expect(
      Played.lines([(0, Played.off(60, 7)), (1, Played.on(60, 0))]) == [
        "0.000000 1 note C4 60 stray-note-off velocity 7", "0.001000 1 note C4 60 stray-note-off",
      ])
  }

  @Test func anomaliesAreErrorsInThemselves() {
    let timeline = Played.timeline([
      (0, Played.on(60)), (1, Played.on(60)), (2, Played.off(61)), (3, Played.control(64, 127)),
    ])
    #expect(
      timeline.anomalies.map(\.change) == [
        .note(60, .retriggered(velocity: 100)), .note(61, .strayNoteOff(releaseVelocity: 64)),
        .note(60, .hanging), .pedalLeftDown(64, 127),
      ])
  }

  @Test func noteOffsAfterAllNotesOffHaveNoEntry() {
    #expect(
      Played.lines([
        (0, Played.on(64)), (0, Played.on(60)), (9, Played.control(123, 0)), (10, Played.off(60)),
      ])
        == [
          "0.000000 1 note C4 60 sounding velocity 100",
          "0.000000 1 note E4 64 sounding velocity 100",
          "0.009000 1 mode all-notes-off 0",
          "0.009000 1 note C4 60 released",
          "0.009000 1 note E4 64 released",
        ])
  }

  @Test func noteAfterAllNotesOffNeedsOneNoteOff() {
    #expect(
      Played.lines([
        (0, Played.on(60)), (1, Played.control(123, 0)), (2, Played.on(60)), (3, Played.off(60)),
      ]).suffix(2) == [
        "0.002000 1 note C4 60 sounding velocity 100", "0.003000 1 note C4 60 released velocity 64",
      ])
  }

  @Test(
    arguments: [
      (124, "omni-off"), (125, "omni-on"), (126, "mono"), (127, "poly"),
    ] as [(Controller, String)])
  func omniAndPolyModesActAsAllNotesOff(mode: Controller, word: String) {
    #expect(
      Played.lines([(0, Played.on(60)), (1, Played.control(mode, 0))]).dropFirst() == [
        "0.001000 1 mode \(word) 0", "0.001000 1 note C4 60 released",
      ])
  }

  @Test func localControlEndsNoNote() {
    #expect(
      Played.lines([(0, Played.on(60)), (1, Played.control(122, 0)), (2, Played.control(122, 0))]).dropFirst()
        == ["0.001000 1 mode local 0", "0.002000 1 note C4 60 hanging"])
  }

  @Test func systemResetEndsAndForgetsEverything() {
    #expect(
      Played.lines([
        (0, Played.on(60)), (0, Played.bend(0)), (1, .systemReset), (2, Played.off(60)),
        (3, Played.bend(8192)),
        (4, Played.bend(0)),
      ]) == [
        "0.000000 1 bend 0",
        "0.000000 1 note C4 60 sounding velocity 100",
        "0.001000 - reset FF",
        "0.001000 1 note C4 60 released",
        "0.004000 1 bend 0",
      ])
  }
}
