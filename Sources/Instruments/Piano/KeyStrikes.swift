internal import HeapModule
internal import MIDICore

/// The last strikes of one key by the sources and channels that hold it.
struct KeyStrikes: Sendable {
  private var pressing = LastStrikes()
  private var sustaining = LastStrikes()

  /// Follows how one source and channel hold the key.
  ///
  /// - Parameters:
  ///   - holder: The source and channel.
  ///   - before: How the holder held the key before.
  ///   - hold: How the holder holds the key now.
  ///   - current: Returns how any holder holds the key now.
  /// - Returns: The velocity of the last strike by the holders that press the key, or by those whose pedal sustains it
  ///   if no holder presses it; 0 if the key is silent; `nil` if the velocity is unchanged.
  /// - Complexity: Amortized O(log *n*), where *n* is the number of holders.
  @inline(__always)
  mutating func update(
    by holder: Int, from before: KeyHold, to hold: KeyHold, current: (Int) -> KeyHold
  ) -> UInt7? {
    let strike = LastStrikes.Strike(number: hold.strike, holder: holder)
    if before.isSustained, !hold.isSustained { sustaining.remove() }
    if hold.presses > before.presses {
      pressing.insert(strike, isNew: before.presses == 0) { $0.pressVelocity(current($0.holder)) != nil }
      return hold.velocity
    }
    if hold.presses > 0 { return nil }
    if before.presses > 0 { pressing.remove() }
    if hold.isSustained, !before.isSustained {
      sustaining.insert(strike, isNew: true) { $0.sustainedVelocity(current($0.holder)) != nil }
    }
    return pressing.velocity { $0.pressVelocity(current($0.holder)) }
      ?? sustaining.velocity { $0.sustainedVelocity(current($0.holder)) } ?? 0
  }
}

/// The last strikes of one key by the sources and channels that hold it in one way, by key or by pedal.
///
/// A single holder needs no memory. For several, a heap holds their strikes, and outdated strikes until they are found.
private struct LastStrikes: Sendable {
  struct Strike: Comparable, Sendable {
    /// The number of the strike among all strikes.
    var number: Int
    /// The source and channel.
    var holder: Int

    /// Orders later strikes first, because the smallest element of a heap is the cheapest to find.
    static func < (left: Strike, right: Strike) -> Bool { left.number > right.number }

    /// Returns the velocity of this strike, or `nil` if its holder no longer presses the key with it.
    func pressVelocity(_ hold: KeyHold) -> UInt7? {
      hold.presses > 0 && hold.strike == number ? hold.velocity : nil
    }

    /// Returns the velocity of this strike, or `nil` if no pedal of its holder sustains it any longer.
    func sustainedVelocity(_ hold: KeyHold) -> UInt7? {
      hold.isSustained && hold.strike == number ? hold.velocity : nil
    }
  }

  private var holderCount = 0
  /// The last strike while the heap is empty.
  private var only = Strike(number: 0, holder: 0)
  private var strikes = Heap<Strike>()

  /// Adds a strike by a holder.
  ///
  /// - Parameters:
  ///   - isNew: Whether the holder didn't hold the key in this way before.
  ///   - isCurrent: Returns whether a strike is the last one of a holder.
  @inline(__always)
  mutating func insert(_ strike: Strike, isNew: Bool, isCurrent: (Strike) -> Bool) {
    if isNew { holderCount += 1 }
    if holderCount == 1, strikes.isEmpty {
      only = strike
    } else {
      insertIntoHeap(strike, isCurrent: isCurrent)
    }
  }

  private mutating func insertIntoHeap(_ strike: Strike, isCurrent: (Strike) -> Bool) {
    if strikes.isEmpty {
      strikes.insert(only)
    } else if strikes.count > 2 * holderCount + 16 {
      strikes = Heap(strikes.unordered.filter(isCurrent))
    }
    strikes.insert(strike)
  }

  /// Removes a holder that no longer holds the key in this way.
  @inline(__always)
  mutating func remove() {
    holderCount -= 1
    if holderCount == 0, !strikes.isEmpty { strikes.removeAll { _ in true } }
  }

  /// Returns the velocity of the last strike, or `nil` if there is no holder.
  ///
  /// - Parameter current: Returns the velocity of a strike, or `nil` if it is outdated.
  @inline(__always)
  mutating func velocity(current: (Strike) -> UInt7?) -> UInt7? {
    if holderCount == 0 { return nil }
    if strikes.isEmpty { return current(only) }
    while let last = strikes.min {
      if let velocity = current(last) { return velocity }
      strikes.removeMin()
    }
    return nil
  }
}

/// The hold of a key by one source and channel.
struct KeyHold: Hashable, Sendable {
  /// The number of unreleased note-ons.
  var presses = 0
  /// Whether a pedal sustains the key.
  var isSustained = false
  /// The velocity of the last note-on.
  var velocity: UInt7 = 0
  /// The number of the last note-on among all note-ons.
  var strike = 0
}

/// The holds of all keys by one source and channel, or an empty array before its first note.
///
/// Later notes allocate no memory.
extension [KeyHold] {
  /// The hold of a key.
  subscript(key: NoteNumber) -> KeyHold {
    get { isEmpty ? KeyHold() : self[Int(key.rawValue)] }
    set {
      if isEmpty { self = Array(repeating: KeyHold(), count: Int(NoteNumber.maximum) + 1) }
      self[Int(key.rawValue)] = newValue
    }
  }
}
