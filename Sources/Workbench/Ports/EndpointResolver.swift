package import ALSASequencer
internal import MIDICore
package import System
package import SystemPackage
internal import Takes

/// Resolves the endpoints of a command line: an alias, any part of a name, `CLIENT:PORT`, `all`, or `none`.
///
/// Without any of them, the user chooses from a list on the terminal.
package struct EndpointResolver {
  /// The required direction of the endpoints.
  package let direction: Endpoint.Directions
  /// The file of aliases and last choices.
  private let bookPath: FilePath
  /// Receives messages for the user.
  private let say: (String) -> Void

  /// Creates a resolver for a direction, or for any direction if the set is empty.
  package init(
    _ direction: Endpoint.Directions, book bookPath: FilePath = EndpointPreferences.standardPath,
    say: @escaping (String) -> Void
  ) {
    self.direction = direction
    self.bookPath = bookPath
    self.say = say
  }

  /// The option that names an endpoint of the direction.
  package var option: String { direction == .input ? "--in" : "--out" }

  /// The words that the options accept.
  package static let choices =
    "an alias, any part of a name, CLIENT:PORT, all, or none; on a terminal, midirec shows a list"

  /// Whether a terminal can show the list.
  package static var canShowList: Bool { EndpointPicker.isPossible }

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
      return try EndpointChoice(direction, book: bookPath, bookFailed: report).choose(queries, wait: wait)
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

  /// Returns the endpoint for each query, as ``choose(_:wait:)`` does, and waits until all are connected.
  ///
  /// - Throws: Also a failure if a stop is requested first (130) or two endpoints turn out to be the same (64).
  package func connected(
    _ queries: [EndpointQuery], wait: Bool, stop: StopToken
  ) throws -> [TrackedEndpoint] { try whenConnected(try choose(queries, wait: wait), stop: stop) }

  /// Returns at most one endpoint, as ``chooseOne(_:wait:)`` does, and waits until it is connected.
  ///
  /// - Returns: The endpoint, or `nil` for `none`.
  package func connectedOne(
    _ query: EndpointQuery?, wait: Bool, stop: StopToken
  ) throws -> TrackedEndpoint? {
    try whenConnected(try chooseOne(query, wait: wait).map { [$0] } ?? [], stop: stop).first
  }

  private func whenConnected(_ chosen: [TrackedEndpoint], stop: StopToken) throws -> [TrackedEndpoint] {
    try chosen.whenPresent(stop: stop) { say("waiting for \($0)") }
  }

  private func explained(_ failure: EndpointChoice.Failure) -> CommandFailure {
    let noun = direction.noun
    switch failure {
    case .notAlone(let word):
      return CommandFailure(.usage, "\(option) \(word) can't be combined with another \(option)")
    case .same(let name):
      return CommandFailure(.usage, "two \(option) options name the same \(noun), \(name)")
    case .several(let count):
      return CommandFailure(.usage, "\(option) accepts one \(noun); all matches \(count)")
    case .noneAtAll:
      return CommandFailure(
        .unavailable, "no MIDI \(noun)s found; connect an instrument or start a MIDI program")
    case .aliasUnavailable(let name, let identity, let isConnected):
      let state = isConnected ? "isn't an \(noun)" : "isn't connected"
      return CommandFailure(.unavailable, "\(name) is \(identity.text), which \(state)")
    case .aliasAmbiguous(let name, let endpoints):
      return CommandFailure(
        .unavailable,
        "\(name) can be \(endpoints.list); "
          + "choose one with midirec ports alias \(name.shellWord) CLIENT:PORT")
    }
  }

  private func report(_ error: any Error) { say(CommandFailure(explaining: error)?.message ?? "\(error)") }

  /// Changes the stored preferences, and only reports a failure: an unwritable folder mustn't prevent a recording.
  private func tryUpdate(_ change: (inout EndpointPreferences) -> Void) {
    do {
      try EndpointPreferences.update(at: bookPath, change)
    } catch {
      report(error)
    }
  }

  // MARK: Choosing from a list

  /// Shows a list for the user to choose from, and stores the choice.
  ///
  /// - Returns: The endpoint, or `nil` for "none".
  /// - Throws: A `CommandFailure` if there is no terminal (64) or the user cancels (130).
  package func pick() throws -> TrackedEndpoint? {
    guard Self.canShowList else {
      throw CommandFailure(.usage, "\(option) is required: \(Self.choices)")
    }
    let book = try EndpointPreferences.read(from: bookPath)
    var picker = EndpointPicker(direction, lastChoice: book.lastChoice(direction))
    guard let entry = try picker.run() else {
      throw CommandFailure(.interrupted, "no \(direction.noun) was chosen")
    }
    say("\(direction.noun): \(entry.sentence)")
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

extension EndpointPicker.Entry {
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
