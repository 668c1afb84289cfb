internal import Glibc
internal import SystemPackage

extension FilePath {
  /// Creates the path that an argument names, byte for byte.
  ///
  /// Swift repairs arguments that aren't UTF-8, and the repaired text doesn't name the file. So the bytes come from the
  /// argument itself or, for `--option=value`, from the part after the equals sign.
  init(argument: String) {
    self.init(argument)
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return }
    for bytes in CommandLine.argumentBytes {
      let value = bytes.drop { $0 != UInt8(ascii: "=") }.dropFirst()
      for candidate in [bytes[...], value] where String(decoding: candidate, as: UTF8.self) == argument {
        unsafe self.init(platformString: candidate.map { CChar(bitPattern: $0) } + [0])
        return
      }
    }
  }
}

extension CommandLine {
  /// The bytes of the arguments, the program's name first.
  fileprivate static var argumentBytes: [[UInt8]] {
    (0..<Int(argc)).map { index in
      guard let argument = unsafe unsafeArgv[index] else { return [] }
      return unsafe UnsafeBufferPointer(start: argument, count: strlen(argument)).map {
        UInt8(bitPattern: $0)
      }
    }
  }

  /// The index of the first argument that Swift has repaired, or `nil` if there is none.
  static var indexOfArgumentThatIsNotUTF8: Int? {
    argumentBytes.firstIndex { String(validating: $0, as: UTF8.self) == nil }
  }
}

extension FilePath {
  /// Reads the first bytes of the file.
  ///
  /// - Returns: The bytes: fewer if the file is shorter, and an empty array if the file isn't seekable. A pipe is left
  ///   untouched.
  func firstBytes(_ count: Int) -> [UInt8] {
    guard let file = try? FileDescriptor.open(self, .readOnly, options: .closeOnExec) else { return [] }
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: count)
    let readCount = try? unsafe bytes.withUnsafeMutableBytes {
      try unsafe file.read(fromAbsoluteOffset: 0, into: $0)
    }
    return Array(bytes.prefix(readCount ?? 0))
  }
}
