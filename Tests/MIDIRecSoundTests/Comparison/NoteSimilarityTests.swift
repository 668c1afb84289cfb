import MIDICore
import MIDIRecSound
import Testing

/// If one of two simultaneous drums is missing, their sound elsewhere shows which.
@Suite struct NoteSimilarityTests {
  private static let keys: [UInt8] = [36, 38]

  /// A hit: its start in steps of 64 ms, its key, its velocity, and its additional delay.
  private struct Hit: Hashable {
    var step: Int
    var key: UInt8
    var velocity: UInt7 = 100
    var delay = 0
  }

  /// Returns the audio of hits. A hit has the same noise each time, and different noise at a lower velocity.
  private func sound(of hits: [Hit]) throws -> AudioBuffer {
    var samples = [Float](repeating: 0, count: 1024 * ((hits.map(\.step).max() ?? 0) + 2))
    for hit in hits {
      let seed = UInt64(hit.key) + 1000 * UInt64(hit.velocity.rawValue)
      for (index, value) in Noise.stereo(frameCount: 900, seed: seed)[0].enumerated() {
        samples[1024 * hit.step + 16 * hit.delay + index] += 0.1 * value
      }
    }
    return try Tones.buffer(samples)
  }

  /// Returns whether the comparison names the missing hit. The last two hits are the candidates.
  private func isFound(_ missing: Int, _ hits: [Hit]) throws -> Bool {
    let notes = hits.map {
      Tones.note(key: $0.key, at: Int64(64 * $0.step), velocity: $0.velocity, channel: .number(10))
    }
    let place = hits.count - 2 + missing
    var played = hits
    played.remove(at: place)
    let comparison = SoundComparison(
      expected: try sound(of: hits), actual: try sound(of: played), notes: notes)
    return comparison.firstNote == notes[place]
  }

  /// The delays of the audio in milliseconds relative to the notes, alone and together.
  @Test(arguments: [(0, 0), (12, 12), (8, 0), (0, 8)], [0, 1])
  func inexactTimesAreTolerated(_ delays: (alone: Int, together: Int), _ missing: Int) throws {
    #expect(
      try isFound(
        missing,
        [
          Hit(step: 2, key: 36, delay: delays.alone), Hit(step: 4, key: 38, delay: delays.alone),
          Hit(step: 6, key: 36, delay: delays.together), Hit(step: 6, key: 38, delay: delays.together),
        ]))
  }

  @Test(arguments: [0, 1]) func simultaneousHitsAreNotUsed(_ missing: Int) throws {
    let both = (1...8).flatMap { step in Self.keys.map { Hit(step: step, key: $0) } }
    let alone = [Hit(step: 10, key: 36), Hit(step: 12, key: 38)]
    #expect(try isFound(missing, both + alone + Self.keys.map { Hit(step: 14, key: $0) }))
  }

  @Test(arguments: [0, 1]) func hitsOfSimilarVelocityAreUsed(_ missing: Int) throws {
    let soft = (1...16).map { Hit(step: $0, key: Self.keys[$0 % 2], velocity: 30) }
    let hard = (17...32).map { Hit(step: $0, key: Self.keys[$0 % 2]) }
    #expect(try isFound(missing, soft + hard + Self.keys.map { Hit(step: 34, key: $0) }))
  }
}
