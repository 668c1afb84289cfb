internal import Glibc
internal import MIDICore

/// The state of a process in `/proc/N/stat` (proc(5)).
///
/// Files in `/proc` are read with a single call, because midirec polls them while it waits for a program.
package struct ProcessEntry: Hashable {
  /// The process ID.
  package let id: Int32
  /// The name, at most 15 bytes.
  package let name: String
  /// The state: `R` for running, `S` for sleeping, `Z` for a zombie.
  package let state: UInt8
  /// The ID of the parent process.
  package let parent: Int32
  /// The process group.
  package let group: Int32
  package let session: Int32
  /// The start time in ticks since boot. Together with the ID, it identifies a process even after the ID is reused.
  package let startTime: UInt64
  /// The processor time in user mode, in hundredths of a second.
  package let processorTime: UInt64
  /// The number of the processor on which the process ran last.
  package let processor: Int32
  /// The address where the environment ends, or 0 if there is none: in a process of the kernel, after the end, between
  /// two programs while `execve(2)` replaces one with the other, and in a process that can't be examined.
  private let environmentEnd: UInt64
  private let isOfKernel: Bool

  /// Reads the state of a process, or returns `nil` if it doesn't exist.
  package init?(_ id: Int32) { self.init(id, in: "/proc/\(id)/stat") }

  private init?(_ id: Int32, in file: String) {
    // The name is in parentheses, and can itself contain parentheses and spaces.
    guard let bytes = Self.bytes(file), let start = bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = bytes.lastIndex(of: UInt8(ascii: ")")), start < end
    else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 48, let state = fields[0].first, let parent = Self.number(fields[1]),
      let group = Self.number(fields[2]), let session = Self.number(fields[3]),
      let processorTime = Self.wholeNumber(fields[11]), let startTime = Self.wholeNumber(fields[19]),
      let processor = Self.number(fields[36]), let flags = Self.wholeNumber(fields[6]),
      let environmentEnd = Self.wholeNumber(fields[48])
    else { return nil }
    self.id = id
    name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    self.state = state
    self.parent = parent
    self.group = group
    self.session = session
    self.processorTime = processorTime
    self.startTime = startTime
    self.processor = processor
    self.environmentEnd = environmentEnd
    isOfKernel = flags & 0x20_0000 != 0  // PF_KTHREAD in linux/sched.h
  }

  /// Whether the process has ended.
  package var hasEnded: Bool { state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") }
  /// Whether the process computes, rather than waits for something.
  package var isRunning: Bool { state == UInt8(ascii: "R") }

  /// The states of the process's threads.
  package var threads: [ProcessEntry] {
    Self.numbers(in: "/proc/\(id)/task").compactMap { Self($0, in: "/proc/\(id)/task/\($0)/stat") }
  }

  /// Returns the memory that a process has for itself in KiB, or `nil` if it doesn't exist: its resident memory without the
  /// pages of files and shared memory.
  package static func anonymousMemory(of id: Int32) -> Int? {
    let fields = bytes("/proc/\(id)/statm")?.split(separator: UInt8(ascii: " ")).compactMap {
      wholeNumber($0)
    }
    guard let fields, fields.count >= 3, fields[1] >= fields[2] else { return nil }
    return Int(fields[1] - fields[2]) * sysconf(Int32(_SC_PAGESIZE)) / 1024
  }

  // MARK: All processes

  /// The IDs of all processes, in no particular order.
  package static var all: [Int32] { numbers(in: "/proc") }

  /// The most recently assigned process or thread ID, or `nil` if the kernel doesn't provide it.
  static var newest: Int32? {
    bytes("/proc/sys/kernel/ns_last_pid").flatMap { number($0.prefix { $0 != UInt8(ascii: "\n") }) }
  }

  /// Returns the numeric names in a folder, or an empty list if the folder doesn't exist.
  private static func numbers(in folder: String) -> [Int32] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var numbers: [Int32] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe number($0.prefix { $0 != 0 }) }
      if let name { numbers.append(name) }
    }
    return numbers
  }

  // MARK: Files

  /// Returns whether the environment of a process contains an entry, `NAME=VALUE`.
  ///
  /// A process between two programs has no environment for a moment. The method waits until that is over, at most a
  /// second. Processes of other users can't be examined and count as not having the entry.
  package static func environment(of process: Int32, contains entry: String) -> Bool {
    var limit = 8_192
    let deadline = StopToken.now + .seconds(1)
    var lastEnd: UInt64 = 0
    while let environment = bytes("/proc/\(process)/environ", limit: limit) {
      if environment.isEmpty {
        // Only an address that stays around another look shows that the environment is empty.
        guard let entry = Self(process), !entry.hasEnded, !entry.isOfKernel,
          entry.environmentEnd == 0 || entry.environmentEnd != lastEnd, StopToken.now < deadline
        else { return false }
        lastEnd = entry.environmentEnd
        if lastEnd == 0 { poll(nil, 0, 1) }
        continue
      }
      // Most environments are small.
      guard environment.count < limit else {
        limit *= 16
        continue
      }
      return unsafe environment.withUnsafeBytes { bytes in
        unsafe strings(in: bytes, contain: { unsafe strcmp($0, entry) == 0 })
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

  /// Reads the start of a file, or returns `nil` if it can't be read.
  private static func bytes(_ path: String, limit: Int = 4_096) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, length in
      count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      length = max(0, count)
    }
    return count < 0 ? nil : bytes
  }

  /// Parses a decimal number, or returns `nil`.
  private static func number(_ digits: some Sequence<UInt8>) -> Int32? {
    wholeNumber(digits).flatMap { Int32(exactly: $0) }
  }

  /// Parses a decimal number, or returns `nil`.
  static func wholeNumber(_ digits: some Sequence<UInt8>) -> UInt64? {
    var number: UInt64?
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      let (product, isTooBig) = (number ?? 0).multipliedReportingOverflow(by: 10)
      let (sum, isTooBigNow) = product.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      if isTooBig || isTooBigNow { return nil }
      number = sum
    }
    return number
  }
}
