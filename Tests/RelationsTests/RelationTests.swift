import TestSupport
import Testing

/// Relations that hold for each take, however untidy it is.
///
/// A relation is a function that returns its failure with a take, or `nil`. A failure names the seed of its take:
/// `MIDIREC_SEED` repeats it.
@Suite struct RelationTests {
  @Test func readingFindsWhatWasWritten() { expect(Relation.readingFindsWhatWasWritten) }

  @Test func repairsKeepTheTake() { expect(Relation.repairsKeepTheTake) }

  @Test func damagedTakeEqualsItself() { expect(Relation.damagedTakeEqualsItself) }

  @Test func viewsCountTheSame() { expect(Relation.viewsCountTheSame) }

  @Test func takeEqualsItsConversions() { expect(Relation.conversionsKeepTheTake) }

  @Test func changedMessageIsReportedIfTimelineChanges() {
    expect(Relation.changedMessageIsReportedIfTimelineChanges)
  }

  @Test func changedLineIsReported() { expect(Relation.changedLineIsReported) }

  @Test func wholeTakeChangeLeavesTheRest() { expect(Relation.wholeTakeChangeLeavesTheRest) }

  /// Checks a relation with each take of the run, and records the first failure with the simplest take that fails.
  private func expect(
    _ relation: (WildTake) throws -> String?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let failure = Relation.firstFailure(of: relation, for: WildTake.seeds) else { return }
    Issue.record("\(failure)", sourceLocation: sourceLocation)
  }
}
