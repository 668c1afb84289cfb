/// What `/proc/N/stat` tells of a process (proc(5)).
struct ProcessEntry: Hashable {
  /// Its number.
  let id: Int32
  /// Its name, 15 bytes at most.
  let name: String
  /// `R` for one that runs, `S` for one that sleeps, `Z` for one that has ended and is still to be asked how.
  let state: UInt8
  /// The process that has started it, or that has taken it over.
  let parent: Int32
  /// Its process group.
  let group: Int32
  /// Its session.
  let session: Int32
  /// When it started, in ticks since the machine did: with the number it tells processes apart that had the same.
  let startTime: UInt64

  /// Looks up a process.
  ///
  /// - Returns: Nothing where there is none of this number.
  init?(_ id: Int32) {
    // The name stands in parentheses, and may contain some, and spaces.
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

  /// Whether it has ended: nothing of it runs any more.
  var hasEnded: Bool { state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") }
}
