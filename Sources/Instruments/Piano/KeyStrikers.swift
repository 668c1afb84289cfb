internal import HeapModule

/// The sources and channels that hold a key in one way, by key or by pedal, and the one that struck it last.
///
/// A single one costs no memory. While there are several, a heap holds their strikes, and outdated strikes until they
/// are found.
struct KeyStrikers: Sendable {
  /// A strike of the key.
  struct Strike: Comparable, Sendable {
    /// The number of the strike among all strikes.
    var number: Int
    /// The source and channel.
    var holder: Int

    static func < (left: Strike, right: Strike) -> Bool { left.number < right.number }
  }

  private var count = 0
  /// The last strike while the heap is empty.
  private var only: Strike?
  private var strikes = Heap<Strike>()

  /// Adds a strike.
  ///
  /// - Parameters:
  ///   - strike: A strike by a source and channel that holds the key from now on.
  ///   - isNew: Whether it didn't hold the key before.
  ///   - isCurrent: Whether a strike is the last one of a source and channel that still holds the key.
  /// - Complexity: Amortized O(log *n*), where *n* is the number of holders.
  mutating func insert(_ strike: Strike, isNew: Bool, isCurrent: (Strike) -> Bool) {
    if isNew { count += 1 }
    if strikes.isEmpty {
      guard count > 1 else {
        only = strike
        return
      }
      if let only { strikes.insert(only) }
    } else if strikes.count > 2 * count + 16 {
      strikes = Heap(strikes.unordered.filter(isCurrent))
    }
    strikes.insert(strike)
  }

  /// Removes a holder that no longer holds the key.
  mutating func remove() {
    count -= 1
    if count == 0 { strikes.removeAll { _ in true } }
  }

  /// Returns the last strike by a holder, or `nil` if the key has no holder.
  ///
  /// - Complexity: Amortized O(log *n*), where *n* is the number of holders.
  mutating func last(isCurrent: (Strike) -> Bool) -> Strike? {
    if count == 0 { return nil }
    if strikes.isEmpty { return only }
    while let last = strikes.max, !isCurrent(last) { strikes.removeMax() }
    return strikes.max
  }
}
