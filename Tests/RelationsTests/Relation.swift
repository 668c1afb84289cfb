import TestSupport

/// The relations, each of which is a function in an extension, and their check.
enum Relation {
  /// Returns the first failure of a relation, with the simplest take that fails, or `nil` if the relation holds.
  static func firstFailure(of relation: (WildTake) throws -> String?, for seeds: [UInt64]) -> String? {
    func failure(_ take: WildTake) -> String? {
      do { return try relation(take) } catch { return "\(error)" }
    }
    for (index, seed) in seeds.enumerated() {
      let take = WildTake(seed: seed)
      guard let first = failure(take) else { continue }
      let simplest = take.simplest { failure($0) != nil }
      return """
        \(failure(simplest) ?? first)
        Take \(index + 1) of the run fails; repeat it with MIDIREC_SEED=\(seed). The simplest take that fails:
        \(simplest)
        """
    }
    return nil
  }
}
