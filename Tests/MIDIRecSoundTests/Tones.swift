import Foundation
import MIDICore
import MIDIRecSound

/// Audio of known partials, at 16,000 Hz for speed.
enum Tones {
  static let rate = 16_000

  /// Adds a decaying note of six partials with an attack of a millisecond.
  static func add(
    key: Int, at milliseconds: Int, loudness: Float = 0.1, lastingMilliseconds: Int = 400,
    to samples: inout [Float]
  ) {
    let start = milliseconds * rate / 1000
    let frequency = 440 * pow(2, Double(key - 69) / 12)
    for frame in 0..<(lastingMilliseconds * rate / 1000) where start + frame < samples.count {
      let time = Double(frame) / Double(rate)
      let envelope = min(1, time / 0.001) * exp(-time * 8)
      let partials = (1...6).reduce(0.0) { $0 + sin(2 * .pi * frequency * Double($1) * time) / Double($1) }
      samples[start + frame] += loudness * Float(envelope * partials)
    }
  }

  /// Returns a mono buffer.
  static func buffer(_ samples: [Float]) throws -> AudioBuffer {
    guard let buffer = AudioBuffer(rate: rate, channels: [samples]) else {
      throw CocoaError(.featureUnsupported)
    }
    return buffer
  }

  /// Returns a sine from a time to the end.
  static func sine(_ frequency: Double, loudness: Float, from milliseconds: Int = 0, frameCount: Int)
    -> [Float]
  {
    (0..<frameCount).map { frame in
      frame < milliseconds * rate / 1000
        ? 0 : loudness * Float(sin(2 * .pi * frequency * Double(frame) / Double(rate)))
    }
  }

  /// Returns the note as the comparison receives it.
  static func note(key: UInt8, at milliseconds: Int64, velocity: UInt7 = 100, channel: Channel = .number(1))
    -> SoundNote
  {
    SoundNote(
      start: .milliseconds(milliseconds), end: .milliseconds(milliseconds + 400), channel: channel,
      number: NoteNumber(masking: key), velocity: velocity)
  }
}
