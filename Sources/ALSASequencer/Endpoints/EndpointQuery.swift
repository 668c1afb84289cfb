/// A user's query for an endpoint: a name, a part of a name, or `CLIENT:PORT`.
///
/// Names match in any case and at any position. An endpoint whose client, port, or display name equals the query
/// precedes endpoints that only contain it, so that `Test In 1` can be chosen next to `Test In 10`.
package struct EndpointQuery: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The text of the query.
  package let text: String

  /// Creates a query, or returns `nil` if the text is empty.
  package init?(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    self.text = text
  }

  /// The text of the query.
  package var description: String { text }

  /// The reason why no endpoint was chosen.
  package enum Failure: Error, Hashable, Sendable {
    /// No endpoint matches. The available endpoints are included.
    case noneFound(query: String, direction: Endpoint.Directions, available: [Endpoint])
    /// Several endpoints match.
    case ambiguous(query: String, candidates: [Endpoint])
  }

  /// Chooses the endpoint that matches.
  ///
  /// - Parameters:
  ///   - endpoints: The connected endpoints.
  ///   - direction: The required directions.
  package func choose(
    from endpoints: [Endpoint], direction: Endpoint.Directions
  ) throws(Failure) -> Endpoint {
    let available = endpoints.filter { $0.directions.contains(direction) }
    let candidates = matches(among: available)
    guard let first = candidates.first else {
      throw .noneFound(query: text, direction: direction, available: available)
    }
    guard candidates.count == 1 else { throw .ambiguous(query: text, candidates: candidates) }
    return first
  }

  private func matches(among endpoints: [Endpoint]) -> [Endpoint] {
    if let address = EndpointAddress(parsing: text) {
      let named = endpoints.filter { $0.address == address }
      if !named.isEmpty { return named }
    }
    let wanted = text.lowercased()
    let exact = endpoints.filter { $0.names.contains(wanted) }
    return exact.isEmpty ? endpoints.filter { $0.names.contains { $0.contains(wanted) } } : exact
  }
}

extension Endpoint {
  /// All names of the endpoint, in lowercase.
  fileprivate var names: [String] {
    [clientName, portName, displayName, "\(clientName):\(portName)"].map { $0.lowercased() }
  }
}
