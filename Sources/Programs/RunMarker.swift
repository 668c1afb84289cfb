internal import Glibc
internal import Synchronization
internal import System

/// The environment variable that identifies all processes of one run.
struct RunMarker: Hashable, Sendable {
  /// The name of the variable.
  static let name = "MIDIREC_RUN"

  /// The prefix that all runs of this midirec process share: its process ID and its start time, and a random number
  /// except on a simulated machine, where a program that prints its environment writes the same in each run.
  static let processName: String = {
    let name = "\(getpid()).\(ProcessEntry(getpid())?.startTime ?? 0)"
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return SimulatedProgramRun.isInside ? name : "\(name).\(number)"
  }()

  private static let count = Atomic(0)

  /// The value of the variable, unique for each run.
  let value: String

  init() {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    value = "\(Self.processName)/\(number)"
  }

  /// Returns whether a process has the variable. Processes of other users can't be examined and count as not having it.
  func isCarried(by process: Int32) -> Bool {
    let wanted = "\(Self.name)=\(value)"
    var limit = 8_192
    while let environment = ProcFile.bytes("/proc/\(process)/environ", limit: limit) {
      // Most environments are small.
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

  /// Returns whether one of the NUL-terminated strings equals a given one. It uses the C library, because midirec scans
  /// all processes.
  @unsafe
  private static func strings(
    in bytes: UnsafeRawBufferPointer, contain isWanted: (UnsafePointer<CChar>) -> Bool
  ) -> Bool {
    guard var next = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
    let end = unsafe next + bytes.count
    // A process may have overwritten its environment.
    guard unsafe bytes.last == 0 else { return false }
    while unsafe next < end {
      if unsafe isWanted(next) { return true }
      unsafe next += strlen(next) + 1
    }
    return false
  }
}
