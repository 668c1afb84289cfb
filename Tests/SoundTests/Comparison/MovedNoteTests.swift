import Foundation
import MIDICore
import Sound
import Testing

/// By how much a note is late or early whose sound is noise.
@Suite struct MovedNoteTests {
  private static let frameCount = 14_000

  /// Noise that begins at 256 ms, or later by some frames.
  private static func drum(
    later distance: Int = 0, frameCount: Int, fading time: Double = .infinity, seed: UInt64 = 1
  ) -> [Float] {
    var samples = [Float](repeating: 0, count: Self.frameCount)
    for (index, value) in Noise.stereo(frameCount: frameCount, seed: seed)[0].enumerated() {
      samples[4096 + distance + index] = 0.1 * value * Float(exp(-Double(index) / time))
    }
    return samples
  }

  private func change(_ expected: [Float], _ actual: [Float]) throws -> NoteChange? {
    SoundComparison(
      expected: try Tones.buffer(expected), actual: try Tones.buffer(actual),
      notes: [Tones.note(key: 38, at: 256, channel: 9)]
    ).noteChange
  }

  /// So that it hasn't died away where it isn't looked at any more.
  @Test func aLongNoteMayBeLateByEightyMilliseconds() throws {
    let sound = Self.drum(frameCount: 8600)
    #expect(try change(sound, Self.drum(later: 1280, frameCount: 8600)) == .late(.milliseconds(80)))
  }

  /// Its attack is otherwise by a third of it, so that the one can't be made of the other, and it has died away in half a
  /// second. Of all distances that leave little of it, 8 ms among them, the longest counts.
  @Test(arguments: [true, false]) func aNoteThatIsNeverTwiceTheSameMayBeMoved(_ isLate: Bool) throws {
    let (first, second) = (
      Self.drum(frameCount: 6000, fading: 800), Self.drum(later: 256, frameCount: 6000, fading: 800)
    )
    let attack = Self.drum(frameCount: 256, seed: 2)
    let expected = isLate ? first : second
    let actual = zip(isLate ? second : first, attack).map { $0 + 0.35 * $1 }
    #expect(try change(expected, actual) == .late(.milliseconds(isLate ? 16 : -16)))
  }
}
