import Foundation
import MIDIRecSound
import SoundSessions

extension PageSamples {
  /// Returns the page of a five-second chord whose note at 2.5 s is missing in the actual audio.
  static func soundPage() throws -> [UInt8] {
    try soundPage(sound(hasNote: true), sound(hasNote: false), title: "A note is missing")
  }

  /// Returns the page of equal audio files, with a hostile name.
  static func soundPageOfTheSame() throws -> [UInt8] {
    try soundPage(sound(hasNote: true), sound(hasNote: true), title: hostile)
  }

  /// Returns a page with realistic file names and a difference at the start.
  static func soundPageOfLongNames() throws -> [UInt8] {
    let names = (
      "recordings/2024-03-09 Labyrinth of the Minotaur, second rehearsal.flac",
      "recordings/2024-03-16 Labyrinth of the Minotaur, third rehearsal.flac"
    )
    let sound = sound(hasNote: true)
    var silence = AudioBuffer(rate: sound.rate, channelCount: 2)
    let channel = [Float](repeating: 0, count: sound.frameCount)
    if let frames = AudioBuffer(rate: sound.rate, channels: [channel, channel]) { silence.append(frames) }
    return try soundPage(sound, silence, title: "\(names.0) and \(names.1)", names: names)
  }

  private static func soundPage(
    _ expected: AudioBuffer, _ actual: AudioBuffer, title: String,
    names: (expected: String, actual: String) = ("expected.flac", "actual.wav")
  ) throws -> [UInt8] {
    try SoundPage.bytes(
      of: SoundComparison(expected: expected, actual: actual), expected: expected, actual: actual,
      title: title, expectedName: names.expected, actualName: names.actual)
  }

  private static func sound(hasNote: Bool) -> AudioBuffer {
    let rate = 16_000
    let samples = (0..<5 * rate).map { frame -> Float in
      let time = Double(frame) / Double(rate)
      let chord = sin(2 * .pi * 220 * time) + sin(2 * .pi * 330 * time)
      let note = hasNote && time >= 2.5 ? sin(2 * .pi * 880 * time) * exp(-6 * (time - 2.5)) : 0
      return Float(0.1 * chord + 0.2 * note)
    }
    var buffer = AudioBuffer(rate: rate, channelCount: 2)
    if let sound = AudioBuffer(rate: rate, channels: [samples, samples]) { buffer.append(sound) }
    return buffer
  }
}
