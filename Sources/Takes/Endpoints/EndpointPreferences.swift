package import ALSASequencer

/// What a person has chosen before: endpoints under names of their own (aliases), and the last choice from a list.
///
/// ``read(from:)`` and ``update(at:_:)`` keep it in a file.
package struct EndpointPreferences: Hashable, Sendable {
  /// What was chosen from a list.
  package enum Choice: Hashable, Sendable {
    /// No endpoint at all, which is a choice as well.
    case nothing
    /// This one.
    case endpoint(EndpointIdentity)
  }

  /// Words that aliases can't be, because `--in` and `--out` take them for something else.
  package static let reservedNames = ["all", "none"]

  /// The endpoints that names stand for, by name. ``name(_:)`` finds a name whatever its case.
  package internal(set) var aliases: [String: EndpointIdentity] = [:]
  /// What was chosen last to capture from.
  package internal(set) var lastInput: Choice?
  /// What was chosen last to play to.
  package internal(set) var lastOutput: Choice?

  /// Makes one in which nothing is written.
  package init() {}

  /// Why a name can't be an alias; nothing when it can.
  package static func objection(to name: String) -> String? {
    if name.allSatisfy(\.isWhitespace) { return "an alias needs a name" }
    if reservedNames.contains(name.lowercased()) {
      return "\"\(name)\" can't be an alias: it means something else for --in and --out"
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

  /// The name of an alias as it was stored, whatever the case in which it is asked for.
  package func name(_ text: String) -> String? {
    aliases.keys.first { $0.lowercased() == text.lowercased() }
  }

  /// Stores an alias, in place of one of the same name.
  ///
  /// - Precondition: There is no ``objection(to:)`` to the name.
  package mutating func store(_ identity: EndpointIdentity, as name: String) {
    precondition(Self.objection(to: name) == nil, "not a name for an alias")
    remove(name)
    aliases[name] = identity
  }

  /// Forgets an alias.
  ///
  /// - Returns: What it stood for.
  @discardableResult
  package mutating func remove(_ name: String) -> EndpointIdentity? {
    self.name(name).flatMap { aliases.removeValue(forKey: $0) }
  }

  /// The identities of all other aliases, which have a better claim to what fits them better.
  package func rivals(of name: String) -> [EndpointIdentity] {
    aliases.filter { $0.key != name }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// What was chosen last; nothing for both directions at once.
  package func lastChoice(_ direction: Endpoint.Directions) -> Choice? {
    switch direction {
    case .input: lastInput
    case .output: lastOutput
    default: nil
    }
  }

  /// Remembers what was chosen last.
  package mutating func setLastChoice(_ choice: Choice, _ direction: Endpoint.Directions) {
    if direction == .input { lastInput = choice }
    if direction == .output { lastOutput = choice }
  }
}
