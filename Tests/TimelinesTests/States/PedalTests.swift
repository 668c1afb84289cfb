import MIDICore
import Testing

@Suite struct PedalTests {
  @Test func sustainHoldsNoteUntilReleased() {
    #expect(
      Played.lines([
        (0, Played.on(60)), (1, Played.control(64, 64)), (2, Played.off(60)), (3, Played.control(64, 63)),
      ]) == [
        "0.000000 1 note C4 60 sounding velocity 100",
        "0.001000 1 pedal sustain 64",
        "0.002000 1 note C4 60 held sustain velocity 64",
        "0.003000 1 pedal sustain 63",
        "0.003000 1 note C4 60 released",
      ])
  }

  @Test func unchangedPedalHasNoEntry() {
    #expect(
      Played.lines([
        (0, Played.control(64, 0)), (1, Played.control(64, 127)), (2, Played.control(64, 127)),
        (3, Played.control(64, 0)),
      ]) == ["0.001000 1 pedal sustain 127", "0.003000 1 pedal sustain 0"])
  }

  @Test func sostenutoHoldsOnlyCapturedNotes() {
    #expect(
      Played.lines([
        (0, Played.on(60)), (1, Played.control(66, 127)), (2, Played.on(64)), (3, Played.off(60)),
        (4, Played.off(64)), (5, Played.control(66, 0)),
      ]) == [
        "0.000000 1 note C4 60 sounding velocity 100",
        "0.001000 1 pedal sostenuto 127",
        "0.002000 1 note E4 64 sounding velocity 100",
        "0.003000 1 note C4 60 held sostenuto velocity 64",
        "0.004000 1 note E4 64 released velocity 64",
        "0.005000 1 pedal sostenuto 0",
        "0.005000 1 note C4 60 released",
      ])
  }

  @Test func otherPedalContinuesToHold() {
    #expect(
      Played.lines([
        (0, Played.on(60)), (1, Played.control(66, 127)), (2, Played.control(64, 127)), (3, Played.off(60)),
        (4, Played.control(64, 0)), (5, Played.control(66, 0)),
      ]).suffix(5) == [
        "0.003000 1 note C4 60 held sustain velocity 64",
        "0.004000 1 pedal sustain 0",
        "0.004000 1 note C4 60 held sostenuto",
        "0.005000 1 pedal sostenuto 0",
        "0.005000 1 note C4 60 released",
      ])
  }

  @Test func restartedHeldNoteIsNotRetriggered() {
    #expect(
      Played.lines([
        (0, Played.control(64, 127)), (1, Played.on(60)), (2, Played.off(60)), (3, Played.on(60, 50)),
        (4, Played.off(60)), (5, Played.control(64, 0)),
      ]) == [
        "0.000000 1 pedal sustain 127",
        "0.001000 1 note C4 60 sounding velocity 100",
        "0.002000 1 note C4 60 held sustain velocity 64",
        "0.003000 1 note C4 60 sounding velocity 50",
        "0.004000 1 note C4 60 held sustain velocity 64",
        "0.005000 1 pedal sustain 0",
        "0.005000 1 note C4 60 released",
      ])
  }

  @Test func noteOffOfHeldNoteIsStray() {
    #expect(
      Played.lines([
        (0, Played.control(64, 127)), (1, Played.on(60)), (2, Played.off(60)), (3, Played.off(60)),
        (4, Played.control(64, 0)),
      ]).contains("0.003000 1 note C4 60 stray-note-off velocity 64"))
  }

  @Test func allNotesOffKeepsHeldNotesAndAllSoundOffEndsThem() {
    #expect(
      Played.lines([
        (0, Played.control(64, 127)), (1, Played.on(60)), (2, Played.control(123, 0)),
        (3, Played.control(120, 0)), (4, Played.control(64, 0)),
      ]).suffix(5) == [
        "0.002000 1 mode all-notes-off 0",
        "0.002000 1 note C4 60 held sustain",
        "0.003000 1 mode all-sound-off 0",
        "0.003000 1 note C4 60 released",
        "0.004000 1 pedal sustain 0",
      ])
  }

  @Test func pedalsLeftDownAreFinalEntries() {
    #expect(
      Played.lines([(0, Played.control(64, 100)), (1, Played.control(67, 63)), (2, Played.control(66, 64))])
        .suffix(2) == ["0.002000 1 pedal sustain 100 left-down", "0.002000 1 pedal sostenuto 64 left-down"])
  }

  @Test func resetAllControllersReleasesPedalsWithEntries() {
    #expect(
      Played.lines([
        (0, Played.control(64, 127)), (0, Played.control(7, 90)), (0, Played.control(11, 30)),
        (0, Played.bend(0)), (0, Played.pressure(9)), (0, Played.polyPressure(60, 5)), (1, Played.on(60)),
        (2, Played.off(60)), (3, Played.control(121, 0)), (4, Played.control(7, 90)),
        (4, Played.control(1, 0)),
      ]).suffix(7) == [
        "0.003000 1 controller 11 127",
        "0.003000 1 pedal sustain 0",
        "0.003000 1 mode reset-controllers 0",
        "0.003000 1 bend 8192",
        "0.003000 1 pressure 0",
        "0.003000 1 note C4 60 pressure 0",
        "0.003000 1 note C4 60 released",
      ])
  }
}
