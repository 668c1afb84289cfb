import Following
import TestSupport
import Testing
import Timelines

/// The growth of the cost of metrics, for an optimized build.
@Suite(.serialized, .enabled(if: TestEnvironment.isFull, "takes long: Scripts/test --full"))
struct TranscriptionGrowthTests {
  /// Returns a hundred notes per second of 88 keys, each with a slight deviation.
  private func notes(_ count: Int, seed: UInt64) -> [TranscriptionNote] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      let onset = Double(index) / 100 + Double.random(in: 0...0.02, using: &generator)
      let duration = Double.random(in: 0.1...0.5, using: &generator)
      return TranscriptionNote(onset: onset, offset: onset + duration, pitch: Double(index * 31 % 88) / 12)
    }
  }

  @Test(arguments: [1000, 10_000, 100_000, 1_000_000])
  func timeGrowsWithTheNotes(count: Int) {
    let (expected, actual) = (notes(count, seed: 1), notes(count, seed: 2))
    var pairs = 0
    let time = ProcessorTime.measure {
      pairs = TranscriptionMetrics(expected: expected, actual: actual).notesWithoutOffset.pairs
    }
    print("Metrics of \(count) against \(count): \(time), \(pairs) pairs")
    #expect(pairs == count)
  }
}
