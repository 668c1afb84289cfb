internal import Glibc

/// Fast reading of small files in `/proc`, which midirec polls while it waits for a program.
package enum ProcFile {
  /// Reads the start of a file with a single call.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: The bytes, or `nil` if the file can't be read.
  package static func bytes(_ path: String, limit: Int = 4_096) -> [UInt8]? {
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

  /// Returns the numeric names in a folder: processes in `/proc`, threads in `/proc/N/task`.
  ///
  /// - Returns: The numbers, or `nil` if the folder doesn't exist.
  package static func numbers(in folder: String) -> [Int32]? {
    guard let stream = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(stream) }
    var numbers: [Int32] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe number($0.prefix { $0 != 0 }) }
      if let name { numbers.append(name) }
    }
    return numbers
  }

  /// Parses a decimal number, or returns `nil`.
  package static func number(_ digits: some Sequence<UInt8>) -> Int32? {
    guard let number = wholeNumber(digits) else { return nil }
    return Int32(exactly: number)
  }

  /// Parses a decimal number, or returns `nil`.
  package static func wholeNumber(_ digits: some Sequence<UInt8>) -> UInt64? {
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

/// The state of a process in `/proc/N/stat` (proc(5)).
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

  /// Reads the state of a process, or returns `nil` if it doesn't exist.
  package init?(_ id: Int32) { self.init(id, in: "/proc/\(id)/stat") }

  /// Reads the state of a thread of a process, or returns `nil` if it doesn't exist.
  package init?(thread: Int32, of process: Int32) {
    self.init(thread, in: "/proc/\(process)/task/\(thread)/stat")
  }

  private init?(_ id: Int32, in file: String) {
    // The name is in parentheses, and can itself contain parentheses and spaces.
    guard let bytes = ProcFile.bytes(file), let start = bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = bytes.lastIndex(of: UInt8(ascii: ")")), start < end
    else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 36, let state = fields[0].first, let parent = ProcFile.number(fields[1]),
      let group = ProcFile.number(fields[2]), let session = ProcFile.number(fields[3]),
      let processorTime = ProcFile.wholeNumber(fields[11]), let startTime = ProcFile.wholeNumber(fields[19]),
      let processor = ProcFile.number(fields[36])
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
  }

  /// Whether the process has ended.
  package var hasEnded: Bool { state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") }
  /// Whether the process computes, rather than waits for something.
  package var isRunning: Bool { state == UInt8(ascii: "R") }
}
