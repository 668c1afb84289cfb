/// The state of a process in `/proc/N/stat` (proc(5)).
struct ProcessEntry: Hashable {
  /// The process ID.
  let id: Int32
  /// The name, at most 15 bytes.
  let name: String
  /// The state: `R` for running, `S` for sleeping, `Z` for a zombie.
  let state: UInt8
  /// The ID of the parent process.
  let parent: Int32
  /// The process group.
  let group: Int32
  let session: Int32
  /// The start time in ticks since boot. Together with the ID, it identifies a process even after the ID is reused.
  let startTime: UInt64

  /// Reads the state of a process.
  ///
  /// - Returns: `nil` if the process doesn't exist.
  init?(_ id: Int32) {
    // The name is in parentheses, and can itself contain parentheses and spaces.
    guard let bytes = ProcFile.bytes("/proc/\(id)/stat"), let start = bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = bytes.lastIndex(of: UInt8(ascii: ")")), start < end
    else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let state = fields[0].first, let parent = ProcFile.number(fields[1]),
      let group = ProcFile.number(fields[2]), let session = ProcFile.number(fields[3]),
      let startTime = ProcFile.wholeNumber(fields[19])
    else { return nil }
    self.id = id
    name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    self.state = state
    self.parent = parent
    self.group = group
    self.session = session
    self.startTime = startTime
  }

  /// Whether the process has ended.
  var hasEnded: Bool { state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") }
}
