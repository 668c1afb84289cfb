/// What the kernel counts of a client's pool of events that wait to be read, in cells: one for an event, and one more
/// for each 28 bytes that it carries.
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

  /// Reads the input pool of a client; nothing where the system doesn't tell.
  static func inputPool(ofClient number: Int32) -> PoolStatistics? {
    textOfFile("/proc/asound/seq/clients").flatMap { PoolStatistics(ofClient: number, in: $0) }
  }

  /// Finds the input pool of a client in the kernel's text.
  init?(ofClient number: Int32, in text: String) {
    // Client names stand in the text, too: only the beginning of a line says what it is.
    var isClient = false
    var isInput = false
    var values: [Substring: Int] = [:]
    for line in text.split(separator: "\n") {
      if line.hasPrefix("Client ") {
        let field = line.dropFirst("Client ".count).prefix { $0 != ":" }
        isClient = Int32(field.filter(\.isNumber)) == number
        isInput = false
      } else if line.hasPrefix("  Input pool") {
        isInput = true
      } else if line.hasPrefix("  Output pool") {
        isInput = false
      } else if isClient, isInput, let colon = line.firstIndex(of: ":") {
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
