import MIDICore
import TestSupport
import Testing
import Timelines

/// Proof that a change of the whole take is reported once and hides nothing: sessions with one to ten other changes and
/// a change of the whole take have the differences of the other changes and the change itself.
@Suite struct TakeMutationTests {
  /// The number of takes of each kind. Full tests have 5,000 in total.
  private static let count = TestEnvironment.isFull ? 455 : 20

  private static let takes: [OriginalTake] = TestEnvironment.files(below: "Recordings", endingIn: ".mid")
    .compactMap { try? OriginalTake($0) }.filter { $0.notes.count >= 20 }

  /// Returns the kinds of the other changes. The time of a change near the tolerance depends on the rounding of a tempo,
  /// and an added or moved note may be on a channel with a different interval.
  private static func singleKinds(_ kind: TakeMutation.Kind) -> [Mutation.Kind] {
    let kinds: [Mutation.Kind] = [.drop, .add, .semitone, .octave, .hang, .velocity]
    return switch kind {
    case .misreadTempo: kinds + [.channel]
    // An added note doesn't tell its source.
    case .dropSource: [.drop, .velocity, .shift, .stretch]
    case .transposeOne: [.drop, .semitone, .octave, .hang, .velocity, .shift, .stretch, .bend, .controller]
    default: kinds + [.channel, .shift, .stretch, .bend, .controller, .systemExclusive]
    }
  }

  @Test(arguments: TakeMutation.Kind.allCases)
  func changeOfTheTakeIsReportedOnceAndHidesNothing(kind: TakeMutation.Kind) throws {
    try #require(!Self.takes.isEmpty)
    var generator = SeededGenerator(seed: 2027)
    var (count, attempts) = (0, 0)
    var sessions: Set<String> = []
    while count < Self.count, attempts < 100_000 {
      let original = Self.takes[attempts % Self.takes.count]
      attempts += 1
      guard original.notes.count < 400 || attempts % 7 == 0 else { continue }
      var changed = original
      let singleCount = Int.random(in: 1...min(10, original.notes.count / 10), using: &generator)
      for _ in 0..<singleCount {
        let single = Self.singleKinds(kind).randomElement(using: &generator) ?? .drop
        guard let mutation = Mutation.single(single, changed, isBeyond: true, &generator) else { continue }
        changed = OriginalTake(mutation.recording, name: original.name)
      }
      guard let take = TakeMutation.change(kind, changed.recording, of: original, &generator) else {
        continue
      }
      func facts(_ recording: Recording) -> [Mutation.Fact] {
        Mutation.facts(
          Comparison(
            expected: original.performance, actual: Performance(recording), options: Mutation.options))
      }
      var wanted = facts(changed.recording).flatMap(take.map)
      wanted += take.changes.map { change in
        switch change {
        case .shifted(let shift): .shifted(shift)
        case .stretched: .stretched
        default: .take(change)
        }
      }
      let found = facts(take.recording)
      #expect(
        found.counts == wanted.counts,
        "\(kind) in \(original.name), attempt \(attempts): \(Set(found).subtracting(wanted)) instead of \(Set(wanted).subtracting(found))"
      )
      sessions.insert(original.name)
      count += 1
    }
    print("\(kind.rawValue): \(count) takes of \(sessions.count) sessions")
    #expect(count == Self.count)
  }
}

extension [Mutation.Fact] {
  /// The number of occurrences of each fact.
  fileprivate var counts: [Mutation.Fact: Int] { Dictionary(map { ($0, 1) }, uniquingKeysWith: +) }
}
