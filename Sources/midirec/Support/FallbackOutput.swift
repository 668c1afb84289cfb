internal import Glibc
internal import MIDIFiles
internal import SystemPackage
internal import Takes
internal import Terminal

/// Where a take goes that could not be written to where it should: a file that the command line names, or one that a
/// person at the terminal names when it has come to that.
struct FallbackOutput {
  private let path: FilePath?
  private let replacing: Bool

  /// Takes what the command line names.
  ///
  /// - Parameter replacing: Whether a file that is there may be replaced.
  /// - Throws: That it is there and may not: better now than after the concert.
  init(_ name: String?, replacing: Bool) throws {
    path = name.map { FilePath(argument: $0) }
    self.replacing = replacing
    if let path, !replacing, unsafe path.withPlatformString({ unsafe access($0, F_OK) }) == 0 {
      throw CommandFailure(
        CommandFailure.cannotCreate,
        "cannot create \(path): File exists; choose another name with --spare, or replace it with --force")
    }
  }

  /// Saves a take that could not be finished, if there is a place for it.
  ///
  /// - Returns: What went wrong, and where everything is now.
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

  /// Asks until a file could be written or the person gives up.
  private static func askAndSave(_ take: UnfinishedTake) -> FilePath? {
    while true {
      StandardError.write("midirec: save the whole take in which other file (Enter for none)? ")
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
        "the whole take is in \(path), and its first \(take.savedDuration) s in \(take.path)"
      } else {
        "the first \(take.savedDuration) s of the take are in \(take.path)" + advice
      }
    return CommandFailure(cause.code, "\(cause.message); \(places)")
  }
}
