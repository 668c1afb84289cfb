internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import System
internal import SystemPackage
internal import SystemReports
internal import Takes
internal import Terminal

/// Resolves the endpoints of a command line: an alias, any part of a name, `CLIENT:PORT`, `all`, or `none`.
///
/// Without any of them, the user chooses from a list on the terminal.
struct EndpointResolver {
  /// The required direction of the endpoints.
  let direction: Endpoint.Directions
  /// The file of aliases and last choices.
  private let bookPath: FilePath

  /// Creates a resolver for a direction, or for any direction if the set is empty.
  init(_ direction: Endpoint.Directions, book bookPath: FilePath = EndpointPreferences.standardPath) {
    self.direction = direction
    self.bookPath = bookPath
  }

  /// The help of `--in`.
  static let inputHelp = ArgumentHelp(
    "Input: an alias, any part of its name, CLIENT:PORT, all, or none; repeatable",
    discussion: "Without it, choose from a list on a terminal.", valueName: "port")
  /// The help of `--out`.
  static let outputHelp = ArgumentHelp(
    "Output: an alias, any part of its name, CLIENT:PORT, or none",
    discussion: "The name of a client is its first output. Without --out, choose from a list on a terminal.",
    valueName: "port")

  private static let choices =
    "an alias, any part of a name, CLIENT:PORT, all, or none; on a terminal, midirec shows a list"

  /// Checks that the command line has the option, unless a terminal can show the list.
  ///
  /// - Parameters:
  ///   - isGiven: Whether the option is given.
  ///   - alternative: An option that can replace it.
  /// - Throws: A usage error if the option is missing.
  func require(isGiven: Bool, or alternative: String? = nil) throws {
    guard !isGiven, !Picker.isPossible else { return }
    let options = [direction.option, alternative].compactMap { $0 }.joined(separator: " or ")
    throw ValidationError("\(options) is required: \(Self.choices).")
  }

  /// Returns the endpoint for each query.
  ///
  /// - Parameters:
  ///   - queries: The queries. If empty, the user chooses.
  ///   - wait: Whether disconnected endpoints are returned, for the caller to wait for them.
  /// - Returns: Different endpoints, or an empty array for `none`. A choice from the list can be disconnected.
  /// - Throws: A `CommandFailure` if an endpoint isn't connected or a query is ambiguous (69), for wrong usage (64), for
  ///   an invalid file of aliases (65), and if the user cancels (130).
  func choose(_ queries: [EndpointQuery], wait: Bool = false) throws -> [TrackedEndpoint] {
    guard !queries.isEmpty else { return try pick().map { [$0] } ?? [] }
    do {
      return try EndpointChoice(direction, book: bookPath, bookFailed: Self.say).choose(queries, wait: wait)
    } catch let failure as EndpointChoice.Failure {
      throw explained(failure)
    }
  }

  /// Returns at most one endpoint, as ``choose(_:wait:)`` does, or `nil` for `none`.
  func chooseOne(_ query: EndpointQuery?, wait: Bool = false) throws -> TrackedEndpoint? {
    let chosen = try choose(query.map { [$0] } ?? [], wait: wait)
    guard chosen.count <= 1 else { throw explained(.several(chosen.count)) }
    return chosen.first
  }

  private func explained(_ failure: EndpointChoice.Failure) -> CommandFailure {
    let (option, noun) = (direction.option, direction.noun)
    switch failure {
    case .notAlone(let word):
      return CommandFailure(
        CommandFailure.usage, "\(option) \(word) can't be combined with another \(option)")
    case .same(let name):
      return CommandFailure(CommandFailure.usage, "two \(option) options name the same \(noun), \(name)")
    case .several(let count):
      return CommandFailure(
        CommandFailure.usage, "\(option) accepts one \(noun); all matches \(count)")
    case .noneAtAll:
      return CommandFailure(
        CommandFailure.unavailable, "no MIDI \(noun)s found; connect an instrument or start a MIDI program")
    case .aliasUnavailable(let name, let identity, let isConnected):
      let state = isConnected ? "isn't an \(noun)" : "isn't connected"
      return CommandFailure(CommandFailure.unavailable, "\(name) is \(identity.text), which \(state)")
    case .aliasAmbiguous(let name, let endpoints):
      return CommandFailure(
        CommandFailure.unavailable,
        "\(name) can be \(CommandFailure.list(endpoints)); "
          + "choose one with midirec ports alias \(name.shellWord) CLIENT:PORT")
    }
  }

