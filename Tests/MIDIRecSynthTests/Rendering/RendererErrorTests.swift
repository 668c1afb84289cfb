import MIDICore
import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport
import Testing

/// Recordings and settings that can't be rendered are rejected before the rendering starts.
@Suite(.enabled(if: TimGM6mb.isThere, "timgm6mb-soundfont is not installed"))
struct RendererErrorTests {
  private func kind(
    _ choice: FontChoice, _ change: (inout SynthRenderer.Settings) -> Void = { _ in }
  )
    -> SoundError.Kind?
  {
    var settings = SynthRenderer.Settings()
    change(&settings)
    do {
      _ = try SynthRenderer(choice, settings: settings)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func missingOrInvalidFontIsReported() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(Array("no font at all".utf8), to: "text.sf2")
    #expect(kind(.init(font: FilePath(folder.path("none.sf2")))) == .noInput)
    #expect(kind(.init(font: FilePath(text))) == .badData)
    #expect(kind(.init(font: FilePath(folder.path))) == .badData)
  }

  @Test func smallFontIsPlayed() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write(SmallFont().bytes, to: "small font, ä: 1.sf2"))
    let sound = try SynthRenderer.drySound(Recording([(0, .on(60)), (100, .off(60))]), .init(font: path))
    #expect(sound.peak > 0)
  }

  @Test func missingPresetIsReported() {
    #expect(kind(TimGM6mb.choice(bank: 77, program: 7)) == .noInput)
    #expect(kind(TimGM6mb.choice(bank: 128, program: 0)) == nil)
  }

  @Test func outOfRangeSettingsAreRejected() {
    let choice = TimGM6mb.choice
    #expect(kind(choice) == nil)
    #expect(kind(choice) { $0.rate = 7999 } == .usage)
    #expect(kind(choice) { $0.rate = .max } == .usage)
    #expect(kind(choice) { $0.gain = -0.1 } == .usage)
    #expect(kind(choice) { $0.gain = .nan } == .usage)
    #expect(kind(choice) { $0.polyphony = 0 } == .usage)
    #expect(kind(choice) { $0.polyphony = .max } == .usage)
    #expect(kind(choice) { $0.reverb?.roomSize = 1.5 } == .usage)
    #expect(kind(choice) { $0.chorus?.voiceCount = 100 } == .usage)
  }

  @Test func outOfRangeFavoriteSettingsAreRejected() {
    func kind(_ change: (inout PresetSettings) -> Void) -> SoundError.Kind? {
      var settings = PresetSettings()
      change(&settings)
      return self.kind(.init(font: TimGM6mb.path, settings: settings))
    }
    #expect(kind { _ in } == nil)
    #expect(kind { $0.pan = 1.01 } == .usage)
    #expect(kind { $0.pan = .nan } == .usage)
    #expect(kind { $0.tuning = 0 } == .usage)
    #expect(kind { $0.gain = .infinity } == .usage)
    #expect(kind { $0.gain = 100 } == .usage)
    #expect(kind { $0.pitchBendRange = -1 } == .usage)
    #expect(kind { $0.lowestKey = 128 } == .usage)
  }

  /// FluidSynth receives any messages that a recording can contain.
  @Test func anyMessagesAreAccepted() throws {
    var random = SeededGenerator(seed: 8)
    let messages = (0..<3000).map { index -> (Int64, Message) in
      let bytes = (0..<2).map { _ in UInt7(masking: UInt8.random(in: 0...127, using: &random)) }
      let status = UInt8.random(in: 0x80...0xEF, using: &random)
      let payload = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        UInt7(masking: UInt8.random(in: 0...127, using: &random))
      }
      let message =
        index % 50 == 0
        ? .systemExclusive(SystemExclusive(payload: payload)) : Message(status: status, bytes[0], bytes[1])
      return (Int64(index), message ?? .systemReset)
    }
    let renderer = try SynthRenderer(TimGM6mb.choice, settings: .dry)
    let first = try renderer.sound(of: Recording(messages))
    #expect(try renderer.sound(of: Recording(messages)) == first)
  }
}
