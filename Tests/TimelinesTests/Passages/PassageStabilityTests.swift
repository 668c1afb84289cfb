import TestSupport
import Testing

/// Proof that one more changed note doesn't change the explanation of a changed passage.
@Suite struct PassageStabilityTests {
  /// The number of pieces of each kind.
  private static let count = TestEnvironment.isFull ? 40 : 1

  /// The number of notes that are enough if they start at less than three times. A single note decides about them.
  private static let minCount = 8

  @Test(arguments: PassageMutation.Kind.allCases)
  func singleChangeDoesNotFlipTheExplanation(kind: PassageMutation.Kind) {
    var generator = SeededGenerator(seed: 43)
    var (count, seed) = (0, UInt64(0))
    while count < Self.count, seed < 1000 {
      seed += 1
      guard let mutation = PassageMutation(kind, PassagePiece(seed: seed % 100), &generator, singleCount: 0),
        mutation.isInside.count(where: { $0 }) > Self.minCount, PassageJudgment(mutation).isNamed
      else { continue }
      count += 1
      for single in [PassageMutation.Single.drop, .add, .semitone] {
        for isInside in [false, true] {
          guard let changed = mutation.adding(single, isInside: isInside, &generator) else { continue }
          let judgment = PassageJudgment(changed)
          #expect(
            judgment.isNamed && judgment.hidden.isEmpty,
            "\(kind) \(seed), \(single) \(isInside ? "inside" : "outside"): \(judgment.faults) \(judgment.hidden)"
          )
        }
      }
    }
    #expect(count == Self.count)
  }
}
