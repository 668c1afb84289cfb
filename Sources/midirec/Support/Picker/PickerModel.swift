internal import ALSASequencer
internal import Takes
internal import Terminal

/// The state of the list of endpoints: its entries and the effects of keys, independent of a terminal.
///
/// The selected endpoint stays selected when others connect or disconnect. If it disconnects itself, it stays in the
/// list as missing.
struct PickerModel {
  /// An entry of the list.
  enum Entry: Hashable {
    /// A connected endpoint.
    case endpoint(Endpoint)
    /// A disconnected endpoint: the last choice, or the selected one.
    case missing(EndpointIdentity)
    /// The choice of no endpoint.
    case nothing
  }

  /// The decision of a key.
  enum Outcome: Hashable {
    /// The user chose an entry.
    case chosen(Entry)
    /// The user canceled.
    case canceled
  }

  private enum Selection {
    case nothing
    case endpoint(TrackedEndpoint)
  }

  /// The required direction of endpoints.
  let direction: Endpoint.Directions
  /// The filter text, which all shown entries contain.
  private(set) var text = ""
  /// Whether letters filter the list instead of moving the selection.
  private(set) var isNarrowing = false
  private var endpoints: [Endpoint] = []
  private var lastChoice: TrackedEndpoint?
  /// The selection, or `nil` for the first entry.
  private var selection: Selection?

  /// Creates an empty list that selects the last choice.
  init(_ direction: Endpoint.Directions, lastChoice: EndpointPreferences.Choice?) {
    self.direction = direction
    switch lastChoice {
    case .endpoint(let identity):
      let chosen = TrackedEndpoint(.identity(identity), direction: direction)
      self.lastChoice = chosen
      selection = .endpoint(chosen)
    case .nothing: selection = .nothing
    case nil: break
    }
  }

  /// Updates the connected endpoints.
  mutating func show(_ endpoints: [Endpoint], after changes: [EndpointMonitor.Change] = []) {
    self.endpoints = endpoints
    _ = lastChoice?.follow(endpoints, after: changes)
    if case .endpoint(var chosen) = selection {
      _ = chosen.follow(endpoints, after: changes)
      selection = .endpoint(chosen)
    }
  }

  /// The shown entries: the last choice, hardware, programs, "Midi Through", missing endpoints, and none.
  var entries: [Entry] {
    let possible = endpoints.filter { $0.directions.contains(direction) }
    let present = (0...3).flatMap { rank in possible.filter { self.rank($0) == rank } }.map(Entry.endpoint)
    var missing: [Entry] = []
    for entry in [lastChoice.map { Self.entry($0) }, selection.map { Self.entry($0) }].compactMap({ $0 }) {
      if case .missing = entry, !missing.contains(entry) { missing.append(entry) }
    }
    return (present + missing + [.nothing]).filter(contains)
  }

  /// The index of the selected entry, or 0 if that isn't shown.
  var selectedIndex: Int {
    selection.map { Self.entry($0) }.flatMap { entries.firstIndex(of: $0) } ?? 0
  }

  /// Handles a key.
  ///
  /// - Parameters:
  ///   - key: The key that was pressed.
  ///   - pageSize: The number of entries that the page keys move by.
  /// - Returns: The user's decision, or `nil` if the list stays open.
  mutating func press(_ key: TerminalKey, pageSize: Int = 10) -> Outcome? {
    switch key {
    case .up: select(selectedIndex - 1)
    case .down: select(selectedIndex + 1)
    case .pageUp: select(selectedIndex - pageSize)
    case .pageDown: select(selectedIndex + pageSize)
    case .home: select(0)
    case .end: select(entries.count - 1)
    case .backspace:
      if text.isEmpty { isNarrowing = false } else { text.removeLast() }
    case .clear:
      text = ""
      isNarrowing = false
    case .character(let character): type(character)
    case .enter:
      let entries = entries
      return entries.isEmpty ? nil : .chosen(entries[selectedIndex])
    case .escape, .interrupt: return .canceled
    case .left, .right, .pointer: break
    }
    return nil
  }

  /// Adds a letter to the filter. Until the first letter or `/`, `j` and `k` move the selection.
  private mutating func type(_ character: Character) {
    switch character {
    case "j" where !isNarrowing: select(selectedIndex + 1)
    case "k" where !isNarrowing: select(selectedIndex - 1)
    case "/" where !isNarrowing: isNarrowing = true
    default:
      isNarrowing = true
      text.append(character)
    }
  }

  private mutating func select(_ index: Int) {
    let entries = entries
    guard !entries.isEmpty else { return }
    switch entries[min(max(index, 0), entries.count - 1)] {
    case .nothing: selection = .nothing
    // A missing entry that isn't selected yet is the last choice.
    case .missing(let identity):
      if let lastChoice, Self.entry(lastChoice) == .missing(identity) { selection = .endpoint(lastChoice) }
    case .endpoint(let endpoint):
      var chosen = TrackedEndpoint(endpoint, direction: direction)
      _ = chosen.follow(endpoints)
      selection = .endpoint(chosen)
    }
  }

  private static func entry(_ selection: Selection) -> Entry {
    switch selection {
    case .nothing: .nothing
    case .endpoint(let chosen): entry(chosen)
    }
  }

  /// Returns the entry of a selection, which is always an identity.
  private static func entry(_ chosen: TrackedEndpoint) -> Entry {
    if let endpoint = chosen.endpoint { return .endpoint(endpoint) }
    guard case .identity(let identity) = chosen.wanted else { return .nothing }
    return .missing(identity)
  }

  /// Returns the position of an endpoint's group: the last choice, hardware, programs, or "Midi Through".
  private func rank(_ endpoint: Endpoint) -> Int {
    if lastChoice?.endpoint == endpoint { return 0 }
    if endpoint.hardware != nil { return 1 }
    return endpoint.clientName == "Midi Through" ? 3 : 2
  }

  private func contains(_ entry: Entry) -> Bool {
    let names =
      switch entry {
      case .endpoint(let endpoint): [endpoint.description, endpoint.clientName]
      case .missing(let identity): ["missing", identity.displayName, identity.clientName]
      case .nothing: ["none"]
      }
    return text.isEmpty || names.contains { $0.lowercased().contains(text.lowercased()) }
  }
}
