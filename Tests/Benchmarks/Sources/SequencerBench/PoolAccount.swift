import CALSA
import SystemPackage

/// A count of the events that a receiver read, to compare with the kernel's count of its pool.
struct PoolAccount {
  /// The number of times that the kernel reported dropped events.
  var overrunCount = 0
  private var sysexCount = 0
  /// The number of pool cells of the events read.
  private var cellCount = 0

  /// Counts an event.
  mutating func read(_ event: snd_seq_event_t) {
    cellCount += 1
    if event.flags & UInt8(SND_SEQ_EVENT_LENGTH_MASK) == UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE) {
      let cell = MemoryLayout<snd_seq_event_t>.size
      cellCount += (Int(event.data.ext.len) + cell - 1) / cell
      if event.type == UInt8(SND_SEQ_EVENT_SYSEX.rawValue) { sysexCount += 1 }
    }
  }

  /// Returns pairs of words and numbers: `sysex`, `overruns`, `cells` (read), and the kernel's `successes` and
  /// `failures` of the pool.
  func text(of sequencer: Sequencer) -> String {
    let pool = Self.pool(of: Int(sequencer.address.client))
    return "sysex \(sysexCount) overruns \(overrunCount) cells \(cellCount)"
      + " successes \(pool.successes) failures \(pool.failures)"
  }

  /// Returns the numbers of successful and failed allocations in a client's input pool, from
  /// `/proc/asound/seq/clients`.
  private static func pool(of client: Int) -> (successes: Int, failures: Int) {
    var counts = (successes: -1, failures: -1)
    var isInput = false
    var isClient = false
    for line in text(ofFile: "/proc/asound/seq/clients").split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == ":" })
      if line.hasPrefix("Client ") { isClient = words.dropFirst().first == Substring("\(client)") }
      if line.hasSuffix(" pool :") { isInput = words.first == "Input" }
      guard isClient, isInput, let number = words.last.flatMap({ Int($0) }) else { continue }
      if line.contains("Alloc success") { counts.successes = number }
      if line.contains("Alloc failures") { counts.failures = number }
    }
    return counts
  }

  private static func text(ofFile path: FilePath) -> String {
    guard let file = try? FileDescriptor.open(path, .readOnly) else { return "" }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    _ = try? file.closeAfter {
      while true {
        let read = try bytes.withUnsafeMutableBytes { try file.read(into: .init(rebasing: $0[count...])) }
        if read == 0 { break }
        count += read
      }
    }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
