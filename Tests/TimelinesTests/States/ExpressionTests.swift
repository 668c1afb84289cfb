import MIDICore
import Testing

@Suite struct ExpressionTests {
  /// RPN 6, which configures a zone with the given number of member channels.
  private func zone(_ members: UInt7, channel: Channel = .number(1)) -> [(Int64, Message)] {
    [
      (0, Played.control(101, 0, channel: channel)), (0, Played.control(100, 6, channel: channel)),
      (0, Played.control(6, members, channel: channel)),
    ]
  }

  @Test func expressionOutsideZonesBelongsToChannel() {
    #expect(
      Played.lines([
        (0, Played.on(60)), (1, Played.bend(9000)), (2, Played.pressure(10)), (3, Played.control(74, 5)),
        (4, Played.off(60)),
      ]).dropFirst().dropLast() == ["0.001000 1 bend 9000", "0.002000 1 pressure 10", "0.003000 1 timbre 5"])
  }

  @Test func unchangedExpressionHasNoEntry() {
    #expect(
      Played.lines([
        (0, Played.bend(8192)), (0, Played.pressure(0)), (0, Played.polyPressure(60, 0)),
        (1, Played.bend(1)), (2, Played.bend(1)), (3, Played.control(74, 64)), (4, Played.control(74, 64)),
      ]) == ["0.001000 1 bend 1", "0.003000 1 timbre 64"])
  }

  @Test func polyPressureBeforeNoteOnBelongsToNote() {
    #expect(
      Played.lines([(0, Played.polyPressure(60, 5)), (1, Played.on(60)), (2, Played.polyPressure(60, 6))])
        .prefix(3) == [
          "0.000000 1 note C4 60 pressure 5",
          "0.001000 1 note C4 60 sounding velocity 100",
          "0.002000 1 note C4 60 pressure 6",
        ])
  }

  @Test func expressionInZoneBelongsToNotesOfMember() {
    #expect(
      Played.lines(
        zone(2) + [
          (1, Played.bend(8000, channel: .number(2))), (2, Played.on(60, channel: .number(2))),
          (3, Played.bend(9000, channel: .number(2))),
          (3, Played.control(74, 5, channel: .number(2))), (3, Played.pressure(6, channel: .number(2))),
          (4, Played.off(60, channel: .number(2))), (5, Played.bend(1, channel: .number(2))),
        ]) == [
          "0.000000 1 rpn 6 value 256",
          "0.001000 2 bend 8000",
          "0.002000 2 note C4 60 sounding velocity 100",
          "0.003000 2 note C4 60 bend 9000",
          "0.003000 2 note C4 60 timbre 5",
          "0.003000 2 note C4 60 pressure 6",
          "0.004000 2 note C4 60 released velocity 64",
          "0.005000 2 bend 1",
        ])
  }

  @Test func zoneHasConfiguredNumberOfMembers() {
    let played =
      zone(2) + [
        (1, Played.on(60, channel: .number(3))), (1, Played.on(60, channel: .number(4))),
        (2, Played.bend(0, channel: .number(3))),
        (2, Played.bend(0, channel: .number(4))), (3, Played.off(60, channel: .number(3))),
        (3, Played.off(60, channel: .number(4))),
      ]
    #expect(
      Played.lines(played)[3..<5] == ["0.002000 3 note C4 60 bend 0", "0.002000 4 bend 0"])
  }

  @Test func upperZoneCountsDownFromChannel15() {
    let played =
      zone(1, channel: .number(16)) + [
        (1, Played.on(60, channel: .number(15))), (1, Played.on(60, channel: .number(14))),
        (2, Played.bend(0, channel: .number(15))),
        (2, Played.bend(0, channel: .number(14))),
      ]
    #expect(
      Played.lines(played).filter { $0.contains(" bend ") } == [
        "0.002000 14 bend 0", "0.002000 15 note C4 60 bend 0",
      ])
  }

  @Test func newerZoneTakesChannelsOfOlder() {
    let played =
      zone(14) + zone(10, channel: .number(16)) + [
        (1, Played.on(60, channel: .number(5))), (1, Played.on(60, channel: .number(6))),
        (2, Played.pressure(1, channel: .number(5))),
        (2, Played.pressure(1, channel: .number(6))), (3, Played.control(64, 127)),
        (4, Played.off(60, channel: .number(5))),
        (4, Played.off(60, channel: .number(6))),
      ]
    // Channels 2 to 5 stay in the lower zone, channels 6 to 15 are in the upper zone.
    #expect(
      Played.lines(played).filter { $0.contains("velocity 64") } == [
        "0.004000 5 note C4 60 held sustain velocity 64", "0.004000 6 note C4 60 released velocity 64",
      ])
  }

  @Test func managerPedalsHoldNotesOfZone() {
    #expect(
      Played.lines(
        zone(15) + [
          (1, Played.on(60, channel: .number(10))), (2, Played.control(64, 127)),
          (3, Played.off(60, channel: .number(10))),
          (4, Played.control(64, 0)),
        ]
      ).suffix(4) == [
        "0.002000 1 pedal sustain 127",
        "0.003000 10 note C4 60 held sustain velocity 64",
        "0.004000 1 pedal sustain 0",
        "0.004000 10 note C4 60 released",
      ])
  }

  @Test func managerModesAffectZone() {
    #expect(
      Played.lines(
        zone(15) + [(1, Played.on(60, channel: .number(10))), (2, Played.control(123, 0))]
      ).suffix(2) == [
        "0.002000 1 mode all-notes-off 0", "0.002000 10 note C4 60 released",
      ])
  }
}
