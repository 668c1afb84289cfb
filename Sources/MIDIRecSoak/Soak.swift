internal import Dispatch
internal import Glibc
package import MIDICore
package import MIDIRecSessions
package import MIDIRecSystem
internal import Synchronization

/// A search for recordings with which a subject violates an invariant.
///
/// A soak plays storms to the subject, in rounds. A storm is generated from its seed, or is a mutation of the session's take
/// or of an earlier storm whose replies were new in some way. After each round, the first storm that violates an invariant
/// is reduced by ``Shrinker`` to the fewest messages that violate it, too. The result is a ``Finding`` per invariant.
///
/// The storms, the findings, and their recordings depend on the seed and the subject only, not on the number of jobs. A
/// deadline decides how many rounds there are.
package struct Soak: Sendable {
  /// Plays trials, each to a new subject, and returns the reactions in order, after a stop only the first ones. Several
  /// threads call it.
  package typealias Play = @Sendable ([Trial]) throws -> [Reaction]

  /// A recording with which a subject violates an invariant.
  package struct Finding: Hashable, Sendable {
    /// The violated invariant.
    package let invariant: Invariant
    /// The recording and the steps with the fewest messages that violate it.
    package let trial: Trial
    /// The evidence for the violation by the trial.
    package let evidence: Evidence
    /// The end of the reduction.
    package let reduction: Reduction
    /// The number of the storm, from 1.
    package let storm: Int
    /// The number of messages and steps of the storm before it was reduced.
    package let stormMessageCount: Int

    /// The recording.
    package var recording: Recording { trial.recording }
  }

  /// The end of a reduction.
  package enum Reduction: Hashable, Sendable {
    /// No message can be removed.
    case finished
    /// The user or the time ended it.
    case interrupted
    /// The largest number of recordings was played.
    case limited(Int)
  }

  /// The progress of a soak.
  package struct Progress: Hashable, Sendable {
    /// The number of played storms.
    package var stormCount = 0
    /// The number of findings.
    package var findingCount = 0
    /// The number of messages of the recording that is being reduced, or `nil` if none is.
    package var shrunkCount: Int?
  }

  /// The seed of the first storm. Each further storm has a seed of its own, which follows from this one.
  package var seed: UInt64 = 0
  /// The largest number of storms.
  package var stormCount = 1_000
  /// The time after which no further batch starts, on the clock of `monotonicTime()`, or `nil` for no limit.
  package var deadline: Nanoseconds?
  /// The number of threads that play.
  package var jobCount = 2
  /// The settings of the storms.
  package var storms = StormSettings()
  /// The invariants to check.
  package var invariants = InvariantSettings()
  /// The kinds of faults, one or two of which half of the storms have.
  package var faults: Set<StormFault> = []
  /// The recording of the session, of which a quarter of the storms are mutations, or `nil`.
  package var take: Recording?
  /// The largest number of candidates to play to reduce a storm.
  package var candidateLimit = 2_000
  /// A condition for each recording and the replies to it, which returns the violation, or `nil` if there is none.
  package var condition: @Sendable (Recording, [TimedMessage]) -> String? = { _, _ in nil }
  /// Ends the soak before the next batch.
  package var stop: StopToken?

  /// Creates a soak with the default settings.
  package init() {}

  /// The number of storms in each of the first rounds. The last number is that of all further rounds. Early rounds are short,
  /// so that a fault that each storm shows is found at once.
  private static let roundLengths = [16, 32, 64, 128]
  /// The number of batches of a round, which are played in parallel.
  private static let batchCount = 4
  /// The number of candidates of a reduction in a batch, which costs less than a start of several machines.
  private static let reductionBatchSize = 8
  /// The time that a batch may take if there is a deadline, because a batch isn't interrupted.
  private static let batchTime = Nanoseconds.seconds(2)
  /// Memory is measured with the first of each 16 storms, as far as the 128th one. It takes 10,000 messages.
  private static let (leanPeriod, lastLean) = (16, 128)
  /// The time after the deadline for reducing storms, and the least time for each. The next soak continues an
  /// interrupted reduction.
  private static let (shrinkTime, leastShrinkTime) = (Nanoseconds.seconds(5), Nanoseconds.seconds(2))

  /// A storm of a round, and the runs that decide about its invariants.
  private struct Entry: Sendable {
    let number: Int
    let trial: Trial
    /// The elements of a generated storm, or an empty list for a mutation.
    let elements: [StormElement]
    /// The invariants that one run of the storm doesn't decide.
    let checks: [Check]
  }

  /// An invariant that further runs decide.
  private struct Check: Sendable {
    let invariant: Invariant
    /// Whether the storm itself is the first of the runs.
    let beginsWithStorm: Bool
    /// The runs besides the storm itself.
    let runs: [Trial]

    init(_ invariant: Invariant, of trial: Trial, _ settings: InvariantSettings) {
      self.invariant = invariant
      let all = settings.runs(of: invariant, for: trial)
      beginsWithStorm = all.first == trial
      runs = beginsWithStorm ? Array(all.dropFirst()) : all
    }
  }

  /// Plays storms until the number of storms, the deadline, or a stop is reached.
  ///
  /// - Parameters:
  ///   - known: The invariants whose violation is known, so that it isn't looked for.
  ///   - progress: Receives the progress, from the calling thread.
  ///   - found: Receives each finding as soon as it is known, from the calling thread.
  ///   - play: Plays recordings to the subject.
  /// - Throws: The error of `play` or `found`, unless the soak was stopped.
  package func result(
    skipping known: Set<Invariant> = [], progress: (Progress) -> Void = { _ in },
    found: (Finding) throws -> Void = { _ in }, _ play: @escaping Play
  ) throws -> SoakReport {
    var result = SoakReport()
    // One fault often violates several of these.
    let silence = InvariantSettings.ofSilence
    var open = invariants.invariants.subtracting(
      known.isDisjoint(with: silence) ? known : known.union(silence))
    var novelty = Novelty()
    var round = 0
    var pace = Nanoseconds.seconds(1)
    progress(Progress())
    while result.stormCount < stormCount, !isOver, !open.isEmpty {
      let length = min(
        Self.roundLengths[min(round, Self.roundLengths.count - 1)], stormCount - result.stormCount)
      let entries = (1...length).map { offset in
        entry(result.stormCount + offset, open, novelty)
      }
      let start = monotonicTime()
      let (earlierCount, findingCount) = (result.stormCount, result.findings.count)
      let reactions = try reactions(to: entries, size: batchSize(of: length, pace), play) { count in
        progress(Progress(stormCount: earlierCount + count, findingCount: findingCount))
      }
      guard !reactions.isEmpty else { break }
      pace = (monotonicTime() - start) / Int64(reactions.count) * Int64(min(jobCount, Self.batchCount))
      var violated: [Invariant: Entry] = [:]
      for (entry, reactions) in zip(entries, reactions) {
        result.stormCount += 1
        result.messageCount += entry.trial.recording.messageCount
        result.replyCount += reactions[0].replies.count
        for element in entry.elements { result.elementCounts[element, default: 0] += 1 }
        if let failure = reactions[0].failure {
          let isMisbehavior = failure.kind == .misbehaved
          // A program that can't run at all is no subject.
          if !isMisbehavior, result.stormCount == 1 { throw failure }
          // The replies are incomplete, and the failure itself isn't checked.
          if !isMisbehavior || !invariants.invariants.contains(failure.violated) {
            result.undecidedCount += 1
          }
        }
        // A storm of faults isn't changed further: its silences and releases fit its faults.
        if entry.trial.steps.isEmpty { novelty.add(entry.trial.recording, reactions[0]) }
        for invariant in violations(of: entry, reactions) where open.contains(invariant) {
          // The shortest storm is reduced fastest.
          if let known = violated[invariant], known.trial.count <= entry.trial.count {
            continue
          }
          violated[invariant] = entry
        }
      }
      round += 1
      progress(Progress(stormCount: result.stormCount, findingCount: findingCount))
      for invariant in Invariant.allCases {
        guard let entry = violated[invariant] else { continue }
        guard open.contains(invariant) else { continue }
        open.subtract(silence.contains(invariant) ? silence : [invariant])
        let count = result.findings.count
        try addFinding(of: invariant, in: entry, to: &result, progress, play)
        if result.findings.count > count { try found(result.findings[count]) }
      }
    }
    result.isInterrupted = stop?.isStopRequested == true
    return result
  }

  private var isOver: Bool {
    stop?.isStopRequested == true || deadline.map { monotonicTime() >= $0 } ?? false
  }

  /// Makes the seed of a storm's faults from the storm's.
  private static let faultSeed: UInt64 = 0x6661_756C_7473

  /// Returns the seed of the storm with a number.
  private static func seed(_ seed: UInt64, _ number: Int) -> UInt64 {
    var random = SeededRandom(seed: seed &+ SplitMix64.increment &* UInt64(number))
    return random.next()
  }

  /// Returns the storm with a number.
  private func entry(_ number: Int, _ open: Set<Invariant>, _ novelty: Novelty) -> Entry {
    let seed = Self.seed(seed, number)
    let model = number % 4 == 2 ? take : number % 4 == 0 ? novelty.pick(seed) : nil
    let storm = model == nil ? Storm(seed: seed, storms) : nil
    let mutation = model.map { StormMutation.mutated($0, seed: seed, storms) }
    var trial = invariants.settled(Trial(storm?.recording ?? mutation ?? Recording()))
    // Half of the storms, among them half of those from the take. The first one shows whether the subject runs at all.
    if [1, 2, 3, 5].contains(number % 8), number > 1, !faults.isEmpty {
      let kinds = StormFault.allCases.filter(faults.contains)
      trial = invariants.settled(StormFaults.trial(trial.recording, seed: seed ^ Self.faultSeed, kinds))
    }
    // The second run of each storm would take as long as a different storm, which finds more.
    let decided = Invariant.allCases.filter { invariant in
      guard open.contains(invariant), !Invariant.ofOneRun.contains(invariant) else { return false }
      return switch invariant {
      case .satisfies: false
      case .lean: number % Self.leanPeriod == 1 && number <= Self.lastLean
      case .repeatable: number % 8 == 1
      default: number % 2 == 0
      }
    }
    return Entry(
      number: number, trial: trial, elements: storm?.elements ?? [],
      checks: decided.map { Check($0, of: trial, invariants) })
  }

  /// Returns the reactions to each storm, first the one to the storm itself. Reactions to the last storms are missing if the
  /// deadline or a stop ends the soak.
  private func reactions(
    to entries: [Entry], size: Int, _ play: @escaping Play, progress: (Int) -> Void
  ) throws -> [[Reaction]] {
    try batched(
      entries.map { [$0.trial] + $0.checks.flatMap(\.runs) }, size: size, until: deadline, play,
      progress: progress)
  }

  /// Returns the number of lists of trials in a batch.
  ///
  /// - Parameter pace: The time for a list on one thread, which matters only if there is a deadline.
  private func batchSize(of count: Int, _ pace: Nanoseconds = .zero) -> Int {
    let size = max(1, (count + Self.batchCount - 1) / Self.batchCount)
    guard deadline != nil, pace > .zero else { return size }
    return min(size, max(1, Int(Self.batchTime.rawValue / pace.rawValue)))
  }

  /// Plays lists of trials in batches, and returns the reactions to the first ones that were played.
  ///
  /// - Parameter progress: Receives the number of played lists, from the calling thread.
  private func batched(
    _ lists: [[Trial]], size: Int, until end: Nanoseconds?, _ play: @escaping Play,
    progress: (Int) -> Void = { _ in }
  ) throws -> [[Reaction]] {
    let batches = stride(from: 0, to: lists.count, by: size).map {
      Array(lists[$0..<min($0 + size, lists.count)])
    }
    let results = Mutex<[Int: Result<[Reaction], any Error>]>([:])
    let next = Atomic(0)
    let playedCount = Atomic(0)
    let (stop, caller) = (stop, pthread_self())
    withoutActuallyEscaping(progress) { progress in
      // Only the calling thread calls it.
      nonisolated(unsafe) let progress = progress
      DispatchQueue.concurrentPerform(iterations: min(jobCount, batches.count)) { _ in
        while stop?.isStopRequested != true, end.map({ monotonicTime() < $0 }) ?? true {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < batches.count else { return }
          let result = Result { try play(batches[index].flatMap(\.self)) }
          results.withLock { $0[index] = result }
          let count = playedCount.wrappingAdd(batches[index].count, ordering: .relaxed).newValue
          if pthread_self() == caller { unsafe progress(count) }
        }
      }
    }
    let found = results.withLock { $0 }
    var reactions: [[Reaction]] = []
    for (index, batch) in batches.enumerated() {
      guard var rest = try found[index]?.get()[...] else { break }
      for list in batch {
        // A batch that was stopped has only its first reactions.
        guard rest.count >= list.count else { return reactions }
        reactions.append(Array(rest.prefix(list.count)))
        rest = rest.dropFirst(list.count)
      }
    }
    return reactions
  }

  /// Returns the invariants that a storm violates.
  private func violations(of entry: Entry, _ reactions: [Reaction]) -> [Invariant] {
    let sounding =
      reactions[0].failure == nil ? invariants.soundsAfterSilence(of: entry.trial, reactions[0]) : [:]
    var violated = (Invariant.ofOneRun + [.satisfies]).filter { invariant in
      InvariantSettings.ofSilence.contains(invariant)
        ? sounding[invariant] != nil
        : invariants.violation(of: invariant, by: entry.trial, [reactions[0]], satisfying: condition)
          != nil
    }
    var rest = reactions.dropFirst()
    for check in entry.checks {
      let own = (check.beginsWithStorm ? [reactions[0]] : []) + rest.prefix(check.runs.count)
      rest = rest.dropFirst(check.runs.count)
      if invariants.violation(of: check.invariant, by: entry.trial, own) != nil {
        violated.append(check.invariant)
      }
    }
    return violated
  }

  // MARK: Findings

  private func addFinding(
    of invariant: Invariant, in entry: Entry, to result: inout SoakReport, _ progress: (Progress) -> Void,
    _ play: @escaping Play
  ) throws {
    var state = Progress(
      stormCount: result.stormCount, findingCount: result.findings.count,
      shrunkCount: entry.trial.count)
    progress(state)
    guard let cause = try evidence(of: invariant, by: entry.trial, play) else {
      if stop?.isStopRequested != true { result.unconfirmed.insert(invariant) }
      return
    }
    let (minimal, reduction, evidence) = try shrunk(
      entry.trial, of: invariant, like: cause,
      progress: { count in
        state.shrunkCount = count
        progress(state)
      }, play)
    let isSame = result.findings.contains { $0.trial == minimal }
    guard !isSame else { return }
    result.findings.append(
      Finding(
        invariant: evidence.invariant, trial: minimal, evidence: evidence, reduction: reduction,
        storm: entry.number, stormMessageCount: entry.trial.count))
  }

  /// Plays a trial alone, and returns the evidence that it violates an invariant, or `nil` if it doesn't or the soak was
  /// stopped.
  package func evidence(of invariant: Invariant, by trial: Trial, _ play: Play) throws -> Evidence? {
    let runs = invariants.runs(of: invariant, for: trial)
    let reactions = try play(runs)
    guard reactions.count == runs.count else { return nil }
    return invariants.evidence(of: invariant, by: trial, reactions, satisfying: condition)
  }

  /// Returns a trial with the fewest faults and messages that violates an invariant in the same way, why it isn't reduced
  /// further, and the evidence for its violation. A note that never ends may become one that still sounds at the end, which is
  /// clearer.
  ///
  /// - Parameters:
  ///   - cause: The evidence for the violation by the trial.
  ///   - progress: Receives the number of messages and steps of each smaller trial.
  package func shrunk(
    _ trial: Trial, of invariant: Invariant, like cause: Evidence, progress: (Int) -> Void,
    _ play: @escaping Play
  ) throws -> (trial: Trial, reduction: Reduction, evidence: Evidence) {
    let end = deadline.map { deadline in
      max(deadline.adding(Self.shrinkTime), monotonicTime().adding(Self.leastShrinkTime))
    }
    var simplest = (trial: invariants.settled(trial), evidence: cause)
    let clearer: [Invariant] =
      invariant == .paired && invariants.invariants.contains(.released) ? [.released] : []
    func firstFailing(_ candidates: [Trial]) throws -> Int? {
      let settled = candidates.map(invariants.settled)
      let lists = settled.map { invariants.runs(of: invariant, for: $0) }
      let reactions = try batched(lists, size: Self.reductionBatchSize, until: end, play)
      guard reactions.count == lists.count else { throw CancellationError() }
      for index in settled.indices {
        let current = simplest.evidence.invariant
        let kinds = current == invariant ? clearer + [invariant] : [current]
        let evidence = kinds.lazy.compactMap { kind in
          invariants.evidence(of: kind, by: settled[index], reactions[index], satisfying: condition)
        }.first
        guard let evidence, invariant != .alive || evidence.violation.isSameFailure(as: cause.violation)
        else { continue }
        simplest = (settled[index], evidence)
        return index
      }
      return nil
    }
    var trial = trial
    var reduction = Reduction.finished
    do {
      try reduceFaults(of: &trial, firstFailing)
      let steps = trial.steps
      var shrinker = Shrinker(trial.encoded, limit: candidateLimit)
      let isComplete = try shrinker.reduce(progress: { progress($0.messageCount) }) { candidates in
        let decoded = candidates.map { Trial(decoding: $0, steps) }
        let possible = decoded.indices.filter { decoded[$0] != nil }
        return try firstFailing(possible.compactMap { decoded[$0] }).map { possible[$0] }
      }
      trial = Trial(decoding: shrinker.simplest, steps) ?? trial
      reduction =
        shrinker.isFinished ? .finished : isComplete ? .limited(candidateLimit) : .interrupted
      if isComplete { try reduceFaults(of: &trial, firstFailing) }
    } catch is CancellationError {
      reduction = .interrupted
    }
    if reduction != .interrupted { simplest.trial = invariants.settled(trial) }
    // On a separate machine, as `midirec test` plays it. After a stop, no trial is played.
    let evidence =
      try evidence(of: simplest.evidence.invariant, by: simplest.trial, play) ?? simplest.evidence
    return (simplest.trial, reduction, evidence)
  }

  /// Removes the faults that the failure doesn't need, and simplifies the others.
  private func reduceFaults(of trial: inout Trial, _ firstFailing: ([Trial]) throws -> Int?) throws {
    for candidates in [\Trial.withoutFaults, \.withSimplerSteps] {
      while true {
        let simpler = trial[keyPath: candidates]
        guard !simpler.isEmpty, let index = try firstFailing(simpler) else { break }
        trial = simpler[index]
      }
    }
  }
}

