internal import Glibc
package import SystemPackage

extension FilePath.Component {
  /// The bytes of the name, which may not be UTF-8.
  package var bytes: [UInt8] {
    unsafe withPlatformString { name in
      unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) }
    }
  }

  /// Creates a name, or returns `nil` if the bytes are empty or contain a slash or zero.
  package init?(bytes: some Collection<UInt8>) {
    if bytes.contains(0) { return nil }
    unsafe self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }
}

extension FilePath {
  /// Returns the path with its last component changed, or the path itself if the new bytes aren't a name.
  package func replacingLastComponentBytes(_ change: ([UInt8]) -> [UInt8]) -> FilePath {
    guard let name = FilePath.Component(bytes: change(lastComponent?.bytes ?? [])) else { return self }
    return removingLastComponent().appending(name)
  }

  /// Returns the path with a number after the stem, `take-2.mid` for `take.mid`, or the same path for the number 1.
  package func numbered(_ number: Int) -> FilePath {
    guard number > 1 else { return self }
    return replacingLastComponentBytes { name in
      // A leading dot marks a hidden file, not an extension.
      let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
      return name[..<dot] + Array("-\(number)".utf8) + name[dot...]
    }
  }
}
