internal import CALSA

/// What a client's pools have room for, in cells. Unlike ``PoolStatistics`` it costs one call, and doesn't tell what was
/// lost.
struct ClientPools: Hashable {
  /// How many cells are free for arriving events.
  let freeInputCount: Int
  /// How many cells there are for arriving events; none where the receiver is a driver of the kernel, which has no pool.
  let inputCount: Int
  /// How many cells are free for events that the client schedules. None before the client has sent anything at all: the
  /// kernel makes that pool when it is needed.
  let freeOutputCount: Int
  /// How many cells there are for events that the client schedules.
  let outputCount: Int

  /// How many cells hold events that have arrived.
  var waitingCount: Int { inputCount - freeInputCount }

  /// Asks for the pools of a client.
  ///
  /// - Returns: Nothing when there is no such client.
  init?(of number: Int32, askedBy client: borrowing SequencerClient) {
    var pool = midirec_client_pool()
    pool.client = number
    guard unsafe midirec_get_client_pool(client.descriptor, &pool) == 0 else { return nil }
    freeInputCount = Int(pool.input_free)
    inputCount = Int(pool.input_pool)
    freeOutputCount = Int(pool.output_free)
    outputCount = Int(pool.output_pool)
  }
}
