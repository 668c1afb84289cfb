internal import CALSA

/// What a client's pool for arriving events has room for. Unlike ``PoolStatistics`` it costs one call, and doesn't tell
/// what was lost.
struct InputPool {
  /// How many cells are free.
  let freeCount: Int
  /// How many cells there are; none where the receiver is a driver of the kernel, which has no pool.
  let cellCount: Int

  /// Asks for the pool of a client.
  ///
  /// - Returns: Nothing when there is no such client.
  init?(of receiver: Int32, askedBy client: borrowing SequencerClient) {
    var pool = midirec_client_pool()
    pool.client = receiver
    guard unsafe midirec_get_client_pool(client.descriptor, &pool) == 0 else { return nil }
    freeCount = Int(pool.input_free)
    cellCount = Int(pool.input_pool)
  }
}
