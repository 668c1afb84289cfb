import MIDICore
import MIDIRecSound
import TestSupport
import Testing

@testable import MIDIRecSynth

/// Presets that the font lacks, and messages that select presets.
@Suite(.enabled(if: TimGM6mb.isThere, "timgm6mb-soundfont is not installed"))
struct SubstitutionTests {
  private typealias Messages = [(milliseconds: Int64, message: Message)]

  private func settings(_ style: SynthRenderer.BankStyle = .gs) -> SynthRenderer.Settings {
    var settings = SynthRenderer.Settings.dry
    settings.bankStyle = style
    return settings
  }

  /// Returns the substitutions as text with their times.
  private func substitutions(_ messages: Messages, _ style: SynthRenderer.BankStyle = .gs) throws -> [String]
  {
    var found: [String] = []
    try SynthRenderer(TimGM6mb.choice, settings: settings(style)).render(
      Recording(messages), substitutions: { found.append("\($0) \($1.text)") }
    ) { _ in }
    return found
  }

  private func sound(_ messages: Messages, _ style: SynthRenderer.BankStyle = .gs) throws -> AudioBuffer {
    try SynthRenderer(TimGM6mb.choice, settings: settings(style)).sound(of: Recording(messages))
  }

  private func note(_ note: NoteNumber, channel: Channel = .number(1)) -> Messages {
    [(100, .on(note, channel: channel)), (300, .off(note, channel: channel))]
  }

  @Test func missingDrumsAreReported() throws {
    #expect(
      try substitutions(
        [(100, .programChange(channel: .number(10), program: 53))] + note(38, channel: .number(10))) == [
          "0.100000 the font has no preset 128:53 for channel 10; 128:0 plays instead"
        ])
  }

  @Test func missingBankIsReported() throws {
    #expect(
      try substitutions(
        [(0, .control(0, 8)), (8, .programChange(channel: .number(1), program: 16))] + note(60)) == [
          "0.008000 the font has no preset 8:16 for channel 1; 0:16 plays instead"
        ])
  }

  @Test func existingPresetsAreNotReported() throws {
    let drums: Messages = [
      (0, .programChange(channel: .number(10), program: 0)),
      (0, .programChange(channel: .number(1), program: 127)),
    ]
    #expect(try substitutions(drums + note(60) + note(38, channel: .number(10))).isEmpty)
    #expect(try substitutions([(0, .generalMIDIReset)] + note(60) + note(38, channel: .number(10))).isEmpty)
  }

  @Test func bankWithoutProgramHasNoEffect() throws {
    #expect(try substitutions([(0, .control(0, 8))] + note(60)).isEmpty)
  }

  @Test func bankOfAManagerIsThatOfAllMembers() throws {
    let selected: Messages = [(0, .control(0, 8)), (0, .programChange(channel: .number(1), program: 16))]
    let zone: Messages = [(1, .control(101, 0)), (1, .control(100, 6)), (1, .control(6, 15))]
    let found = Set(
      try substitutions(selected + zone + note(60, channel: .number(10))).map { $0.split(separator: ";")[0] })
    for channel in [1, 2, 10, 16] {
      let time = channel == 1 ? "0.000000" : "0.001333"
      #expect(found.contains("\(time) the font has no preset 8:16 for channel \(channel)"))
    }
  }

  /// "Use for rhythm part" with the device ID that GS instruments have.
  @Test func messagesForDefaultDeviceAreObeyed() throws {
    let rhythm = Message.systemExclusive(
      SystemExclusive(payload: [0x41, 0x10, 0x42, 0x12, 0x40, 0x11, 0x15, 0x01, 0x19]))
    let selected: Messages = [(0, rhythm), (5, .programChange(channel: .number(1), program: 0))] + note(38)
    #expect(try sound(selected) == sound(note(38, channel: .number(10))))
    #expect(try substitutions(selected).isEmpty)
  }

  @Test func bankSelectHasAStyle() throws {
    func selected(_ coarse: UInt7, _ fine: UInt7) -> Messages {
      [
        (0, .control(0, coarse)), (0, .control(32, fine)),
        (5, .programChange(channel: .number(1), program: 0)),
      ]
    }
    func places(_ messages: Messages, _ style: SynthRenderer.BankStyle) throws -> [String] {
      try substitutions(messages + note(60), style).map { String($0.split(separator: " ")[6]) }
    }
    #expect(try places(selected(3, 2), .gs) == ["3:0"])
    #expect(try places(selected(3, 2), .gm) == [])
    #expect(try places(selected(3, 2), .xg) == ["2:0"])
    #expect(try places(selected(3, 2), .mma) == ["386:0"])
  }

  @Test func bank121IsMelodicInXG() throws {
    func selected(_ bank: UInt7) -> Messages {
      [(0, .control(0, bank)), (5, .programChange(channel: .number(1), program: 0))] + note(38)
    }
    #expect(try sound(selected(121), .xg) == sound(note(38)))
    #expect(try sound(selected(127), .xg) == sound(note(38, channel: .number(10))))
  }
}
