import MIDICore
import TestSupport
import Testing
import Timelines

/// Proof that comparisons report the actual change: one change at a time is made to each session.
///
/// Every change beyond the tolerance is found as itself, with no other difference. No change within the tolerance is
/// reported. The recording determines the expected report: a note added to a sounding key is a retrigger; notes that a
/// pedal held differently are reported with the pedal; no other consequence is reported (the stray note-off of a note,
/// different ends of notes after a lost note-off, held notes that a strike of their key ended).
@Suite struct MutationTests {
  /// The number of mutations of each kind. Full tests have 5,000 in total.
  private static let count = TestEnvironment.isFull ? 264 : 26

  private static let takes: [OriginalTake] = TestEnvironment.files(below: "Recordings", endingIn: ".mid")
    .compactMap { try? OriginalTake($0) }.filter { !$0.recording.tracks.isEmpty }

  @Test(arguments: Mutation.Kind.allCases)
  func everyMutationIsFoundAsItself(kind: Mutation.Kind) throws {
    try #require(!Self.takes.isEmpty)
    var generator = SeededGenerator(seed: 2026)
    var counts = (beyond: 0, within: 0)
    var sessions: Set<String> = []
    var attempts = 0
    while counts.beyond + counts.within < Self.count, attempts < 100_000 {
      let take = Self.takes[attempts % Self.takes.count]
      attempts += 1
      // Long takes occur less often: they take longer and prove the same.
      guard take.notes.count < 400 || attempts % 7 == 0 else { continue }
      let isBeyond = attempts / Self.takes.count % 2 == 0
      guard let mutation = Mutation.single(kind, take, isBeyond: isBeyond, &generator) else { continue }
      let comparison = Comparison(
        expected: take.performance, actual: Performance(mutation.recording), options: Mutation.options)
      let facts = Mutation.facts(comparison)
      #expect(
        Set(facts) == mutation.facts && facts.count == mutation.facts.count,
        "\(kind) in \(take.name), attempt \(attempts): \(facts) instead of \(mutation.facts)")
      sessions.insert(take.name)
      if mutation.facts.isEmpty { counts.within += 1 } else { counts.beyond += 1 }
    }
    print(
      "\(kind.rawValue): \(counts.beyond) beyond the tolerance, \(counts.within) within, in \(sessions.count) sessions"
    )
    #expect(counts.beyond + counts.within == Self.count)
  }
}
