package import ALSASequencer
internal import MIDICore
package import MIDIRecSystem
internal import MIDIRecTakes
internal import MIDIRecTerminal
package import SystemPackage

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

  /// Whether standard input and standard error are a terminal, for the keys and the list.
  package static var canShowList: Bool { TerminalScreen.canAsk && StandardError.isTerminal }

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
    if let word = queries.first(where: \.isReserved) {
      guard queries.count == 1 else {
        throw CommandFailure(.usage, "\(option) \(word) can't be combined with another \(option)")
      }
      return word.isNone ? [] : try all(of: try Endpoint.all())
    }
    let book = try EndpointPreferences.read(from: bookPath)
    let endpoints = try Endpoint.all()
    var chosen: [TrackedEndpoint] = []
    for query in queries {
      let next = try choose(query, from: endpoints, book, wait: wait)
      if let same = chosen.first(where: { $0.isSame(as: next) }) {
        let name = same.endpoint.map { "\($0)" } ?? same.name
        throw CommandFailure(.usage, "two \(option) options name the same \(direction.noun), \(name)")
      }
      chosen.append(next)
    }
    return chosen
  }

  /// Returns at most one endpoint, as ``choose(_:wait:)`` does, or `nil` for `none`.
  func chooseOne(_ query: EndpointQuery?, wait: Bool = false) throws -> TrackedEndpoint? {
    let chosen = try choose(query.map { [$0] } ?? [], wait: wait)
    guard chosen.count <= 1 else {
      throw CommandFailure(.usage, "\(option) accepts one \(direction.noun); all matches \(chosen.count)")
    }
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

  /// Waits until all endpoints are connected at the same time.
  ///
  /// - Throws: A `CommandFailure` if a stop is requested first (130) or two endpoints turn out to be the same (64).
  private func whenConnected(_ endpoints: [TrackedEndpoint], stop: StopToken) throws -> [TrackedEndpoint] {
    var chosen = endpoints
    var monitor = try EndpointMonitor.start()
    var changes: [EndpointChange] = []
    var announced: Set<String> = []
    while true {
      _ = chosen.follow(monitor.endpoints, after: changes)
      let missing = chosen.filter { $0.endpoint == nil }
      if missing.isEmpty {
        for (index, one) in chosen.enumerated() {
          if let same = chosen[..<index].first(where: { $0.endpoint == one.endpoint })?.endpoint {
            throw CommandFailure(.usage, "two of the inputs or outputs are the same, \(same)")
          }
        }
        return chosen
      }
      for endpoint in missing where announced.insert(endpoint.name).inserted {
        say("waiting for \(endpoint.name)")
      }
      guard wait(for: monitor.descriptor, stop: stop, until: nil) == .first else {
        throw CommandFailure(.interrupted, "interrupted while waiting for \(missing[0].name)")
      }
      changes = try monitor.update()
    }
  }

  private func all(of endpoints: [Endpoint]) throws -> [TrackedEndpoint] {
    let all = endpoints.filter { $0.directions.contains(direction) }
    if all.isEmpty {
      throw CommandFailure(
        .unavailable, "no MIDI \(direction.noun)s found; connect an instrument or start a MIDI program")
    }
    return all.map { following(TrackedEndpoint($0, direction: direction), endpoints) }
  }

  private func choose(
    _ query: EndpointQuery, from endpoints: [Endpoint], _ book: EndpointPreferences, wait: Bool
  ) throws -> TrackedEndpoint {
    if let name = book.name(query.text), let identity = book.aliases[name] {
      return try choose(alias: name, identity, from: endpoints, book, wait: wait)
    }
    do {
      let endpoint = try query.choose(from: endpoints, direction: direction)
      return following(TrackedEndpoint(endpoint, direction: direction), endpoints)
    } catch .noneFound where wait {
      return TrackedEndpoint(.query(query), direction: direction)
    }
  }

  private func choose(
    alias name: String, _ identity: EndpointIdentity, from endpoints: [Endpoint], _ book: EndpointPreferences,
    wait: Bool
  ) throws -> TrackedEndpoint {
    let rivals = book.rivals(of: name)
    let matches = identity.matches(among: endpoints, direction: direction, rivals: rivals)
    if matches.count > 1 {
      throw CommandFailure(
        .unavailable,
        "\(name) can be \(matches.map(\.endpoint).list); "
          + "choose one with midirec ports alias \(name.shellWord) CLIENT:PORT")
    }
    guard let match = matches.first else {
      if wait { return TrackedEndpoint(.identity(identity), direction: direction, rivals: rivals) }
      let isConnected = identity.find(among: endpoints, direction: [], rivals: rivals) != nil
      let state = isConnected ? "isn't an \(direction.noun)" : "isn't connected"
      throw CommandFailure(.unavailable, "\(name) is \(identity.text), which \(state)")
    }
    let current = identity.renewed(by: match.endpoint, among: endpoints)
    if current != identity {
      // Another process may have changed the alias.
      tryUpdate { book in if book.aliases[name] == identity { book.store(current, as: name) } }
    }
    return following(TrackedEndpoint(.identity(current), direction: direction, rivals: rivals), endpoints)
  }

  /// Returns the endpoint after its first update with the connected endpoints.
  private func following(_ chosen: TrackedEndpoint, _ endpoints: [Endpoint]) -> TrackedEndpoint {
    var chosen = chosen
    _ = chosen.follow(endpoints)
    return chosen
  }

  /// Changes the stored preferences, and only reports a failure: an unwritable folder mustn't prevent a recording.
  private func tryUpdate(_ change: (inout EndpointPreferences) -> Void) {
    do {
      try EndpointPreferences.update(at: bookPath, change)
    } catch {
      say(CommandFailure(explaining: error)?.message ?? "\(error)")
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
    var picker = EndpointPicker(direction, lastChoice: book.lastChoices[direction])
    guard let entry = try picker.run() else {
      throw CommandFailure(.interrupted, "no \(direction.noun) was chosen")
    }
    say("\(direction.noun): \(entry.sentence)")
    let endpoints = try Endpoint.all()
    let (choice, chosen): (EndpointPreferences.Choice, TrackedEndpoint?) =
      switch entry {
      case .nothing: (.nothing, nil)
      case .missing(let identity):
        (.endpoint(identity), TrackedEndpoint(.identity(identity), direction: direction))
      case .endpoint(let endpoint):
        (
          .endpoint(EndpointIdentity(endpoint, among: endpoints)),
          following(TrackedEndpoint(endpoint, direction: direction), endpoints)
        )
      }
    tryUpdate { book in if !direction.isEmpty { book.lastChoices[direction] = choice } }
    return chosen
  }
}

extension EndpointPicker.Entry {
  /// The entry as a message shows it.
  fileprivate var sentence: String {
    switch self {
    case .nothing: "none"
    case .missing(let identity): "\(identity.displayName.printable), which isn't connected"
    case .endpoint(let endpoint): "\(endpoint.address) \(endpoint.displayName.printable)"
    }
  }
}

extension [EndpointQuery] {
  /// Whether the queries are only `all`, which includes endpoints that appear later.
  package var areAll: Bool { count == 1 && self[0].text.lowercased() == "all" }
}

extension EndpointQuery {
  fileprivate var isNone: Bool { text.lowercased() == "none" }
  fileprivate var isReserved: Bool { isNone || text.lowercased() == "all" }
}

extension TrackedEndpoint {
  /// Returns whether both are the same endpoint, as far as it is known.
  fileprivate func isSame(as other: TrackedEndpoint) -> Bool {
    endpoint != nil || other.endpoint != nil ? endpoint == other.endpoint : wanted == other.wanted
  }
}
