package import ALSASequencer

/// The user's stored choices: aliases of endpoints, and the last choices from the picker.
///
/// ``read(from:)`` and ``update(at:_:)`` store them in a file.
package struct EndpointPreferences: Hashable, Sendable {
  /// A choice from the picker.
  package enum Choice: Hashable, Sendable {
    /// No endpoint, which is also a choice.
    case nothing
    case endpoint(EndpointIdentity)
  }

  /// Names that can't be aliases, because `--in` and `--out` give them a different meaning.
  package static let reservedNames = ["all", "none"]

  /// The endpoints by alias. ``name(_:)`` finds an alias in any case.
  package internal(set) var aliases: [String: EndpointIdentity] = [:]
  /// The last choices to capture from and to play to.
  package var lastChoices: [Endpoint.Directions: Choice] = [:]

  /// Creates empty preferences.
  package init() {}

  /// Returns the reason why a name can't be an alias, or `nil` if it can.
  package static func objection(to name: String) -> String? {
    if name.allSatisfy(\.isWhitespace) { return "an alias needs a name" }
    if reservedNames.contains(name.lowercased()) {
      return "\"\(name)\" can't be an alias: it has a special meaning for --in and --out"
    }
    if EndpointAddress(parsing: name) != nil {
      return "\"\(name)\" can't be an alias: it looks like CLIENT:PORT"
    }
    if name.hasPrefix("-") { return "\"\(name)\" can't be an alias: it looks like an option" }
    if name.contains(where: \.isNewline) || name.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      return "an alias can't have control characters"
    }
    return nil
  }

  /// Returns the stored name of an alias, which is found in any case, or `nil`.
  package func name(_ text: String) -> String? {
    aliases.keys.first { $0.lowercased() == text.lowercased() }
  }

  /// Stores an alias, which replaces an alias with the same name.
  ///
  /// - Precondition: ``objection(to:)`` returns `nil` for the name.
  package mutating func store(_ identity: EndpointIdentity, as name: String) {
    precondition(Self.objection(to: name) == nil, "not a name for an alias")
    remove(name)
    aliases[name] = identity
  }

  /// Removes an alias.
  ///
  /// - Returns: Its endpoint, or `nil` if it didn't exist.
  @discardableResult
  package mutating func remove(_ name: String) -> EndpointIdentity? {
    self.name(name).flatMap { aliases.removeValue(forKey: $0) }
  }

  /// Returns the identities of all other aliases, which have precedence for endpoints that match them better.
  package func rivals(of name: String) -> [EndpointIdentity] {
    aliases.filter { $0.key != name }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns all aliases in order of their names, each with the endpoint that it identifies now, if that is connected.
  package func aliasMatches(
    among endpoints: [Endpoint]
  ) -> [(name: String, identity: EndpointIdentity, match: EndpointIdentity.Match?)] {
    aliases.sorted { $0.key < $1.key }.map { name, identity in
      (name, identity, identity.find(among: endpoints, direction: [], rivals: rivals(of: name)))
    }
  }
}
