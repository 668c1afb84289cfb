internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

extension EndpointResolver {
  /// Creates a resolver that reports on standard error.
  init(_ direction: Endpoint.Directions) { self.init(direction, say: StandardError.say) }

  /// The help of `--out`.
  static let outputHelp = ArgumentHelp(
    "Output: an alias, any part of its name, CLIENT:PORT, or none",
    discussion: "The name of a client is its first output. Without --out, choose from a list on a terminal.",
    valueName: "port")

  /// Checks that the command line has the option, unless a terminal can show the list.
  ///
  /// - Parameters:
  ///   - isGiven: Whether the option is given.
  ///   - alternative: An option that can replace it.
  /// - Throws: A usage error if the option is missing.
  func require(isGiven: Bool, or alternative: String? = nil) throws {
    guard !isGiven, !Self.canShowList else { return }
    let options = [option, alternative].compactMap { $0 }.joined(separator: " or ")
    throw ValidationError("\(options) is required: \(Self.choices).")
  }

  /// Checks `--out` and `--as`, which exclude each other.
  static func check(_ output: EndpointQuery?, _ portName: String?) throws {
    if output != nil, portName != nil {
      throw ValidationError(
        "--out and --as can't be used together. Use --out to send to a port, or --as to create one.")
    }
    if let portName, portName.allSatisfy(\.isWhitespace) {
      throw ValidationError("The virtual port needs a name.")
    }
  }
}

/// The option for inputs.
struct InputOption: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Input: an alias, any part of its name, CLIENT:PORT, all, or none; repeatable",
      discussion: "Without it, choose from a list on a terminal.", valueName: "port"))
  var queries: [EndpointQuery] = []

  /// Checks that the option is given, unless a terminal can show the list.
  func require() throws { try EndpointResolver(.input).require(isGiven: !queries.isEmpty) }

  /// Returns the inputs as soon as they are connected.
  ///
  /// - Parameter wait: Whether disconnected inputs are accepted.
  func connected(wait: Bool, stop: StopToken) throws -> [TrackedEndpoint] {
    try EndpointResolver(.input).connected(queries, wait: wait, stop: stop)
  }
}

extension InputFile {
  /// Creates a reference to a file, or standard input for `-`, whose violations are printed on standard error.
  init(_ argument: String, includesLaterTracks: Bool = false) {
    self.init(argument, includesLaterTracks: includesLaterTracks, say: StandardError.say)
  }

  /// Creates a reference to the file of a path, even if that is `-`.
  init(_ path: FilePath) { self.init(path, say: StandardError.say) }
}

extension StandardError {
  /// Writes the message of a failure, and each of its details on a separate line.
  static func say(_ failure: CommandFailure) {
    say(failure.message)
    for detail in failure.details { writeLine("    \(detail.printable)") }
  }

  /// Writes a message if the change of a file disappears with the simulated machine on which midirec runs.
  static func sayIfChangeDisappears(_ path: FilePath) {
    if let text = path.disappearance { say(text) }
  }
}
