internal import MIDICore
package import MIDIRecSound
package import MIDIRecSynth
internal import SystemPackage

/// A rendered file as JSON.
package struct RenderedDocument: Encodable {
  var file: String
  var format: String
  var rate: Int
  var frames: Int
  var seconds: Double
  /// The gain of the synthesizer.
  var gain: Double
  /// The largest sample. 1 is the maximum of integer formats.
  var peak: Double
  var font: String
  /// `BANK:PROGRAM`, or missing if the take's programs were used.
  var preset: String?
  var engine: String
  /// The presets that the font lacks.
  var missingPresets: [MissingPreset]

  /// A preset that the font lacks.
  struct MissingPreset: Encodable {
    var channel: Int
    /// `BANK:PROGRAM`.
    var preset: String
    /// The preset that plays instead, or missing if the channel is silent.
    var played: String?
  }

  /// Creates the document of a rendered file.
  package init(
    _ sound: SynthRenderer.RenderedSound, in file: String, _ format: AudioFormat, _ renderer: SynthRenderer
  ) {
    self.file = file
    self.format = format.rawValue
    rate = renderer.settings.rate
    frames = sound.frameCount
    seconds = Double(frames) / Double(rate)
    gain = renderer.settings.gain
    peak = Double(sound.peak)
    font = renderer.choice.font.string
    preset = renderer.choice.preset?.description
    engine = SynthRenderer.engine
    missingPresets = sound.substitutions.map {
      MissingPreset(
        channel: $0.channel.number, preset: $0.missing.description, played: $0.played?.description)
    }
  }

  /// The result in one line: `take.wav: 2:07.4, 48000 Hz, float, gain 0.2, loudest -6.3 dB; TimGM6mb.sf2`.
  package var text: String {
    let time = AudioBuffer.time(ofFrame: frames, rate: rate).clockText
    // Below the resolution of 16 bits. Effects are never completely silent.
    let loudest = peak >= 1 / 65_536 ? "loudest \(levelText(peak))" : "silent"
    let preset = preset.map { ", preset \($0)" } ?? ""
    let gain = decimalText(Int64((gain * 1000).rounded()), decimals: 3)
    return "\(file.printable): \(time), \(rate) Hz, \(format), gain \(gain), \(loudest); \(font)\(preset)"
  }
}
