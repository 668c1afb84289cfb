internal import CALSA
internal import MIDIRecSystem
internal import SystemPackage

/// The kernel's statistics of a client's pool, in cells: one per event, and one more per 28 bytes that it carries.
///
/// They come from `/proc/asound/seq/clients`, which shows all clients to every process.
package struct PoolStatistics: Hashable {
  /// The number of used cells.
  package var usedCount: Int
  /// The number of cells that were ever used.
  var successCount: Int
  /// The number of events that were dropped for lack of a cell.
  package var failureCount: Int

  /// The number of bytes in a cell: the size of the kernel's `struct snd_seq_event`.
  static let cellLength = 28

  /// Returns the number of cells of an event that carries `length` bytes.
  static func cellCount(carrying length: Int) -> Int { 1 + (length + cellLength - 1) / cellLength }

  /// A pool of a client.
  package enum Pool: String {
    /// The events that have arrived.
    case input = "  Input pool"
    /// The events that the client has scheduled.
    case output = "  Output pool"
  }

  /// Reads one pool of each of several clients.
  ///
  /// - Returns: The pools by client number, without unknown clients and, for output pools, clients that have sent no
  ///   event.
  package static func pools(_ pool: Pool, ofClients numbers: some Sequence<Int32>) -> [Int32: PoolStatistics]
  {
    guard let text = FileSystem.text(of: "/proc/asound/seq/clients") else { return [:] }
    var pools: [Int32: PoolStatistics] = [:]
    for number in numbers { pools[number] = PoolStatistics(pool, ofClient: number, in: text) }
    return pools
  }

  /// Reads a pool of a client.
  ///
  /// - Returns: The pool, or `nil` if it is unknown or, for an output pool, if the client has sent no event.
  package static func pool(_ pool: Pool, ofClient number: Int32) -> PoolStatistics? {
    pools(pool, ofClients: CollectionOfOne(number))[number]
  }
}

extension PoolStatistics {
  /// Finds a pool of a client in the kernel's text.
  init?(_ pool: Pool, ofClient number: Int32, in text: String) {
    // The text contains names of clients, so only the start of a line identifies it.
    var isClient = false
    var isPool = false
    var values: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      if line.hasPrefix("Client ") {
        let field = line.dropFirst("Client ".count).prefix { $0 != ":" }
        isClient = Int32(field.filter(\.isNumber)) == number
        isPool = false
      } else if line.hasPrefix(Pool.input.rawValue) || line.hasPrefix(Pool.output.rawValue) {
        isPool = line.hasPrefix(pool.rawValue)
      } else if isClient, isPool, let colon = line.firstIndex(of: ":") {
        let name = line[..<colon].split(separator: " ").joined(separator: " ")
        values[name] = Int(line[colon...].dropFirst(2))
      }
    }
    guard let used = values["Cells in use"], let successes = values["Alloc success"],
      let failures = values["Alloc failures"]
    else { return nil }
    self.init(usedCount: used, successCount: successes, failureCount: failures)
  }
}

/// The free space of a client's pools, in cells. Unlike ``PoolStatistics``, it needs only one call and doesn't count
/// losses.
package struct ClientPools: Hashable {
  /// The number of free cells for arriving events.
  let freeInputCount: Int
  /// The number of cells for arriving events, or 0 for a kernel driver, which has no pool.
  let inputCount: Int
  /// The number of free cells for scheduled events. It is 0 before the client's first event, when the kernel creates
  /// that pool.
  package let freeOutputCount: Int
  /// The number of cells for scheduled events.
  package let outputCount: Int

  /// The number of cells with events that have arrived.
  package var waitingCount: Int { inputCount - freeInputCount }

  /// Reads the pools of a client, or returns `nil` if the client doesn't exist.
  package init?(of number: Int32, askedBy client: borrowing SequencerClient) {
    var pool = midirec_client_pool()
    pool.client = number
    guard unsafe midirec_get_client_pool(client.descriptor, &pool) == 0 else { return nil }
    freeInputCount = Int(pool.input_free)
    inputCount = Int(pool.input_pool)
    freeOutputCount = Int(pool.output_free)
    outputCount = Int(pool.output_pool)
  }
}
