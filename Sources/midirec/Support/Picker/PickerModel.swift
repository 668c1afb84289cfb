internal import ALSASequencer
internal import Takes
internal import Terminal

/// A list of endpoints to choose from: what it shows and what the keys do to it, without any terminal.
///
/// What is selected stays selected by what it is, whatever comes and goes around it; when it goes itself, it stays in
/// the list as missing.
struct PickerModel {
  /// What can be chosen.
  enum Entry: Hashable {
    /// An endpoint that is there.
    case endpoint(Endpoint)
    /// One that isn't: the last choice, or what was selected when it went.
    case missing(EndpointIdentity)
    /// None at all.
    case nothing
  }

  /// What a key has decided.
  enum Outcome: Hashable {
    /// This one is it.
    case chosen(Entry)
    /// The person doesn't want to choose.
    case canceled
  }

  private enum Selection {
    case nothing
    case endpoint(TrackedEndpoint)
  }

  /// Which way events must be able to go.
  let direction: Endpoint.Directions
  /// What was typed: only entries that contain it are shown.
  private(set) var text = ""
  /// Whether letters are typed, and not keys that move.
  private(set) var isNarrowing = false
  private var endpoints: [Endpoint] = []
  private var lastChoice: TrackedEndpoint?
  /// Nothing before anything was selected, which means the first.
  private var selection: Selection?

  /// An empty list, whose selection is what was chosen the last time.
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

  /// Shows what is there now.
  mutating func show(_ endpoints: [Endpoint], after changes: [EndpointMonitor.Change] = []) {
    self.endpoints = endpoints
    _ = lastChoice?.follow(endpoints, after: changes)
    if case .endpoint(var chosen) = selection {
      _ = chosen.follow(endpoints, after: changes)
      selection = .endpoint(chosen)
    }
  }

  /// What is shown, in order: what is there, what is missing, none.
  var entries: [Entry] {
    let present = endpoints.filter { $0.directions.contains(direction) }.map(Entry.endpoint)
    var missing: [Entry] = []
    for entry in [lastChoice.map { Self.entry($0) }, selection.map { Self.entry($0) }].compactMap({ $0 }) {
      if case .missing = entry, !missing.contains(entry) { missing.append(entry) }
    }
    return (present + missing + [.nothing]).filter(contains)
  }

  /// Which of the entries is selected: the first where what was selected is not shown.
  var selectedIndex: Int {
    selection.map { Self.entry($0) }.flatMap { entries.firstIndex(of: $0) } ?? 0
  }

  /// Does what a key means.
  ///
  /// - Parameter pageSize: How many entries the page keys move by.
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

  /// Letters narrow the list. Before the first, `j` and `k` move as they do elsewhere; after `/` they are letters, too.
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
    // What is missing and not selected already is the last choice.
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

  /// Only identities are ever selected, never words.
  private static func entry(_ chosen: TrackedEndpoint) -> Entry {
    if let endpoint = chosen.endpoint { return .endpoint(endpoint) }
    guard case .identity(let identity) = chosen.wanted else { return .nothing }
    return .missing(identity)
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
