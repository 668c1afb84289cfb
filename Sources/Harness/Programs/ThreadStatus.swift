/// Where the kernel tells of a thread.
struct ThreadPath: Hashable {
  let process: Int32
  let id: Int32

  func file(_ name: String) -> String { "/proc/\(process)/task/\(id)/\(name)" }
}

/// What a thread does, and how often it stopped doing it: `/proc/N/task/N/status` (proc(5)).
struct ThreadStatus: Hashable {
  /// `R` for one that runs or is about to, `S` for one that waits, `D` for one that waits for a disk.
  let state: UInt8
  /// How often it was taken off its processor, by its own will or not.
  let switches: UInt64

  /// - Returns: Nothing where the thread is gone.
  init?(of thread: ThreadPath) {
    guard let bytes = ProcFile.bytes(thread.file("status")) else { return nil }
    var state: UInt8?
    var switches: UInt64?
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if state == nil, line.starts(with: Self.state) {
        state = line[(line.startIndex + Self.state.count)...].first
      } else if line.starts(with: Self.voluntary) || line.starts(with: Self.involuntary) {
        let digits = line[(line.lastIndex(of: UInt8(ascii: "\t")) ?? line.startIndex)...].dropFirst()
        switches = (switches ?? 0) &+ (ProcFile.wholeNumber(digits) ?? 0)
      }
    }
    guard let state, let switches else { return nil }
    self.state = state
    self.switches = switches
  }

  private static let state = Array("State:\t".utf8)
  private static let voluntary = Array("voluntary_ctxt_switches:".utf8)
  private static let involuntary = Array("nonvoluntary_ctxt_switches:".utf8)

  /// Whether it waits, or has ended.
  var isAsleep: Bool { "SIZX".utf8.contains(state) }
}