  private static func say(_ error: any Error) {
    StandardError.say(CommandFailure(explaining: error)?.message ?? "\(error)")
  }

  /// Changes the stored preferences, and only reports a failure: an unwritable folder mustn't prevent a recording.
  private func tryUpdate(_ change: (inout EndpointPreferences) -> Void) {
    do {
      try EndpointPreferences.update(at: bookPath, change)
    } catch {
      Self.say(error)
    }
  }

  // MARK: Choosing from a list

  /// Shows a list for the user to choose from, and stores the choice.
  ///
  /// - Returns: The endpoint, or `nil` for "none".
  /// - Throws: A `CommandFailure` if there is no terminal (64) or the user cancels (130).
  func pick() throws -> TrackedEndpoint? {
    guard Picker.isPossible else {
      throw CommandFailure(CommandFailure.usage, "\(direction.option) is required: \(Self.choices)")
    }
    let book = try EndpointPreferences.read(from: bookPath)
    let entry = try Picker(direction, lastChoice: book.lastChoice(direction)).run()
    guard let entry else {
      throw CommandFailure(CommandFailure.interrupted, "no \(direction.noun) was chosen")
    }
    StandardError.say("\(direction.noun): \(entry.sentence)")
    let endpoints = try Endpoint.all()
    tryUpdate { $0.setLastChoice(entry.choice(among: endpoints), direction) }
    switch entry {
    case .nothing: return nil
    case .missing(let identity): return TrackedEndpoint(.identity(identity), direction: direction)
    case .endpoint(let endpoint):
      var chosen = TrackedEndpoint(endpoint, direction: direction)
      _ = chosen.follow(endpoints)
      return chosen
    }
  }
}

extension Endpoint.Directions {
  /// The option that names an endpoint of this direction.
  fileprivate var option: String { self == .input ? "--in" : "--out" }
}

extension PickerModel.Entry {
  /// Returns the choice to store for the next time.
  fileprivate func choice(among endpoints: [Endpoint]) -> EndpointPreferences.Choice {
    switch self {
    case .nothing: .nothing
    case .missing(let identity): .endpoint(identity)
    case .endpoint(let endpoint): .endpoint(EndpointIdentity(endpoint, among: endpoints))
    }
  }

  /// The entry as a message shows it.
  fileprivate var sentence: String {
    switch self {
    case .nothing: "none"
    case .missing(let identity): "\(identity.displayName.printable), which isn't connected"
    case .endpoint(let endpoint): "\(endpoint.address) \(endpoint.displayName.printable)"
    }
  }
}

extension EndpointResolver {
  /// Returns at most one endpoint, as ``chooseOne(_:wait:)`` does, and waits until it is connected.
  ///
  /// - Returns: The endpoint, or `nil` for `none`.
  func chooseOne(_ query: EndpointQuery?, wait: Bool, whenPresent stop: StopToken) throws -> Endpoint? {
    try chooseOne(query, wait: wait).flatMap { try [$0].whenPresent(stop: stop).first?.endpoint }
  }
}

extension [TrackedEndpoint] {
  /// Waits until all endpoints are connected, and prints their names while it waits.
  ///
  /// - Throws: A `CommandFailure` if a stop is requested first (130) or two endpoints are the same (64).
  func whenPresent(stop: StopToken) throws -> [TrackedEndpoint] {
    do {
      return try whenPresent(stop: stop) { StandardError.say("waiting for \($0)") }
    } catch EndpointWaitFailure.interrupted(let name) {
      throw CommandFailure(CommandFailure.interrupted, "interrupted while waiting for \(name)")
    } catch EndpointWaitFailure.same(let endpoint) {
      throw CommandFailure(
        CommandFailure.usage, "two of the inputs or outputs are the same, \(endpoint)")
    }
  }
}
