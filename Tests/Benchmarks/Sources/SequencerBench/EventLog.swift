import SystemPackage

/// The measurements of each event: its number and times in nanoseconds, kept in memory until the end.
struct EventLog {
  /// The number of 64-bit integers per event: the number and two times.
  private static let columnCount = 3
  private var values: [Int64] = []

  /// The number of events.
  var count: Int { values.count / Self.columnCount }

  /// Creates an empty log with reserved capacity, so that it doesn't allocate during the measurement.
  init(capacity: Int) {
    values.reserveCapacity(capacity * Self.columnCount)
    // Touches the memory, which the kernel would otherwise map page by page at the first events.
    values.append(contentsOf: repeatElement(0, count: capacity * Self.columnCount))
    values.removeAll(keepingCapacity: true)
  }

  /// Appends an event.
  mutating func append(_ number: EventNumber, _ first: Int64, _ second: Int64 = 0) {
    values.append(Int64(number.rawValue))
    values.append(first)
    values.append(second)
  }

  /// Writes all events to a file as 64-bit integers in this machine's byte order, three per event.
  func write(to path: FilePath) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    _ = try file.closeAfter { try values.withUnsafeBytes { try file.writeAll($0) } }
  }
}
