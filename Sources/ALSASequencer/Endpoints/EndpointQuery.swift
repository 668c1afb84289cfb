/// How a person says which endpoint is meant: by a name or a part of one, or by `CLIENT:PORT`.
///
/// A name counts whatever its case and wherever it stands in the endpoint's name. An endpoint whose client, port
/// or display name is just that goes before those that only contain it, so that `Test In 1` can be chosen beside
/// `Test In 10`.
package struct EndpointQuery: Codable, Hashable, Sendable, CustomStringConvertible {
  /// What the person wrote.
  package let text: String

  /// Takes what a person wrote; nothing when that is empty.
  package init?(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    self.text = text
  }

  /// What the person wrote.
  package var description: String { text }

  /// Why no endpoint was chosen.
  package enum Failure: Error, Hashable, Sendable {
    /// Nothing there is meant. With it, what is there.
    case noneFound(query: String, direction: Endpoint.Directions, available: [Endpoint])
    /// Several are meant.
    case ambiguous(query: String, candidates: [Endpoint])
  }

  /// Chooses the one endpoint that is meant.
  ///
  /// - Parameters:
  ///   - endpoints: What there is.
  ///   - direction: Which way events must be able to go.
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
  /// All names by which the endpoint goes, in lower case.
  fileprivate var names: [String] {
    [clientName, portName, displayName, "\(clientName):\(portName)"].map { $0.lowercased() }
  }
}
