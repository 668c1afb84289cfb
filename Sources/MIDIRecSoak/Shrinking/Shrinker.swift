package import MIDICore

/// Reduces a failing take to the fewest messages and the simplest values that fail in the same way.
///
/// The shrinker derives ``Candidate``s from the simplest failing take that it has, and hands batches of them to the
/// caller. The caller plays them and returns the first that still fails, which becomes the simplest failing take. It is
/// always simpler than the one before (``Complexity``), so that the shrinker ends. A round has four steps:
/// 1. It searches the few tracks, channels, kinds of messages, and gestures (a note with its end, a press of a pedal)
///    that the failure needs, and removes the others.
/// 2. It joins tracks, searches the few details that the failure needs as they are, and simplifies the others: pauses
///    become 100 ms, channels become channel 1, keys C4, and so on.
/// 3. It tries to remove each gesture and each message, so that a note may lose its end if the predicate allows that.
/// 4. It tries to simplify each detail that is left, as far as possible.
///
/// Rounds are repeated until one finds nothing simpler, so that no gesture or message of the result can be removed.
///
/// The result depends on the take, the predicate, and the batch size only. A recording that passed isn't tried again.
/// Empty tracks are left out, and the tracks of a simpler take end together. If every recording fails, the result has
/// no track.
package struct Shrinker {
  /// The state of a shrinker.
  package struct Progress: Hashable, Sendable {
    /// The number of messages of the simplest failing take.
    package var messageCount: Int
    /// The number of recordings that were handed to the predicate.
    package var triedCount = 0
    /// The number of batches in which they were handed over.
    package var batchCount = 0
  }

  /// Tests recordings in order of preference, and returns the index of the first that fails in the same way, or `nil`.
  package typealias Predicate = (_ recordings: [Recording]) throws -> Int?

  /// Tests candidates, accepts the first that fails, and returns its index, or `nil`.
  ///
  /// The steps get it as a parameter, because it uses the caller's closures, which a shrinker can't store.
  typealias Attempt = (inout Shrinker, [Candidate]) throws -> Int?

  /// The error of an attempt after the maximum number of recordings.
  private struct LimitError: Error {}

  /// The simplest failing recording so far. It is also available after the predicate has thrown an error.
  package private(set) var simplest: Recording
  /// The state so far.
  package private(set) var progress: Progress
  /// Whether the shrinker has tried everything, and didn't stop at the limit.
  package private(set) var isFinished = false

  /// The maximum number of recordings per batch.
  let batchSize: Int
  /// The simplest failing candidate.
  private(set) var best: Candidate
  private let limit: Int
  /// The candidates that didn't fail, by their number of messages.
  private var passed: [Int: Set<Candidate>] = [:]

  /// Creates a shrinker.
  ///
  /// - Parameters:
  ///   - recording: A recording that fails.
  ///   - batchSize: The maximum number of recordings that the predicate gets at once.
  ///   - limit: The maximum number of recordings that the predicate gets.
  package init(_ recording: Recording, batchSize: Int = 16, limit: Int = 2000) {
    simplest = recording
    best = Candidate(recording)
    progress = Progress(messageCount: best.events.count)
    self.batchSize = max(1, batchSize)
    self.limit = limit
  }

  /// Returns the simplest recording that fails in the same way.
  ///
  /// - Parameters:
  ///   - report: Gets the state after each batch.
  ///   - failing: Returns the first of some recordings that fails. All recordings before it must have passed.
  /// - Returns: The recording, or `nil` if the given recording doesn't fail.
  /// - Throws: The error of the predicate.
  package mutating func minimal(
    progress report: (Progress) -> Void = { _ in }, failing: Predicate
  ) throws -> Recording? {
    guard try test([simplest], failing) != nil else { return nil }
    report(progress)
    let attempt: Attempt = { shrinker, candidates in
      let index = try shrinker.test(candidates.map(\.recording), failing)
      if let index { shrinker.accept(candidates[index]) }
      report(shrinker.progress)
      return index
    }
    do {
      var previous: Candidate
      repeat {
        previous = best
        try removeEvents(attempt)
        try simplifyDetails(attempt)
        try removeOneByOne(attempt)
        // Removed events leave long pauses. If none was removed, these candidates have all been tried.
        try simplifyDetails(attempt)
        try simplifyOneByOne(attempt)
      } while best != previous
      isFinished = true
    } catch is LimitError {
      // The simplest take so far is the result.
    }
    return simplest
  }

  private mutating func test(_ recordings: [Recording], _ failing: Predicate) throws -> Int? {
    progress.triedCount += recordings.count
    progress.batchCount += 1
    return try failing(recordings)
  }

  private mutating func accept(_ candidate: Candidate) {
    best = candidate
    simplest = candidate.recording
    progress.messageCount = candidate.events.count
    // Candidates with more messages aren't simpler, so that they aren't tried again.
    passed = passed.filter { $0.key <= candidate.events.count }
  }

  /// Tries candidates in order until one fails or a batch is full. Candidates that were tried, or aren't simpler, pass.
  ///
  /// - Parameters:
  ///   - candidates: The candidates. The sequence is lazy if they are many.
  ///   - width: The maximum number of recordings of the batch, which is never more than the batch size.
  /// - Returns: The number of candidates that the batch has used, and the position of the accepted one, or `nil`.
  mutating func tryNext(
    _ candidates: some Sequence<Candidate>, width: Int = .max, _ attempt: Attempt
  ) throws -> (count: Int, accepted: Int?) {
    let room = min(width, batchSize, limit - progress.triedCount)
    var (batch, positions, count) = ([Candidate](), [Int](), 0)
    for candidate in candidates {
      if room > 0, batch.count == room { break }
      count += 1
      guard !batch.contains(candidate), passed[candidate.events.count]?.contains(candidate) != true,
        candidate.isInOrder, candidate.isSimpler(than: best)
      else { continue }
      // The limit is an error only if a candidate is left.
      guard room > 0 else { throw LimitError() }
      batch.append(candidate)
      positions.append(count - 1)
    }
    guard !batch.isEmpty else { return (count, nil) }
    let index = try attempt(&self, batch)
    for candidate in batch[..<(index ?? batch.count)] {
      passed[candidate.events.count, default: []].insert(candidate)
    }
    return (count, index.map { positions[$0] })
  }

  /// Tries all candidates in order until one fails, and returns its position, or `nil`.
  mutating func tryAll(_ candidates: [Candidate], _ attempt: Attempt) throws -> Int? {
    var place = 0
    while place < candidates.count {
      let (count, accepted) = try tryNext(candidates[place...], attempt)
      if let accepted { return place + accepted }
      place += count
    }
    return nil
  }
}

extension Candidate {
  /// Returns whether this candidate is simpler than another.
  fileprivate func isSimpler(than other: Candidate) -> Bool {
    // Counting is enough for most candidates.
    events.count == other.events.count
      ? Complexity(self) < Complexity(other) : events.count < other.events.count
  }
}
