internal import MIDICore

/// The steps of a round.
extension Shrinker {
  /// Removes the events that the failure doesn't need: tracks, channels, kinds of messages, and gestures.
  mutating func removeEvents(_ attempt: Attempt) throws {
    for groups in [\Candidate.tracks, \.channels, \.families, \.units] {
      let (source, groups) = (best, best[keyPath: groups])
      try keepOnlyNeeded(of: groups.count, attempt) { kept in
        var isRemoved = [Bool](repeating: false, count: source.events.count)
        for group in groups.indices where !kept[group] {
          for index in groups[group] { isRemoved[index] = true }
        }
        return source.removing(isRemoved)
      }
    }
  }

  /// Joins tracks, and gives the simplest value to the details that the failure doesn't need as they are.
  mutating func simplifyDetails(_ attempt: Attempt) throws {
    while try tryAll(best.joined, attempt) != nil {}
    let (source, details) = (best, best.details)
    try keepOnlyNeeded(of: details.count, attempt) { kept in
      source.simplifying(details.indices.lazy.filter { !kept[$0] }.map { details[$0] })
    }
    while try tryAll(best.commonSimplifications, attempt) != nil {}
  }

  /// Tries to remove all note-offs or another kind of messages, each gesture, and each message.
  mutating func removeOneByOne(_ attempt: Attempt) throws {
    let source = best
    let groups = source.kinds + source.units + source.events.indices.map { [$0] }
    var isRemoved = [Bool](repeating: false, count: source.events.count)
    var place = 0
    while place < groups.count {
      let (count, accepted) = try tryNext(
        groups[place...].lazy.map { [isRemoved] group in
          var isRemoved = isRemoved
          for index in group { isRemoved[index] = true }
          return source.removing(isRemoved)
        }, attempt)
      if let accepted {
        for index in groups[place + accepted] { isRemoved[index] = true }
      }
      place += accepted.map { $0 + 1 } ?? count
    }
  }

  /// Tries the simplifications of each detail until none is left.
  mutating func simplifyOneByOne(_ attempt: Attempt) throws {
    var details = best.details
    var finished: Set<Detail> = []
    while let first = details.first {
      // As many details as fill a batch; at least one.
      var candidates = best.simplifications(of: first)
      var owners = candidates.map { _ in 0 }
      var end = 1
      while end < details.count {
        let others = best.simplifications(of: details[end])
        if candidates.count + others.count > batchSize { break }
        candidates += others
        owners += others.map { _ in end }
        end += 1
      }
      if let accepted = try tryAll(candidates, attempt) {
        // The same detail may become simpler still. Its name may differ: it is a channel or a key.
        finished.formUnion(details[..<owners[accepted]])
        details = best.details.filter { !finished.contains($0) }
      } else {
        finished.formUnion(details[..<end])
        details.removeFirst(end)
      }
    }
  }
}

/// The search.
extension Shrinker {
  /// Finds the few items that a failure needs, and accepts candidates with fewer and fewer of the others.
  ///
  /// The shortest failing prefix of the items ends with a needed one. The search continues with the items before it, while
  /// the needed items stay. This takes few batches per needed item. If most items are needed, trying each of them is
  /// faster: the search then only removes chunks, and leaves the rest to the steps that try one by one.
  ///
  /// - Parameters:
  ///   - count: The number of items. The current candidate has all of them.
  ///   - candidate: Returns the candidate with the marked items only.
  mutating func keepOnlyNeeded(
    of count: Int, _ attempt: Attempt, candidate: @escaping (_ kept: [Bool]) -> Candidate
  ) throws {
    // Half batches divide the range into fewer parts, but take less time.
    let width = max(2, batchSize / 2)
    var needed: [Int] = []
    var rest = count
    func prefix(_ length: Int) -> Candidate {
      var kept = [Bool](repeating: false, count: count)
      for item in 0..<length { kept[item] = true }
      for item in needed { kept[item] = true }
      return candidate(kept)
    }
    while rest > 0 {
      // The prefix of length `high` fails; prefixes shorter than `low` pass.
      var (low, high) = (0, rest)
      while low < high {
        let parts = min(width, high - low)
        let lengths = (0..<parts).map { low + (high - low) * $0 / parts }
        let (used, accepted) = try tryNext(lengths.lazy.map(prefix), width: width, attempt)
        if let accepted { high = lengths[accepted] }
        let passedCount = accepted ?? used
        if passedCount > 0 { low = lengths[passedCount - 1] + 1 }
      }
      rest = high
      if rest > 0 {
        rest -= 1
        needed.append(rest)
      }
      // More than one of eight items was needed, so that the search takes longer than trying each item.
      if needed.count >= 4, needed[0] - rest < 8 * needed.count, rest > width {
        return try removeChunks(of: Array(0..<rest) + needed.reversed(), count: count, attempt, candidate)
      }
    }
  }

  /// Removes chunks of items: quarters, then sixteenths, and so on, but not single items.
  private mutating func removeChunks(
    of items: [Int], count: Int, _ attempt: Attempt,
    _ candidate: @escaping (_ kept: [Bool]) -> Candidate
  ) throws {
    var kept = [Bool](repeating: false, count: count)
    for item in items { kept[item] = true }
    var items = items
    var (size, width) = (items.count, batchSize)
    while size >= 8 {
      size /= 4
      var start = 0
      while start < items.count {
        let starts = stride(from: start, to: items.count, by: size)
        func chunk(_ start: Int) -> Range<Int> { start..<min(start + size, items.count) }
        let (used, accepted) = try tryNext(
          starts.lazy.map { [kept] start in
            var kept = kept
            for item in items[chunk(start)] { kept[item] = false }
            return candidate(kept)
          }, width: width, attempt)
        // After a success, a further one is likely, and would make the rest of a batch useless.
        width = accepted == nil ? min(2 * width, batchSize) : max(2, width / 2)
        start += (accepted ?? used) * size
        if accepted != nil {
          for item in items[chunk(start)] { kept[item] = false }
          items.removeSubrange(chunk(start))
        }
      }
    }
  }
}