/// The findings of a soak, and the numbers of its storms and messages.
package struct SoakReport: Sendable {
  /// The findings in the order in which they were found.
  package var findings: [Soak.Finding] = []
  /// The number of played storms.
  package var stormCount = 0
  /// The number of their messages.
  package var messageCount = 0
  /// The number of the subject's messages.
  package var replyCount = 0
  /// The number of storms during which events were lost, or for which the subject didn't start, so that no invariant was
  /// decided.
  package var undecidedCount = 0
  /// The invariants that were violated only together with other runs on the same machine, and not again alone.
  package var unconfirmed: Set<Invariant> = []
  /// The number of storms by the elements that they have. Mutations don't count.
  package var elementCounts: [StormElement: Int] = [:]
  /// Whether the soak was stopped before all storms were played.
  package var isInterrupted = false
}

extension String {
  /// Returns whether a failure has the same reason, which can be at a different place.
  fileprivate func isSameFailure(as other: String) -> Bool {
    func kind(_ text: String) -> Substring {
      let places = [" after ", " before ", ":", ","].compactMap { text.firstRange(of: $0)?.lowerBound }
      return text[..<(places.min() ?? text.endIndex)]
    }
    return kind(self) == kind(other)
  }
}

extension Shrinker {
  /// Searches the simplest recording that fails in the same way, and returns whether the search wasn't interrupted:
  /// `failing` throws a `CancellationError` to end it.
  fileprivate mutating func reduce(progress: (Progress) -> Void, failing: Predicate) throws -> Bool {
    do {
      _ = try minimal(progress: progress, failing: failing)
      return true
    } catch is CancellationError {
      return false
    }
  }
}
