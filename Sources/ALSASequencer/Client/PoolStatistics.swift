internal import CALSA
internal import FileIO
internal import SystemPackage

/// What the kernel counts of a client's pool of events that wait to be read, or to be delivered, in cells: one for an
/// event, and one more for each 28 bytes that it carries.
///
/// From `/proc/asound/seq/clients`, where every process sees the counts of all clients.
struct PoolStatistics: Hashable {
  /// How many cells are taken now.
  var usedCount: Int
  /// How many cells were ever taken.
  var successCount: Int
  /// How many events were dropped for want of a cell.
  var failureCount: Int

  /// The length of what one cell carries: the kernel's `struct snd_seq_event`.
  static let cellLength = 28

  /// How many cells an event takes that carries so many bytes.
  static func cellCount(carrying length: Int) -> Int { 1 + (length + cellLength - 1) / cellLength }

  /// One of a client's two pools.
  enum Kind: String {
    /// What has arrived.
    case input = "  Input pool"
    /// What the client has scheduled.
    case output = "  Output pool"
  }

  /// Reads a pool of each of some clients.
  ///
  /// - Returns: By the clients' numbers; nothing for those of which the system doesn't tell, and, of output pools, for those
  ///   that have sent nothing yet.
  static func pools(_ kind: Kind, ofClients numbers: some Sequence<Int32>) -> [Int32: PoolStatistics] {
    guard let text = FileSystem.text(of: "/proc/asound/seq/clients") else { return [:] }
    var pools: [Int32: PoolStatistics] = [:]
    for number in numbers { pools[number] = PoolStatistics(kind, ofClient: number, in: text) }
    return pools
  }

  /// Reads a pool of a client; nothing where the system doesn't tell, and, of an output pool, where the client has sent
  /// nothing yet.
  static func pool(_ kind: Kind, ofClient number: Int32) -> PoolStatistics? {
    pools(kind, ofClients: CollectionOfOne(number))[number]
  }

  /// Finds a pool of a client in the kernel's text.
  init?(_ kind: Kind, ofClient number: Int32, in text: String) {
    // Client names stand in the text, too: only the beginning of a line says what it is.
    var isClient = false
    var isPool = false
    var values: [Substring: Int] = [:]
    for line in text.split(separator: "\n") {
      if line.hasPrefix("Client ") {
        let field = line.dropFirst("Client ".count).prefix { $0 != ":" }
        isClient = Int32(field.filter(\.isNumber)) == number
        isPool = false
      } else if line.hasPrefix(Kind.input.rawValue) || line.hasPrefix(Kind.output.rawValue) {
        isPool = line.hasPrefix(kind.rawValue)
      } else if isClient, isPool, let colon = line.firstIndex(of: ":") {
        let name = line[..<colon].drop { $0 == " " }
        values[name.prefix { $0 != ":" }.trimmingTrailingSpaces] = Int(line[colon...].dropFirst(2))
      }
    }
    guard let used = values["Cells in use"], let successes = values["Alloc success"],
      let failures = values["Alloc failures"]
    else { return nil }
    self.init(usedCount: used, successCount: successes, failureCount: failures)
  }

  /// Makes statistics of their parts.
  init(usedCount: Int, successCount: Int, failureCount: Int) {
    self.usedCount = usedCount
    self.successCount = successCount
    self.failureCount = failureCount
  }
}

extension Substring {
  fileprivate var trimmingTrailingSpaces: Substring {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return self[...last]
  }
}

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
