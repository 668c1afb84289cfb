internal import Glibc
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import SystemPackage

/// A file that the command line names for output, or `-` for standard output.
package struct OutputFile {
  private let argument: String

  package init(_ argument: String) { self.argument = argument }

  /// Whether the file is standard output, which then can't have other output.
  package var isStandardOutput: Bool { argument == "-" }

  /// Whether the file exists.
  package var exists: Bool { !isStandardOutput && (try? Stat(FilePath(argument: argument))) != nil }

  /// Whether the file is a terminal.
  package var isTerminal: Bool { isStandardOutput && isatty(STDOUT_FILENO) == 1 }

  /// Writes the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - replacing: Whether an existing file may be replaced.
  ///   - option: The option that names the file.
  package func write(_ bytes: [UInt8], replacing: Bool, option: String = "-o") throws {
    if isStandardOutput { return try StandardOutput.tell(bytes: bytes) }
    let path = FilePath(argument: argument)
    do {
      try FileSystem.write(bytes, to: path, replacing: replacing)
    } catch {
      guard error.errno == .fileExists else { throw error }
      throw CommandFailure.fileExists(path, option: option)
    }
  }
}
