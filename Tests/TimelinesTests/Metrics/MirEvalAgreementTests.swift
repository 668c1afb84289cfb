import Foundation
import TestSupport
import Testing

/// Random transcriptions, judged here and by mir_eval itself.
@Suite(.enabled(if: TestEnvironment.hasPeers, "MIDIREC_PEER_PYTHON names no Python: see Scripts/test"))
struct MirEvalAgreementTests {
  @Test func metricsOfRandomTranscriptionsAreThoseOfMirEval() async throws {
    let cases = (0..<200).map { randomCase(seed: $0) }
    let scores = try await TranscriptionCase.mirEvalScores(of: cases)
    for (seed, (pair, score)) in zip(cases, scores).enumerated() {
      #expect(score.disagreements(with: pair.metrics) == [], "seed \(seed)")
    }
  }

  /// Up to 80 notes in up to 4 seconds, in any order, of few pitches on a grid of 5 ms, so that many are alike, many
  /// distances are just the tolerance, and many largest sets of pairs are possible.
  private func randomCase(seed: UInt64) -> TranscriptionCase {
    var generator = SeededGenerator(seed: seed)
    let slots = Int.random(in: 4...800, using: &generator)
    let pitches = Int.random(in: 1...6, using: &generator)
    func notes() -> [[Double]] {
      (0..<Int.random(in: 0...80, using: &generator)).map { _ in
        let onset = Int.random(in: 0..<slots, using: &generator)
        let length = Int.random(in: 1...120, using: &generator)
        // Not 50 cents: a logarithm may be rounded otherwise elsewhere.
        let detuning = [-51, -49, -25, 0, 0, 25, 49, 51].randomElement(using: &generator) ?? 0
        let cents = Double(Int.random(in: 0..<pitches, using: &generator) * 100 + detuning)
        return [Double(onset) / 200, Double(onset + length) / 200, 220 * exp2(cents / 1200)]
      }
    }
    let expected = notes()
    // Every other time a performance of the same notes: each a bit off, some left out, in another order.
    guard seed % 2 == 0 else { return TranscriptionCase(expected: expected, actual: notes()) }
    let actual = expected.filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }.map { note in
      let shift = Double(Int.random(in: -12...12, using: &generator)) / 200
      let onset = max(0, note[0] + shift)
      return [onset, max(onset + 0.005, note[1] + shift * 2), note[2]]
    }
    return TranscriptionCase(expected: expected, actual: actual.shuffled(using: &generator))
  }
}
