internal import CFluidSynth
internal import Glibc
internal import MIDICore
internal import MIDIRecSound
internal import SystemPackage

/// FluidSynth with a font. This type owns FluidSynth's objects. It is used by one thread at a time, unless it is opened
/// for live playing.
@safe struct Synth: ~Copyable {
  /// FluidSynth's settings, which also apply to an audio driver.
  let settings: EngineSettings
  /// FluidSynth's object.
  let handle: OpaquePointer
  /// The receiver of messages.
  let input: SynthInput
  /// The MPE zones.
  private let zones: ZoneExpander

  /// Starts FluidSynth and loads the font.
  ///
  /// - Parameter isLive: Whether the thread of an audio driver renders the audio. Otherwise, the thread that sends
  ///   messages also renders it, faster than real time.
  /// - Throws: `SoundError` if a setting is out of range, or if the font can't be loaded or doesn't have the
  ///   preset.
  static func open(
    _ choice: FontChoice, settings: SynthRenderer.Settings, isLive: Bool = false
  ) throws(SoundError) -> Synth {
    try choice.settings.check()
    let engine = try EngineSettings.make()
    try engine.apply(settings, choice.settings, isLive: isLive)
    guard let handle = unsafe new_fluid_synth(engine.handle) else { throw FluidSynthLibrary.noMemory }
    let synth = unsafe Synth(
      settings: engine, handle: handle, input: SynthInput(handle, choice, settings),
      zones: ZoneExpander(bendRange: choice.settings.pitchBendRange))
    try synth.loadFont()
    try synth.input.settle()
    return synth
  }

  // The settings are deleted afterward, because FluidSynth uses them until then.
  deinit { FluidSynthLibrary.withSamples { unsafe delete_fluid_synth(handle) } }

  private func loadFont() throws(SoundError) {
    let font = input.choice.font
    let name = try Self.fontName(of: font)
    guard let loader = unsafe Self.makeFontLoader(settings) else {
      throw SoundError(.inputOutput, font, "FluidSynth has no memory for it")
    }
    unsafe fluid_synth_add_sfloader(handle, loader)
    var number = FLUID_FAILED
    let errors = FluidSynthLibrary.errors {
      FluidSynthLibrary.withSamples { number = unsafe fluid_synth_sfload(handle, name, 1) }
    }
    guard number != FLUID_FAILED else {
      // A message may have the name, which isn't the file's.
      let fontName = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let reason = errors.first.map { ": \($0.replacing(fontName, with: font.string))" } ?? ""
      throw SoundError(.badData, font, "can't be loaded as a SoundFont by FluidSynth\(reason)")
    }
    input.font = number
  }

  /// Sends a message, which takes effect with the next block. In an MPE zone, it also reaches the channels that it
  /// concerns.
  func send(_ message: Message) { zones.expand(message) { input.perform($0) } }
}

extension EngineSettings {
  /// Applies the settings. All other settings of FluidSynth keep their defaults.
  fileprivate func apply(
    _ settings: SynthRenderer.Settings, _ preset: PresetSettings, isLive: Bool
  ) throws(SoundError) {
    try set("synth.sample-rate", Double(settings.rate))
    try set("synth.gain", settings.gain * pow(10, preset.gain / 20))
    try set("synth.polyphony", settings.polyphony)
    // The player of FluidSynth serves only as a clock.
    try set("player.reset-synth", false)
    try set("synth.midi-bank-select", settings.bankStyle.rawValue)
    // The device ID of GS messages. FluidSynth ignored them by default until version 2.3, as its program does.
    if settings.timing == .exact { try set("synth.device-id", 0x10) }
    // Several threads would process voices in an unpredictable order.
    try set("synth.cpu-cores", 1)
    try set("synth.threadsafe-api", isLive)
    try set("synth.lock-memory", isLive)
    // All samples are read at the start. If FluidSynth read them when a preset is selected, some would sound different.
    try set("synth.dynamic-sample-loading", false)
    try apply(preset.reverb ?? settings.reverb)
    try apply(preset.chorus ?? settings.chorus)
  }

  private func apply(_ reverb: Reverb?) throws(SoundError) {
    guard let reverb, reverb.level > 0 else { return try set("synth.reverb.active", false) }
    try set("synth.reverb.active", true)
    try set("synth.reverb.room-size", reverb.roomSize)
    try set("synth.reverb.damp", reverb.damping)
    try set("synth.reverb.width", reverb.width)
    try set("synth.reverb.level", reverb.level)
  }

  private func apply(_ chorus: Chorus?) throws(SoundError) {
    guard let chorus, chorus.level > 0 else { return try set("synth.chorus.active", false) }
    try set("synth.chorus.active", true)
    try set("synth.chorus.nr", chorus.voiceCount)
    try set("synth.chorus.level", chorus.level)
    try set("synth.chorus.speed", chorus.speed)
    try set("synth.chorus.depth", chorus.depth)
  }
}

extension Synth {
  /// Renders the next frames into the samples of both channels, starting at an offset.
  ///
  /// - Precondition: The samples have enough space.
  func render(_ frameCount: Int, into left: inout [Float], _ right: inout [Float], at offset: Int) {
    precondition(
      frameCount >= 0 && offset >= 0 && offset + frameCount <= min(left.count, right.count), "room for it")
    unsafe left.withUnsafeMutableBufferPointer { left in
      unsafe right.withUnsafeMutableBufferPointer { right in
        _ = unsafe fluid_synth_write_float(
          handle, CInt(clamping: frameCount), left.baseAddress, CInt(clamping: offset), 1,
          right.baseAddress, CInt(clamping: offset), 1)
      }
    }
  }

  /// The number of sounding voices, including decaying ones.
  var soundingVoiceCount: Int { Int(unsafe fluid_synth_get_active_voice_count(handle)) }
}
