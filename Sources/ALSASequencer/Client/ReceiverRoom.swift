internal import CALSA

/// What a client's input pool has room for.
///
/// It has to be asked before an event is sent: an event that finds the pool full is refused, and beside that the kernel
/// then clears all that waits in the pool, once the receiver reads.
struct ReceiverRoom {
  /// How many cells are free.
  let freeCells: Int
  /// How many cells there are; none where the receiver is a driver of the kernel, which has no pool.
  let cellCount: Int

  /// Asks for the pool of a client.
  ///
  /// - Returns: Nothing when there is no such client.
  init?(of receiver: Int32, askedBy client: borrowing SequencerClient) {
    var pool = midirec_client_pool()
    pool.client = receiver
    guard unsafe midirec_get_client_pool(client.descriptor, &pool) == 0 else { return nil }
    freeCells = Int(pool.input_free)
    cellCount = Int(pool.input_pool)
  }

  /// What is left free for the kernel's own announcements, such as the end of the connection: one of these that finds the
  /// pool full clears it as well.
  private static let spareCells = 4

  /// Whether an event has room; one that is larger than the whole pool never has, and is let through to fail.
  func holds(bytesOfVariableLength count: Int) -> Bool {
    let needed = PoolStatistics.cellCount(carrying: count) + Self.spareCells
    return freeCells >= needed || needed > cellCount
  }
}
