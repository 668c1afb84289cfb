internal import Glibc

/// Fast reading of small files in `/proc`, which midirec polls while it waits for a program.
enum ProcFile {
  /// Reads the start of a file with a single call.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: The bytes, or `nil` if the file can't be read.
  static func bytes(_ path: String, limit: Int = 4_096) -> [UInt8]? {
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
  static func numbers(in folder: String) -> [Int32]? {
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
  static func number(_ digits: some Sequence<UInt8>) -> Int32? {
    guard let number = wholeNumber(digits) else { return nil }
    return Int32(exactly: number)
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
