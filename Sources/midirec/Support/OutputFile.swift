internal import FileIO
internal import Glibc
internal import SystemPackage

/// A file to write that the command line names; `-` is standard output.
struct OutputFile {
  private let argument: String

  init(_ argument: String) { self.argument = argument }

  /// Whether the file goes to standard output, which has room for nothing else then.
  var isStandardOutput: Bool { argument == "-" }

  /// Whether there is a file of its name already.
  var exists: Bool { !isStandardOutput && (try? Stat(FilePath(argument: argument))) != nil }

  /// Whether a person would see the bytes.
  var isTerminal: Bool { isStandardOutput && isatty(STDOUT_FILENO) == 1 }

  /// Writes the picture of `--svg`.
  ///
  /// - Parameter replacing: Whether a file that exists may be replaced.
  func writePicture(_ svg: String, replacing: Bool) throws {
    do {
      try write(Array(svg.utf8), replacing: replacing)
    } catch let error as FileError where error.errno == .fileExists {
      throw CommandFailure(
        CommandFailure.cannotCreate,
        "\(error); choose another name with --svg, or replace it with --force")
    }
  }

  /// Writes the bytes.
  ///
  /// - Parameter replacing: Whether a file that exists may be replaced.
  func write(_ bytes: [UInt8], replacing: Bool) throws {
    guard isStandardOutput else {
      try FileSystem.write(bytes, to: FilePath(argument: argument), replacing: replacing)
      return
    }
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch {
      throw CommandFailure(CommandFailure.inputOutput, "cannot write standard output: \(error)")
    }
  }
}
