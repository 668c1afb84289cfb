import MIDICore
import Sound
import Testing

/// Of two drums that are struck together, which one is missing is told by what each of them sounds like elsewhere.
@Suite struct NoteSimilarityTests {
  private static let keys: [UInt8] = [36, 38]

  /// A hit: where it is in steps of 64 ms, its key, how hard it is struck, and how much later than that it sounds.
  private struct Hit: Hashable {
    var step: Int
    var key: UInt8
    var velocity: UInt7 = 100
    var delay = 0
  }

  /// A hit has the same noise each time, another one where it is struck less hard.
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

  /// The note that the sound without one of some hits is said to differ in first; the last two are those that are asked for.
  private func isFound(_ missing: Int, _ hits: [Hit]) throws -> Bool {
    let notes = hits.map {
      Tones.note(key: $0.key, at: Int64(64 * $0.step), velocity: $0.velocity, channel: 9)
    }
    let place = hits.count - 2 + missing
    var played = hits
    played.remove(at: place)
    let comparison = SoundComparison(
      expected: try sound(of: hits), actual: try sound(of: played), notes: notes)
    return comparison.firstNote == notes[place]
  }

  /// How many milliseconds they sound later than the notes say: alone, and together.
  @Test(arguments: [(0, 0), (12, 12), (8, 0), (0, 8)], [0, 1])
  func theirTimesMayBeOff(_ delays: (alone: Int, together: Int), _ missing: Int) throws {
    #expect(
      try isFound(
        missing,
        [
          Hit(step: 2, key: 36, delay: delays.alone), Hit(step: 4, key: 38, delay: delays.alone),
          Hit(step: 6, key: 36, delay: delays.together), Hit(step: 6, key: 38, delay: delays.together),
        ]))
  }

  @Test(arguments: [0, 1]) func whereBothAreStruckNothingIsLearnt(_ missing: Int) throws {
    let both = (1...8).flatMap { step in Self.keys.map { Hit(step: step, key: $0) } }
    let alone = [Hit(step: 10, key: 36), Hit(step: 12, key: 38)]
    #expect(try isFound(missing, both + alone + Self.keys.map { Hit(step: 14, key: $0) }))
  }

  @Test(arguments: [0, 1]) func thoseThatAreStruckAsHardTell(_ missing: Int) throws {
    let soft = (1...16).map { Hit(step: $0, key: Self.keys[$0 % 2], velocity: 30) }
    let hard = (17...32).map { Hit(step: $0, key: Self.keys[$0 % 2]) }
    #expect(try isFound(missing, soft + hard + Self.keys.map { Hit(step: 34, key: $0) }))
  }
}
