internal import Glibc
internal import Synchronization

/// The environment variable by which all processes of one run are found, wherever they went.
struct RunMarker: Hashable, Sendable {
  /// The variable's name.
  static let name = "MIDIREC_RUN"

  /// What all runs of this process of midirec have in common, and no run of another: its number, the time of its start,
  /// and a number that nobody can guess.
  static let processName: String = {
    let start = ProcessEntry(getpid())?.startTime ?? 0
    return "\(getpid()).\(start).\(String(UInt64.random(in: .min ... .max), radix: 16))"
  }()

  private static let count = Atomic(0)

  /// The variable's value, another one for each run.
  let value: String

  init() {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    value = "\(Self.processName)/\(number)"
  }

  /// Whether a process has the variable. A process that has another owner can't be asked: it has not.
  func isCarried(by process: Int32) -> Bool {
    let wanted = "\(Self.name)=\(value)"
    var limit = 8_192
    while let environment = ProcFile.bytes("/proc/\(process)/environ", limit: limit) {
      // Large ones are rare, and most are small.
      guard environment.count < limit else {
        limit *= 16
        continue
      }
      return unsafe environment.withUnsafeBytes { bytes in
        unsafe Self.strings(in: bytes, contain: { unsafe strcmp($0, wanted) == 0 })
      }
    }
    return false
  }

  /// Whether one of the strings with a zero at the end is a certain one: by the C library, because all processes of the
  /// machine are looked through.
  @unsafe
  private static func strings(
    in bytes: UnsafeRawBufferPointer, contain isWanted: (UnsafePointer<CChar>) -> Bool
  ) -> Bool {
    guard var next = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
    let end = unsafe next + bytes.count
    // A process may have overwritten what stands there.
    guard unsafe bytes.last == 0 else { return false }
    while unsafe next < end {
      if unsafe isWanted(next) { return true }
      unsafe next += strlen(next) + 1
    }
    return false
  }
}
