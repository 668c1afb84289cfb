import MIDICore
import MIDIRecSound
import MIDIRecSynth
import TestSupport
import Testing

/// MPE zones sound like the same notes with all settings on their own channels.
@Suite(.enabled(if: TimGM6mb.isThere, "timgm6mb-soundfont is not installed"))
struct ZoneTests {
  private typealias Messages = [(milliseconds: Int64, message: Message)]

  /// Selects a registered parameter, and sets its MSB.
  private func parameter(_ number: UInt7, _ value: UInt7, channel: Channel = .number(1)) -> Messages {
    [(101, 0), (100, number), (6, value)].map {
      (0, .control(Controller(masking: $0), $1, channel: channel))
    }
  }

  private func zone(_ memberCount: UInt7 = 15) -> Messages { parameter(6, memberCount) }

  private func bend(_ value: UInt14, channel: Channel, at time: Int64 = 5) -> Messages {
    [(time, .pitchBend(channel: channel, value: value))]
  }

  private func organ(channel: Channel) -> Messages { [(0, .programChange(channel: channel, program: 16))] }

  private func note(_ note: NoteNumber = 60, channel: Channel) -> Messages {
    [(10, .on(note, channel: channel)), (300, .off(note, channel: channel))]
  }

  private func sound(_ messages: Messages...) throws -> AudioBuffer {
    try SynthRenderer.drySound(
      Recording(messages.flatMap { $0 }.sorted { $0.milliseconds < $1.milliseconds }))
  }

  @Test func managerPedalHoldsMembers() throws {
    let keys: Messages = [
      (10, .on(60, channel: .number(2))), (20, .on(64, channel: .number(3))),
      (100, .off(60, channel: .number(2))),
    ]
    let pedal: Messages = [(50, .control(64, 127)), (400, .control(64, 0))]
    let own: Messages = [2, 3].map(Channel.number).flatMap { channel in
      [(50, .control(64, 127, channel: channel)), (400, .control(64, 0, channel: channel))]
    }
    let last: Messages = [(120, .off(64, channel: .number(3)))]
    #expect(try sound(zone(), keys, pedal, last) == sound(keys, own, last))
    #expect(try sound(zone(), keys, pedal, last) != sound(keys, last))
    // The voices are held by the sustain pedal.
    let changes = try SynthRenderer(TimGM6mb.choice, settings: .dry).voiceChanges(
      in: Recording(zone() + keys + pedal.prefix(1) + last + pedal.suffix(1)))
    #expect(changes.filter { $0.kind == .held }.map(\.channel) == [.number(2), .number(3)])
  }

