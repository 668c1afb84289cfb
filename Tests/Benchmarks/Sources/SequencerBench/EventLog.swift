import SystemPackage

/// What was measured of each event: its number and times in nanoseconds, kept in memory until the measurement is over.
struct EventLog {
  /// How many 64-bit integers belong to an event: the number and two times.
  private static let columnCount = 3
  private var values: [Int64] = []

  /// How many events it holds.
  var count: Int { values.count / Self.columnCount }

  /// Makes an empty log with room for so many events, so that none has to be made while time is measured.
  init(capacity: Int) {
    values.reserveCapacity(capacity * Self.columnCount)
    // Touches the memory, which the kernel else hands out page by page at the first events.
    values.append(contentsOf: repeatElement(0, count: capacity * Self.columnCount))
    values.removeAll(keepingCapacity: true)
  }

  /// Adds an event.
  mutating func append(_ number: EventNumber, _ first: Int64, _ second: Int64 = 0) {
    values.append(Int64(number.rawValue))
    values.append(first)
    values.append(second)
  }

  /// Writes all to a file as 64-bit integers in the order of this machine's bytes, three for each event.
  func write(to path: FilePath) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    _ = try file.closeAfter { try values.withUnsafeBytes { try file.writeAll($0) } }
  }
}
