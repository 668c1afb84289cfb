package import ALSASequencer
internal import MIDICore
package import SystemPackage

/// Resolves queries to endpoints: an alias, any part of a name, `CLIENT:PORT`, `all`, or `none`.
package struct EndpointChoice {
  /// The reason why queries can't be resolved.
  package enum Failure: Error {
    /// `all` or `none` is combined with other queries.
    case notAlone(EndpointQuery)
    /// Two queries resolve to the same endpoint, which has this name.
    case same(String)
    /// Several endpoints match, but one is needed.
    case several(Int)
    /// No endpoint exists for `all`.
    case noneAtAll
    /// The endpoint of an alias is disconnected, or doesn't have the direction.
    case aliasUnavailable(String, EndpointIdentity, isConnected: Bool)
    /// Several endpoints match an alias equally well.
    case aliasAmbiguous(String, [Endpoint])
  }

  /// The required direction, or an empty set for any.
  package let direction: Endpoint.Directions
  private let bookPath: FilePath
  private let bookFailed: (any Error) -> Void

  /// Creates a choice for a direction.
  ///
  /// - Parameters:
  ///   - direction: The required direction, or an empty set for any.
  ///   - bookPath: The file with the aliases.
  ///   - bookFailed: Receives an error of updating that file, which doesn't prevent the choice.
  package init(
    _ direction: Endpoint.Directions, book bookPath: FilePath, bookFailed: @escaping (any Error) -> Void
  ) {
    self.direction = direction
    self.bookPath = bookPath
    self.bookFailed = bookFailed
  }

  /// Chooses an endpoint for each query.
  ///
  /// - Parameters:
  ///   - queries: The queries.
  ///   - wait: Whether disconnected endpoints are accepted, so that the caller can wait for them.
  /// - Returns: The distinct endpoints, or an empty list for `none`.
  /// - Throws: A ``Failure``, an `EndpointQuery.Failure`, or an `EndpointPreferences.Failure`.
  package func choose(_ queries: [EndpointQuery], wait: Bool = false) throws -> [TrackedEndpoint] {
    if let word = queries.first(where: \.isReserved) {
      guard queries.count == 1 else { throw Failure.notAlone(word) }
      return word.isNone ? [] : try all(of: try Endpoint.all())
    }
    let book = try EndpointPreferences.read(from: bookPath)
    let endpoints = try Endpoint.all()
    var chosen: [TrackedEndpoint] = []
    for query in queries {
      let next = try choose(query, from: endpoints, book, wait: wait)
      if let same = chosen.first(where: { $0.isSame(as: next) }) {
        throw Failure.same(same.endpoint.map { "\($0)" } ?? same.name)
      }
      chosen.append(next)
    }
    return chosen
  }

  private func all(of endpoints: [Endpoint]) throws -> [TrackedEndpoint] {
    let all = endpoints.filter { $0.directions.contains(direction) }
    if all.isEmpty { throw Failure.noneAtAll }
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
      throw Failure.aliasAmbiguous(name, matches.map(\.endpoint))
    }
    guard let match = matches.first else {
      if wait { return TrackedEndpoint(.identity(identity), direction: direction, rivals: rivals) }
      let isConnected = identity.find(among: endpoints, direction: [], rivals: rivals) != nil
      throw Failure.aliasUnavailable(name, identity, isConnected: isConnected)
    }
    let current = identity.renewed(by: match.endpoint, among: endpoints)
    if current != identity { renew(alias: name, identity, as: current) }
    return following(TrackedEndpoint(.identity(current), direction: direction, rivals: rivals), endpoints)
  }

  /// Returns the endpoint after its first update with the connected endpoints.
  private func following(_ chosen: TrackedEndpoint, _ endpoints: [Endpoint]) -> TrackedEndpoint {
    var chosen = chosen
    _ = chosen.follow(endpoints)
    return chosen
  }

  /// Stores the current socket and names of an alias's instrument, unless a different process has changed the alias.
  private func renew(alias name: String, _ earlier: EndpointIdentity, as identity: EndpointIdentity) {
    do {
      try EndpointPreferences.update(at: bookPath) { book in
        if book.aliases[name] == earlier { book.store(identity, as: name) }
      }
    } catch {
      bookFailed(error)
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