  @Test func channelThatLeavesAZoneKeepsOnlyItsOwnValues() throws {
    let shared: [Messages] = [
      [(0, .control(64, 127))], [(0, .control(7, 30))], bend(10_000, channel: .number(1), at: 0),
      [(0, .channelPressure(channel: .number(1), pressure: 90))],
    ]
    for message in shared {
      #expect(
        try sound(zone(), message, zone(0), note(channel: .number(2))) == sound(note(channel: .number(2))))
      let upper = parameter(6, 5, channel: .number(16))
      #expect(
        try sound(zone(), message, upper, note(channel: .number(13)))
          == sound(upper, note(channel: .number(13))))
    }
    let volume: Messages = [(0, .control(7, 30, channel: .number(2)))]
    #expect(
      try sound(zone(), volume, zone(0), note(channel: .number(2)))
        == sound(volume, note(channel: .number(2))))
  }

  @Test func configurationOfOtherChannelsOrTooManyMembersHasNoEffect() throws {
    let bent = bend(9000, channel: .number(5)) + note(channel: .number(5))
    #expect(try sound(zone(), parameter(6, 3, channel: .number(5)), bent) == sound(zone(), bent))
    let narrow = parameter(0, 24, channel: .number(5))
    #expect(try sound(zone(), narrow, zone(127), bent) == sound(zone(), narrow, bent))
  }

  @Test func resetOfAMemberKeepsTheValuesOfItsManager() throws {
    let expression: Messages = [(0, .control(11, 40))]
    let reset: Messages = [(1, .control(121, 0, channel: .number(2)))]
    #expect(
      try sound(zone(), expression, reset, note(channel: .number(2)))
        == sound(zone(), expression, note(channel: .number(2))))
  }

  @Test func onlyResetsBySystemExclusiveConcernZones() throws {
    let other: Messages = [(5, .systemExclusive(SystemExclusive(payload: [0x7D, 0x01])))]
    let drums = note(38, channel: .number(10))
    #expect(
      try sound(zone(), organ(channel: .number(1)), other, drums)
        == sound(zone(), organ(channel: .number(1)), drums))
    let pedals: Messages = [
      (1, .control(64, 127)), (2, .generalMIDIReset), (5, .control(64, 0, channel: .number(2))),
    ]
    #expect(try sound(zone(), pedals, note(channel: .number(2))) == sound(note(channel: .number(2))))
  }

  @Test func drumsReturnAfterAZone() throws {
    let kit: Messages = [(0, .programChange(channel: .number(10), program: 25))]
    let drums = note(38, channel: .number(10))
    #expect(try sound(kit, zone(), zone(0), drums) == sound(kit, drums))
    #expect(try sound(kit, zone(), drums) == sound(zone(), drums))
  }

  @Test func memberPedalIsNotReleasedByManager() throws {
    let pedals: Messages = [
      (20, .control(64, 127, channel: .number(2))), (30, .control(64, 127)), (40, .control(64, 0)),
    ]
    let own: Messages = [(20, .control(64, 127, channel: .number(2)))]
    #expect(try sound(zone(), note(channel: .number(2)), pedals) == sound(note(channel: .number(2)), own))
  }

  @Test func programOfManagerIsThatOfMembers() throws {
    #expect(
      try sound(zone(), organ(channel: .number(1)), note(channel: .number(4)))
        == sound(organ(channel: .number(4)), note(channel: .number(4))))
    // The program may come before the zone.
    #expect(
      try sound(organ(channel: .number(1)), zone(), note(channel: .number(4)))
        == sound(organ(channel: .number(4)), note(channel: .number(4))))
    #expect(
      try sound(zone(2), organ(channel: .number(1)), note(channel: .number(4)))
        == sound(note(channel: .number(4))))
  }

  @Test func membersBendBy48Semitones() throws {
    let wide = parameter(0, 48, channel: .number(2))
    #expect(
      try sound(zone(), bend(8875, channel: .number(2)), note(channel: .number(2)))
        == sound(wide, bend(8875, channel: .number(2)), note(channel: .number(2))))
    // Without a zone, the range is two semitones.
    #expect(
      try sound(bend(8875, channel: .number(2)), note(channel: .number(2)))
        != sound(wide, bend(8875, channel: .number(2)), note(channel: .number(2))))
  }

  @Test func bendRangeOfOneMemberIsThatOfAll() throws {
    #expect(
      try sound(
        zone(), parameter(0, 24, channel: .number(2)), bend(8874, channel: .number(3)),
        note(channel: .number(3)))
        == sound(
          parameter(0, 24, channel: .number(3)), bend(8874, channel: .number(3)), note(channel: .number(3))))
  }

  @Test func bendsAddUp() throws {
    // Two semitones of 24, and half of two semitones.
    #expect(
      try sound(
        zone(), parameter(0, 24, channel: .number(2)), bend(8874, channel: .number(3)),
        bend(12_288, channel: .number(1), at: 6),
        note(channel: .number(3)))
        == sound(
          parameter(0, 24, channel: .number(3)), bend(9215, channel: .number(3), at: 6),
          note(channel: .number(3))))
  }

  @Test func channel10PlaysItsProgramAsMember() throws {
    #expect(try sound(zone(), note(38, channel: .number(10))) == sound(note(38, channel: .number(2))))
    #expect(try sound(zone(7), note(38, channel: .number(10))) == sound(note(38, channel: .number(10))))
    // Without the zone, it plays drums again.
    #expect(
      try sound(zone(), zone(0), note(38, channel: .number(10))) == sound(note(38, channel: .number(10))))
  }

  @Test func allSoundOffOfManagerSilencesMembers() throws {
    let off: Messages = [(100, .control(.allSoundOff, 0))]
    let sound = try sound(zone(), note(channel: .number(2)), off)
    #expect(try #require(sound.frames(100 * 48 + 64..<200 * 48)).peak == 0)
  }

  @Test func zonesSurviveExclusiveReset() throws {
    let reset: Messages = [(2, .generalMIDIReset)]
    #expect(
      try sound(zone(), reset, bend(8875, channel: .number(2)), note(channel: .number(2)))
        == sound(
          reset, parameter(0, 48, channel: .number(2)).map { (3, $0.message) },
          bend(8875, channel: .number(2)),
          note(channel: .number(2))))
  }
}
