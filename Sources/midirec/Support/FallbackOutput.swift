internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import SystemPackage
internal import Takes
internal import Terminal

/// The destination of a take whose file can't be written: the file of `--spare`, or one that the user names then.
struct FallbackOutput {
  private let path: FilePath?
  private let replacing: Bool

  /// Creates the fallback for the option's value.
  ///
  /// - Parameters:
  ///   - name: The file's path, or `nil` to ask the user for one when it is needed.
  ///   - replacing: Whether an existing file may be replaced.
  /// - Throws: A `CommandFailure` if the file exists and mustn't be replaced. The check comes before the recording.
  init(_ name: String?, replacing: Bool) throws {
    path = name.map { FilePath(argument: $0) }
    self.replacing = replacing
    if let path, !replacing, unsafe path.withPlatformString({ unsafe access($0, F_OK) }) == 0 {
      throw CommandFailure.fileExists(path, option: "--spare")
    }
  }

  /// Saves an unfinished take to the fallback, if there is one.
  ///
  /// - Returns: A failure that states the cause and where the take is.
  func save(_ failure: TakeRecorder.Failure) -> CommandFailure {
    let take = failure.take
    let cause = CommandFailure(take.cause)
    if let path {
      do {
        try take.save(to: path, replacing: replacing)
        return Self.failure(cause, take, savedAt: path)
      } catch {
        StandardError.say(CommandFailure(error))
      }
    }
    if !take.isWhole, isatty(STDIN_FILENO) == 1, StandardError.isTerminal {
      StandardError.say(cause)
      if let path = Self.askAndSave(take) { return Self.failure(cause, take, savedAt: path) }
    }
    return Self.failure(cause, take, savedAt: nil)
  }

  /// Asks the user for a file until one can be written or the answer is empty.
  private static func askAndSave(_ take: UnfinishedTake) -> FilePath? {
    while true {
      StandardError.write("midirec: save the whole take to which other file (Enter for none)? ")
      guard let answer = readLine(), !answer.isEmpty else { return nil }
      do {
        try take.save(to: FilePath(answer), replacing: false)
        return FilePath(answer)
      } catch {
        StandardError.say(CommandFailure(error))
      }
    }
  }

  private static func failure(
    _ cause: CommandFailure, _ take: UnfinishedTake, savedAt path: FilePath?
  ) -> CommandFailure {
    let isJournal = take.path.stem?.hasSuffix(".recording") == true
    let advice = isJournal ? "; finish it with \(Recover.line(for: take.path))" : ""
    let places =
      if take.isWhole {
        "the whole take is in \(take.path)" + (path.map { " and in \($0)" } ?? advice)
      } else if let path {
        "the whole take is in \(path), and its first \(take.savedDuration.shortText) in \(take.path)"
      } else {
        "the first \(take.savedDuration.shortText) of the take are in \(take.path)" + advice
      }
    return CommandFailure(cause.code, "\(cause.message); \(places)")
  }
}
