import MIDICore
import MIDIRecSound
import MIDIRecSynth
import TestSupport
import Testing

/// A chosen preset plays on all channels permanently, with audible settings.
@Suite(.enabled(if: TimGM6mb.isThere, "timgm6mb-soundfont is not installed"))
struct ChosenPresetTests {
  private static let violin = TimGM6mb.choice(program: 40)
  /// Messages that change the presets of other synthesizers.
  private static let disturbances: [Message] = [
    .generalMIDIReset,
    .systemExclusive(SystemExclusive(payload: [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x41])),
    .systemReset, .control(0, 1), .control(32, 3), .programChange(channel: .number(1), program: 56),
    .control(.resetAllControllers, 0),
  ]

  @Test(arguments: disturbances) func chosenPresetIsPermanent(disturbance: Message) throws {
    let note: [(Int64, Message)] = [(100, .on(60)), (400, .off(60))]
    let undisturbed = try SynthRenderer.drySound(Recording(note), Self.violin)
    // Twice, because a bank takes effect at the next program change.
    let disturbed = Recording(
      [(0, disturbance), (50, .programChange(channel: .number(1), program: 9))] + note)
    #expect(try SynthRenderer.drySound(disturbed, Self.violin) == undisturbed)
    // Without a chosen preset, the same messages are audible.
    #expect(try SynthRenderer.drySound(disturbed) != undisturbed)
  }

  @Test func chosenPresetAppliesToEachRendering() throws {
    let renderer = try SynthRenderer(Self.violin, settings: .dry)
    let note = Recording([(0, .on(60)), (400, .off(60))])
    let first = try renderer.sound(of: note)
    _ = try renderer.sound(of: Recording(Self.disturbances.map { (0, $0) }))
    #expect(try renderer.sound(of: note) == first)
  }

  @Test func chosenPresetAppliesToAllChannels() throws {
    func sound(_ channel: Channel) throws -> AudioBuffer {
      try SynthRenderer.drySound(
        Recording([(0, .on(60, channel: channel)), (400, .off(60, channel: channel))]), Self.violin)
    }
    let first = try sound(.number(1))
    for channel in 1..<16 { #expect(try sound(Channel(masking: UInt8(channel))) == first) }
  }

  @Test func recordingSelectsPresetsByDefault() throws {
    let note: [(Int64, Message)] = [(0, .on(60)), (400, .off(60))]
    let chosen = try SynthRenderer.drySound(Recording(note), Self.violin)
    let followed = try SynthRenderer.drySound(
      Recording([(0, .programChange(channel: .number(1), program: 40))] + note))
    #expect(followed == chosen)
    // Channel 10 has drums.
    let drum = try SynthRenderer.drySound(
      Recording([(0, .on(38, channel: .number(10))), (400, .off(38, channel: .number(10)))]))
    let chosenDrum = try SynthRenderer.drySound(
      Recording([(0, .on(38)), (400, .off(38))]), TimGM6mb.choice(bank: 128, program: 0))
    #expect(drum == chosenDrum)
  }

  // MARK: Settings of a favorite

  private func sound(_ change: (inout PresetSettings) -> Void, _ messages: [(Int64, Message)] = []) throws
    -> AudioBuffer
  {
    var settings = PresetSettings()
    change(&settings)
    let choice = FontChoice(
      font: TimGM6mb.path, preset: PresetNumber(bank: 0, program: 79), settings: settings)
    return try SynthRenderer.drySound(Recording(messages + [(10, .on(69)), (1000, .off(69))]), choice)
  }

  @Test func gainIsInDecibels() throws {
    let (plain, louder) = (try sound { _ in }, try sound { $0.gain = 6 })
    // While the key is down, because a louder note takes longer to decay.
    let whileDown = 0..<48_000
    let ratio =
      try #require(louder.frames(whileDown)).loudness(ofChannel: 0)
      / #require(plain.frames(whileDown)).loudness(ofChannel: 0)
    #expect(abs(ratio - 1.9953) < 0.0001)
  }

  @Test(arguments: [nil, .control(.resetAllControllers, 0), .generalMIDIReset] as [Message?])
  func panSurvivesResets(reset: Message?) throws {
    let messages = reset.map { [(Int64(0), $0)] } ?? []
    let left = try sound({ $0.pan = -1 }, messages)
    #expect(left.loudness(ofChannel: 0) > 100 * left.loudness(ofChannel: 1))
    let right = try sound({ $0.pan = 1 }, messages)
    #expect(right.loudness(ofChannel: 1) > 100 * right.loudness(ofChannel: 0))
  }

  @Test(arguments: [nil, .control(.resetAllControllers, 0), .generalMIDIReset] as [Message?])
  func tuningSurvivesResets(reset: Message?) throws {
    let messages = reset.map { [(Int64(0), $0)] } ?? []
    #expect(abs(try risingEdges(sound({ _ in }, messages)) - 440) < 1)
    #expect(abs(try risingEdges(sound({ $0.tuning = 415 }, messages)) - 415) < 1)
    #expect(abs(try risingEdges(sound({ $0.tuning = 466.16 }, messages)) - 466.16) < 1)
    // Not whole semitones.
    #expect(abs(try risingEdges(sound({ $0.tuning = 432 }, messages)) - 432) < 1)
  }

  @Test func favoriteSetsPitchBendRange() throws {
    let bend: [(Int64, Message)] = [(0, .pitchBend(channel: .number(1), value: 16_383))]
    #expect(abs(try risingEdges(sound({ _ in }, bend)) - 493.9) < 1.5)
    let octave = try risingEdges(sound({ $0.pitchBendRange = 12 }, bend))
    #expect(abs(octave - 880) < 5)  // ten cents
  }

  @Test func keysBelowLowestAreSilent() throws {
    #expect(try sound { $0.lowestKey = 70 }.peak == 0)
    #expect(try sound { $0.lowestKey = 69 } == sound { _ in })
  }

  @Test func favoriteReverbReplacesSynthesizers() throws {
    #expect(try sound { $0.reverb = Reverb() } != sound { _ in })
    #expect(
      try sound {
        $0.reverb = Reverb()
        $0.reverb?.level = 0
      } == sound { _ in })
  }

  /// Returns the number of rising zero crossings per second of the left channel, from a tenth to nine tenths of the
  /// first second.
  private func risingEdges(_ sound: AudioBuffer) throws -> Double {
    let samples = try #require(sound.frames(4800..<43_200)).channels[0]
    let edges = (1..<samples.count).filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
    let (first, last) = (try #require(edges.first), try #require(edges.last))
    return Double(edges.count - 1) * Double(sound.rate) / Double(last - first)
  }
}
