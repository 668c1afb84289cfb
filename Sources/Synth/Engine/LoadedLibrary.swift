internal import Glibc
internal import System
internal import SystemPackage

/// A shared library that this process has loaded.
enum LoadedLibrary {
  /// Returns the build ID of the library that contains a function, by which builds are distinguished.
  ///
  /// It is read from the library's file, in whose ELF notes it is (`NT_GNU_BUILD_ID`).
  ///
  /// - Returns: Hexadecimal digits, or `nil` if the function doesn't exist or its library has no build ID.
  static func buildID(ofFunctionAt address: UnsafeRawPointer?) -> String? {
    guard let file = file(at: UInt(bitPattern: address)) else { return nil }
    // Notes precede the code.
    return (try? FileSystem.beginning(of: FilePath(file), count: 65_536)).flatMap { ELFNotes($0)?.buildID }
  }

  /// Returns the file that is mapped at an address: `7f00-7fff r-xp 0 fe:01 42 /lib/library.so`.
  private static func file(at address: UInt) -> String? {
    guard let text = FileSystem.text(of: "/proc/self/maps") else { return nil }
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5)
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard fields.count == 6, bounds.count == 2, bounds[0] <= address, address < bounds[1] else { continue }
      return String(fields[5].drop { $0 == " " })
    }
    return nil
  }
}

/// The notes of a 64-bit ELF file.
private struct ELFNotes {
  private let bytes: [UInt8]

  init?(_ bytes: [UInt8]) {
    // 64-bit, little-endian.
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    self.bytes = bytes
  }

  /// The build ID in hexadecimal digits, or `nil`.
  var buildID: String? {
    guard let headers = number(at: 32, 8), let size = number(at: 54, 2), let count = number(at: 56, 2) else {
      return nil
    }
    for index in 0..<count {
      let header = headers + index * size
      // PT_NOTE
      guard number(at: header, 4) == 4, let start = number(at: header + 8, 8),
        let length = number(at: header + 32, 8), start <= bytes.count, length <= bytes.count - start
      else { continue }
      if let found = buildID(from: start, to: start + length) { return found }
    }
    return nil
  }

  private func buildID(from start: Int, to end: Int) -> String? {
    var note = start
    while let nameLength = number(at: note, 4), let length = number(at: note + 4, 4),
      let kind = number(at: note + 8, 4)
    {
      // Both parts are padded to four bytes.
      let content = note + 12 + (nameLength + 3) / 4 * 4
      guard content <= end, length <= end - content else { return nil }
      if kind == 3, bytes[note + 12..<note + 12 + nameLength].elementsEqual([0x47, 0x4E, 0x55, 0]) {
        return bytes[content..<content + length].map { byte in
          (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
      }
      note = content + (length + 3) / 4 * 4
    }
    return nil
  }

  /// Returns a little-endian integer, or `nil` if it is beyond the end of the file or too large.
  private func number(at offset: Int, _ length: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - length else { return nil }
    let value = bytes[offset..<offset + length].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value <= UInt64(bytes.count) ? Int(value) : nil
  }
}
