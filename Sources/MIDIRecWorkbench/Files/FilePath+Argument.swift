internal import FoundationEssentials
internal import Glibc
internal import MIDICore
internal import MIDIRecSimulation
internal import MIDIRecSystem
package import SystemPackage

extension FilePath {
  /// Creates the path that an argument names, byte for byte.
  ///
  /// Swift repairs arguments that aren't UTF-8, and the repaired text doesn't name the file. So the bytes come from the
  /// argument itself or, for `--option=value`, from the part after the equals sign.
  package init(argument: String) {
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
  package static var indexOfArgumentThatIsNotUTF8: Int? {
    argumentBytes.firstIndex { String(validating: $0, as: UTF8.self) == nil }
  }
}

extension FilePath {
  /// Returns an unused path in the folder for temporary files.
  ///
  /// - Parameter purpose: A word that identifies the user of the path.
  static func temporary(for purpose: String) -> FilePath {
    FilePath(FileManager.default.temporaryDirectory.path).appending("midirec-\(purpose)-\(UUID().uuidString)")
  }

  /// Whether the file disappears with the simulated machine on which midirec runs.
  package var disappearsWithMachine: Bool { MachineSettings.forgets(self, in: ProcessEnvironment.variables) }

  /// The message that a change of the file disappears with the simulated machine, or `nil` if it stays.
  package var disappearance: String? {
    guard disappearsWithMachine else { return nil }
    let folder = removingLastComponent()
    return "\(folder) is part of the simulated machine, and the change disappears with it; "
      + "run midirec outside, or create the folder and use midirec simulate --writable \(folder)"
  }

  /// Opens the page of this path in the user's browser.
  ///
  /// - Returns: The reason why the browser can't be started, or `nil`.
  package func openInBrowser() -> String? { Browser.open(string) }
}
