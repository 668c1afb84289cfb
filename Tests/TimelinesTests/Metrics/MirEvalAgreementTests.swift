import Foundation
import TestSupport
import Testing

/// Random transcriptions, evaluated by midirec and by mir_eval.
@Suite(.enabled(if: TestEnvironment.hasPeers, "MIDIREC_PEER_PYTHON names no Python: see Scripts/test"))
struct MirEvalAgreementTests {
  @Test func metricsOfRandomTranscriptionsEqualMirEval() async throws {
    let cases = (0..<200).map { randomCase(seed: $0) }
    let scores = try await TranscriptionCase.mirEvalScores(of: cases)
    for (seed, (pair, score)) in zip(cases, scores).enumerated() {
      #expect(score.disagreements(with: pair.metrics) == [], "seed \(seed)")
    }
  }

  /// Returns up to 80 notes in up to 4 seconds, in any order.
  ///
  /// The notes have few pitches on a grid of 5 ms, so that many are equal, many distances equal the tolerance, and many
  /// maximum pairings exist.
  private func randomCase(seed: UInt64) -> TranscriptionCase {
    var generator = SeededGenerator(seed: seed)
    let slots = Int.random(in: 4...800, using: &generator)
    let pitches = Int.random(in: 1...6, using: &generator)
    func notes() -> [[Double]] {
      (0..<Int.random(in: 0...80, using: &generator)).map { _ in
        let onset = Int.random(in: 0..<slots, using: &generator)
        let length = Int.random(in: 1...120, using: &generator)
        // Not 50 cents, because logarithms are rounded differently on other systems.
        let detuning = [-51, -49, -25, 0, 0, 25, 49, 51].randomElement(using: &generator) ?? 0
        let cents = Double(Int.random(in: 0..<pitches, using: &generator) * 100 + detuning)
        return [Double(onset) / 200, Double(onset + length) / 200, 220 * exp2(cents / 1200)]
      }
    }
    let expected = notes()
    // Every second case is a performance of the same notes: each deviates slightly, some are missing, and the order
    // differs.
    guard seed % 2 == 0 else { return TranscriptionCase(expected: expected, actual: notes()) }
    let actual = expected.filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }.map { note in
      let shift = Double(Int.random(in: -12...12, using: &generator)) / 200
      let onset = max(0, note[0] + shift)
      return [onset, max(onset + 0.005, note[1] + shift * 2), note[2]]
    }
    return TranscriptionCase(expected: expected, actual: actual.shuffled(using: &generator))
  }
}
