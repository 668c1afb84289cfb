internal import MIDICore
internal import MIDIRecSystem
package import MIDIRecTakes
package import SystemPackage

/// The destination of a take whose file can't be written.
///
/// It is the file of `--spare`, a file that the user names then, or without a terminal a file in the user's own folders.
package struct FallbackOutput {
  private let path: FilePath?
  private let replacing: Bool
  /// The name of the take.
  private let takeName: FilePath.Component?
  private let say: (String) -> Void
  private let ask: (() -> String?)?

  /// Creates the fallback for the option's value.
  ///
  /// - Parameters:
  ///   - name: The file's path, or `nil` to ask the user for one when it is needed.
  ///   - takePath: The path of the take.
  ///   - replacing: Whether an existing file may be replaced.
  ///   - say: Receives messages for the user.
  ///   - ask: Returns the user's answer to the question for a file, or `nil` if there is none. Without a user to ask, it
  ///     is `nil` itself.
  /// - Throws: A `CommandFailure` if the file exists and mustn't be replaced. The check comes before the recording.
  package init(
    _ name: String?, forTakeAt takePath: FilePath, replacing: Bool, say: @escaping (String) -> Void,
    ask: (() -> String?)?
  ) throws {
    (self.say, self.ask) = (say, ask)
    path = name.map { FilePath(argument: $0) }
    takeName = takePath.lastComponent
    self.replacing = replacing
    if let path, !replacing, FileSystem.exists(path) {
      throw CommandFailure.fileExists(path, option: "--spare")
    }
  }

  /// Saves an unfinished take to the fallback.
  ///
  /// - Returns: A failure that states the cause and where the take is.
  package func save(_ take: UnfinishedTake) -> CommandFailure {
    let cause = take.cause.failure
    if let path, isSaved(take, to: path, replacing: replacing) {
      return Self.failure(cause, take, savedAt: path)
    }
    if take.part?.isWhole == true { return Self.failure(cause, take, savedAt: nil) }
    if let ask {
      say(cause.message)
      return Self.failure(cause, take, savedAt: save(take, askedBy: ask))
    }
    return Self.failure(cause, take, savedAt: rescue(take))
  }

  /// Saves the take in the user's folder for state or in the folder for temporary files. If these disappear with a
  /// simulated machine, the current folder comes first.
  ///
  /// - Returns: The path, or `nil` if no folder can be written.
  private func rescue(_ take: UnfinishedTake) -> FilePath? {
    guard let takeName else { return nil }
    let state = ProcessEnvironment.stateFolder?.appending("midirec").appending("takes")
    let usual = [state, FilePath.temporary(for: "takes")].compactMap { $0 }
    let current: [FilePath] = usual.contains(where: \.disappearsWithMachine) ? ["."] : []
    for folder in current + usual {
      guard (try? FileSystem.makeFolders(folder)) != nil else { continue }
      for number in 1...100 {
        let path = folder.appending(takeName).numbered(number)
        do {
          try take.save(to: path, replacing: false)
          return path
        } catch {
          guard error.errno == .fileExists else { break }
        }
      }
    }
    return nil
  }

  /// Asks the user for a file until one can be written or the answer is empty.
  private func save(_ take: UnfinishedTake, askedBy ask: () -> String?) -> FilePath? {
    while let answer = ask(), !answer.isEmpty {
      if isSaved(take, to: FilePath(answer), replacing: false) { return FilePath(answer) }
    }
    return nil
  }

  /// Saves the take, or reports the error and returns `false`.
  private func isSaved(_ take: UnfinishedTake, to path: FilePath, replacing: Bool) -> Bool {
    do {
      try take.save(to: path, replacing: replacing)
      return true
    } catch {
      say(error.failure.message)
      return false
    }
  }

  private static func failure(
    _ cause: CommandFailure, _ take: UnfinishedTake, savedAt path: FilePath?
  ) -> CommandFailure {
    let places =
      switch (take.part, path) {
      case (let part?, let path?) where part.isWhole:
        "the whole take is in \(part.path) and in \(path)"
      case (let part?, nil) where part.isWhole: "the whole take is in \(part.path)" + advice(for: part)
      case (let part?, let path?):
        "the whole take is in \(path), and its first \(part.duration.shortText) in \(part.path)"
      case (let part?, nil):
        "the first \(part.duration.shortText) of the take are in \(part.path)" + advice(for: part)
      case (nil, let path?): "the whole take is in \(path)"
      case (nil, nil): "the take is lost, because no other folder can be written"
      }
    let isForgotten = path?.disappearsWithMachine ?? false
    let warning = isForgotten ? "; it disappears with the simulated machine" : ""
    return CommandFailure(cause.status, "\(cause.message); \(places)\(warning)")
  }

  private static func advice(for part: UnfinishedTake.Part) -> String {
    // The take has its own name if only writing that name to disk failed.
    guard let journal = OrphanedJournal(ofFile: part.path) else { return "" }
    return "; finish it with \(OrphanedJournal.recoveryCommand(for: journal.path))"
  }
}
