internal import MIDICore
internal import Sound
internal import SoundFonts
internal import SoundSessions
internal import SystemPackage

/// What was rendered, for other programs.
struct RenderedDocument: Encodable {
  var file: String
  var format: String
  var rate: Int
  var frames: Int
  var seconds: Double
  /// The largest sample, where 1 is as loud as formats of integers can be.
  var peak: Double
  var font: String
  /// `BANK:PROGRAM`; missing where the recording's programs were followed.
  var preset: String?
  var engine: String

  init(_ target: RenderTarget, _ renderer: SynthRenderer, frameCount: Int, peak: Float) {
    file = target.name
    format = target.format.rawValue
    rate = renderer.settings.rate
    frames = frameCount
    seconds = Double(frameCount) / Double(rate)
    self.peak = Double(peak)
    font = renderer.choice.font.string
    preset = renderer.choice.preset?.description
    engine = SynthRenderer.engine
  }

  /// One line for people: `take.wav: 2:07.4, 48000 frames a second, float, loudest -6.3 dB; TimGM6mb.sf2`.
  var text: String {
    let time = AudioBuffer.time(ofFrame: frames, rate: rate).clockText
    // Below what 16 bits can tell from nothing: effects never are quite silent.
    let loudest = peak >= 1 / 65_536 ? "loudest \(levelText(peak))" : "silent"
    let preset = preset.map { ", preset \($0)" } ?? ""
    return "\(file.printable): \(time), \(rate) frames a second, \(format), \(loudest); \(font)\(preset)"
  }
}
