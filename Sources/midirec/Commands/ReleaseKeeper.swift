internal import ALSASequencer
internal import ArgumentParser
internal import SystemPackage

/// The command `midirec release-keeper`: the child process that releases notes if a replay is killed, for use by midirec
/// itself.
struct ReleaseKeeper: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release-keeper",
    abstract: "Release the notes of a killed replay, for midirec itself",
    shouldDisplay: false)

  func run() throws { try PlaybackKeeper.keep() }
}

extension PlaybackKeeper {
  /// Starts a keeper for this process.
  static func start() throws -> PlaybackKeeper {
    // The file that this process was started from, wherever it is and even if it was replaced since.
    try PlaybackKeeper(program: "/proc/self/exe", arguments: [ReleaseKeeper.configuration.commandName ?? ""])
  }
}
