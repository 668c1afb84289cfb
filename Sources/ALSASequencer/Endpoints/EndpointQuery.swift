internal import MIDICore

/// A user's query for an endpoint: a name, a part of a name, or an address as ALSA's own tools accept it.
///
/// Names match in any case and at any position. An endpoint whose client, port, or display name equals the query
/// precedes endpoints that only contain it, so that `Test In 1` can be chosen next to `Test In 10`.
///
/// An address is `20:1`, `20` for port 0 of that client, or `LinnStrument:1` with any part of a client's name. An
/// endpoint with the name `20` precedes client 20.
///
/// If only outputs of one client match, and its name is the query or contains it, the query is its first output, as for
/// `aplaymidi`. Inputs need a definite query: a take of the wrong one can't be repeated.
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
    if candidates.count == 1 { return first }
    let isOneClient = candidates.allSatisfy { $0.address.client == first.address.client }
    guard direction == .output, isOneClient, first.clientName.lowercased().contains(text.lowercased()),
      let firstPort = candidates.min(by: { $0.address.port < $1.address.port })
    else { throw .ambiguous(query: text, candidates: candidates) }
    return firstPort
  }

  /// Returns the endpoints that match by the first rule that any endpoint matches.
  private func matches(among endpoints: [Endpoint]) -> [Endpoint] {
    let wanted = text.lowercased()
    let address = EndpointAddress(parsing: text)
    let firstPort = EndpointAddress(parsing: "\(text):0")
    let (client, port) = Self.clientAndPort(wanted)
    let rules: [(Endpoint) -> Bool] = [
      { $0.address == address },
      { $0.names.contains(wanted) },
      { $0.address == firstPort },
      { $0.address.port == port && $0.clientName.lowercased() == client },
      { $0.address.port == port && $0.clientName.lowercased().contains(client) },
      { $0.names.contains { $0.contains(wanted) } },
    ]
    return rules.lazy.map { endpoints.filter($0) }.first { !$0.isEmpty } ?? []
  }

  /// Returns the parts of a text such as `linnstrument:0`. The port is `nil` for other texts.
  private static func clientAndPort(_ text: String) -> (client: String, port: Int32?) {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return (text, nil) }
    return (
      String(text[..<colon]), Int(wholeNumber: text[text.index(after: colon)...], in: 0...255).map(Int32.init)
    )
  }
}

extension Endpoint {
  /// All names of the endpoint, in lowercase.
  fileprivate var names: [String] {
    [clientName, portName, displayName, "\(clientName):\(portName)"].map { $0.lowercased() }
  }
}
