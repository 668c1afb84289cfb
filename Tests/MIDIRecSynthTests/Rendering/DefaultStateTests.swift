import MIDICore
import MIDIRecSound
import MIDIRecSynth
import TestSupport
import Testing

/// The default state of a synthesizer, also after a reset.
@Suite(.enabled(if: TimGM6mb.isThere, "timgm6mb-soundfont is not installed"))
struct DefaultStateTests {
  private static let flute = TimGM6mb.choice(program: 73)
  private static let note: [(Int64, Message)] = [(20, .on(60)), (300, .off(60))]

  private func sound(
    _ messages: [(Int64, Message)], _ choice: FontChoice = flute
  ) throws -> AudioBuffer {
    try SynthRenderer.drySound(Recording(messages), choice)
  }

  /// Volume, pan, balance, and expression have MIDI's recommended defaults.
  @Test(arguments: [(7, 100), (8, 64), (10, 64), (11, 127), (1, 0), (64, 0)] as [(Controller, UInt7)])
  func controllerHasDefaultValue(controller: Controller, value: UInt7) throws {
    let plain = try sound(Self.note)
    #expect(try sound([(0, .control(controller, value))] + Self.note) == plain)
  }

  @Test(arguments: [7, 10, 11, 1] as [Controller])
  func differentValueIsAudible(controller: Controller) throws {
    #expect(try sound([(0, .control(controller, 30))] + Self.note) != sound(Self.note))
  }

  @Test func bendIsCenteredWithRangeOfTwoSemitones() throws {
    let plain = try sound(Self.note)
    #expect(try sound([(0, .pitchBend(channel: .number(1), value: 8192))] + Self.note) == plain)
    let bent = try sound([(0, .pitchBend(channel: .number(1), value: 4096))] + Self.note)
    #expect(bent != plain)
    // Two semitones, set by a registered parameter.
    let range: [(Int64, Message)] = [
      (0, .control(101, 0)), (0, .control(100, 0)), (0, .control(6, 2)), (0, .control(38, 0)),
    ]
    #expect(try sound(range + [(0, .pitchBend(channel: .number(1), value: 4096))] + Self.note) == bent)
  }

  /// Volume and pan aren't reset, by MIDI's recommended practice.
  @Test func controllerResetRestoresDefaults() throws {
    let plain = try sound(Self.note)
    let changes: [(Int64, Message)] = [
      (0, .pitchBend(channel: .number(1), value: 16_383)), (0, .control(1, 127)),
      (0, .channelPressure(channel: .number(1), pressure: 127)), (0, .control(11, 10)),
    ]
    #expect(try sound(changes + Self.note) != plain)
    #expect(try sound(changes + [(5, .control(.resetAllControllers, 0))] + Self.note) == plain)
    let quiet = try sound([(0, .control(7, 40))] + Self.note)
    #expect(
      try sound([(0, .control(7, 40)), (5, .control(.resetAllControllers, 0))] + Self.note) == quiet)
  }

  @Test(arguments: [.generalMIDIReset, .systemReset] as [Message])
  func systemResetRestoresAllDefaults(reset: Message) throws {
    let changes: [(Int64, Message)] = [
      (0, .control(7, 10)), (0, .programChange(channel: .number(1), program: 56)),
      (0, .pitchBend(channel: .number(1), value: 0)),
    ]
    let plain = try sound(Self.note, TimGM6mb.choice)
    #expect(try sound(changes + Self.note, TimGM6mb.choice) != plain)
    #expect(try sound(changes + [(5, reset)] + Self.note, TimGM6mb.choice) == plain)
  }

  @Test func aftertouchIsAudible() throws {
    let plain = try sound(Self.note)
    let pressed: [(Int64, Message)] = [(100, .channelPressure(channel: .number(1), pressure: 127))]
    #expect(try sound(Self.note + pressed) != plain)
    let other: [(Int64, Message)] = [(100, .channelPressure(channel: .number(2), pressure: 127))]
    #expect(try sound(Self.note + other) == plain)
  }

  /// The closed hi-hat ends the open one.
  @Test func drumsOfExclusiveClassEndEachOther() throws {
    func end(with other: NoteNumber) throws -> Nanoseconds? {
      try SynthRenderer(TimGM6mb.choice, settings: .dry).voiceChanges(
        in: Recording([(0, .on(46, channel: .number(10))), (100, .on(other, channel: .number(10)))])
      ).first { $0.note == 46 && $0.kind == .ended }?.time
    }
    #expect(try #require(try end(with: 42)) < .milliseconds(1200))
    // Other drums don't.
    #expect(try end(with: 38) ?? .seconds(2) > .milliseconds(1500))
  }
}
