import MIDICore
import MIDIRecSound
import Testing

/// The shift of a note whose sound is noise.
@Suite struct MovedNoteTests {
  private static let frameCount = 14_000

  /// Returns noise that starts at 256 ms, or some frames later.
  private static func drum(later distance: Int = 0, frameCount: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: Self.frameCount)
    for (index, value) in Noise.stereo(frameCount: frameCount, seed: 1)[0].enumerated() {
      samples[4096 + distance + index] = 0.1 * value
    }
    return samples
  }

  private func change(_ expected: [Float], _ actual: [Float]) throws -> HeardNoteChange? {
    SoundComparison(
      expected: try Tones.buffer(expected), actual: try Tones.buffer(actual),
      notes: [Tones.note(key: 38, at: 256, channel: .number(10))]
    ).noteChange
  }

  /// Long enough that it hasn't decayed at the end of the examined range.
  @Test func longNoteCanBeLateByEightyMilliseconds() throws {
    let sound = Self.drum(frameCount: 8600)
    #expect(try change(sound, Self.drum(later: 1280, frameCount: 8600)) == .late(.milliseconds(80)))
  }
}
