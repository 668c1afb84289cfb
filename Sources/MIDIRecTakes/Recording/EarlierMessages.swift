package import MIDICore

/// The messages at the beginning of a take that a different capture has received, and that can arrive again.
package struct EarlierMessages {
  /// A message with the index of its source.
  package typealias Element = (timed: TimedMessage, source: Int)

  /// The maximum difference of the times of a message in two captures, whose queues have timers of their own. On a busy
  /// machine, they are late by up to a period of 100 ms.
  private static let tolerance = Nanoseconds.milliseconds(250)

  /// The messages of each source, in their order.
  private var expected: [Int: ArraySlice<TimedMessage>] = [:]

  /// Creates an empty list.
  init() {}

  /// Creates a list with times since the start of the take's capture, which receives no earlier messages.
  init(_ messages: [Element]) {
    for (timed, source) in messages where timed.time + Self.tolerance >= .zero {
      expected[source, default: []].append(timed)
    }
  }

  /// Removes a message that arrived, and the earlier ones of its source, which can no longer arrive.
  ///
  /// Of equal messages, it is the nearest in time: the take's capture was connected after the first ones, so that it
  /// receives only the others.
  ///
  /// - Returns: Whether the different capture has received it, too.
  mutating func remove(_ timed: TimedMessage, from source: Int) -> Bool {
    let candidates = expected[source, default: []].drop { $0.time + Self.tolerance < timed.time }
    var (nearest, distance) = (Int?.none, Self.tolerance)
    for (index, candidate) in zip(candidates.indices, candidates) {
      let difference = candidate.time - timed.time
      if difference > distance { break }
      guard candidate.message == timed.message, max(difference, .zero - difference) <= distance else {
        continue
      }
      (nearest, distance) = (index, max(difference, .zero - difference))
    }
    expected[source] = nearest.map { candidates[($0 + 1)...] } ?? candidates
    return nearest != nil
  }
}
