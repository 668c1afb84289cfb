internal import Glibc
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import SystemPackage

/// The search for the Standard MIDI Files that a program writes although its session names none of them.
struct StrayTakeSearch {
  /// The words of the command that name files, with the files and their state before the start.
  private let named: [(word: String, path: FilePath, state: FileFingerprint)]

  /// The number of bytes that identify a file.
  private static let beginningLength = 12

  /// Creates a search before the start of a program.
  ///
  /// - Parameters:
  ///   - words: The words of the command in the session's file.
  ///   - launch: The same words as the program gets them.
  init(_ words: [String], _ launch: ProgramProcess.Launch) {
    named = zip(words, launch.command).dropFirst().compactMap { word, text in
      let path = FilePath(text)
      guard path.isAbsolute, let state = FileFingerprint(path) else { return nil }
      return (word, path, state)
    }
  }

  /// Returns the files that the program has written.
  ///
  /// - Parameter folder: The working folder.
  func takes(in folder: FilePath) -> StrayTakes {
    var takes = StrayTakes()
    let names = (try? FileSystem.names(in: folder).map(\.string)) ?? []
    takes.files = names.sorted().filter { Self.isTake(folder.appending($0)) }
    takes.words = named.filter { FileFingerprint($0.path) != $0.state && Self.isTake($0.path) }.map(\.word)
    return takes
  }

  private static func isTake(_ path: FilePath) -> Bool {
    guard (try? Stat(path).type) == .regular,
      let bytes = try? FileSystem.beginning(of: path, count: beginningLength)
    else { return false }
    return TimelinePart.isTake(bytes, named: path.lastComponent?.string ?? "")
  }
}

extension StrayTakes {
  /// The files and the advice as parts of a sentence, or `nil` if there are no files.
  var finding: (reason: String, remedy: String)? {
    if let file = files.first {
      return files.count == 1
        ? ("wrote \(file.quoted), which the session doesn't name", "set file: \(file) to compare it")
        : (
          "wrote \(files.count) MIDI files: \(files.map(\.quoted).joined(separator: ", "))",
          "set file to the one to compare, such as file: \(file)"
        )
    }
    guard let word = words.first else { return nil }
    return ("replaced \(word.quoted)", "let it write into its working folder, and set file to the name")
  }
}

/// The identity and last change of a file. It differs after a write and after a replacement.
struct FileFingerprint: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the fingerprint of a file.
  ///
  /// - Returns: `nil` if the file doesn't exist.
  init?(_ path: FilePath) {
    var information = stat()
    guard unsafe path.withPlatformString({ unsafe stat($0, &information) }) == 0 else { return nil }
    device = UInt64(information.st_dev)
    inode = UInt64(information.st_ino)
    // The status change time, because programs can set the modification time.
    seconds = information.st_ctim.tv_sec
    nanoseconds = information.st_ctim.tv_nsec
  }
}
