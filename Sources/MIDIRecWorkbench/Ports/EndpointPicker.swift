internal import ALSASequencer
internal import Glibc
internal import MIDICore
internal import MIDIRecSystem
internal import MIDIRecTakes
internal import MIDIRecTerminal

/// A list of endpoints for the user to choose from: its entries, the effects of keys, and its lines for a terminal.
///
/// The selected endpoint stays selected when others connect or disconnect. If it disconnects itself, it stays in the
/// list as missing.
struct EndpointPicker {
  /// An entry of the list.
  enum Entry: Hashable {
    /// A connected endpoint.
    case endpoint(Endpoint)
    /// A disconnected endpoint: the last choice, or the selected one.
    case missing(EndpointIdentity)
    /// The choice of no endpoint.
    case nothing
  }

  /// The required direction of endpoints.
  let direction: Endpoint.Directions
  /// The filter text, which all shown entries contain.
  private(set) var text = ""
  /// Whether letters filter the list instead of moving the selection.
  private(set) var isNarrowing = false
  private var endpoints: [Endpoint] = []
  private var lastChoice: TrackedEndpoint?
  /// The selected endpoint, or `nil` if none or the first entry is selected.
  private var selected: TrackedEndpoint?
  /// Whether the choice of no endpoint is selected.
  private var selectsNothing = false
  /// The entry that the user chose, or `nil` if the list is open or was canceled.
  private(set) var choice: Entry?

  /// Creates an empty list that selects the last choice.
  init(_ direction: Endpoint.Directions, lastChoice: EndpointPreferences.Choice?) {
    self.direction = direction
    switch lastChoice {
    case .endpoint(let identity):
      let chosen = TrackedEndpoint(.identity(identity), direction: direction)
      self.lastChoice = chosen
      selected = chosen
    case .nothing: selectsNothing = true
    case nil: break
    }
  }

  /// Updates the connected endpoints.
  mutating func show(_ endpoints: [Endpoint], after changes: [EndpointChange] = []) {
    self.endpoints = endpoints
    _ = lastChoice?.follow(endpoints, after: changes)
    _ = selected?.follow(endpoints, after: changes)
  }

  /// The shown entries: the last choice, hardware, programs, "Midi Through", missing endpoints, and none.
  var entries: [Entry] {
    let possible = endpoints.filter { $0.directions.contains(direction) }
    let present = (0...3).flatMap { rank in possible.filter { self.rank($0) == rank } }.map(Entry.endpoint)
    var missing: [Entry] = []
    for entry in [lastChoice, selected].compactMap({ $0.map(Self.entry) }) {
      if case .missing = entry, !missing.contains(entry) { missing.append(entry) }
    }
    return (present + missing + [.nothing]).filter(contains)
  }

  /// The index of the selected entry, or 0 if that isn't shown.
  var selectedIndex: Int {
    let entry = selectsNothing ? .nothing : selected.map(Self.entry)
    return entry.flatMap { entries.firstIndex(of: $0) } ?? 0
  }

  /// Handles a key.
  ///
  /// - Parameters:
  ///   - key: The key that was pressed.
  ///   - pageSize: The number of entries that the page keys move by.
  /// - Returns: `true` if the list closes, with a ``choice`` unless the user canceled.
  mutating func press(_ key: TerminalKey, pageSize: Int = 10) -> Bool {
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
      choice = entries.isEmpty ? nil : entries[selectedIndex]
      return choice != nil
    case .escape, .interrupt: return true
    case .left, .right, .press, .drag, .lift: break
    }
    return false
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
    let entry = entries[min(max(index, 0), entries.count - 1)]
    selectsNothing = entry == .nothing
    switch entry {
    case .nothing: selected = nil
    // A missing entry that isn't selected yet is the last choice.
    case .missing: if let lastChoice, Self.entry(lastChoice) == entry { selected = lastChoice }
    case .endpoint(let endpoint):
      var chosen = TrackedEndpoint(endpoint, direction: direction)
      _ = chosen.follow(endpoints)
      selected = chosen
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

// MARK: Lines

extension EndpointPicker {
  /// Returns the lines for a terminal's size: a heading, the entries around the selected one, and the keys.
  ///
  /// If the selected entry doesn't fit the width, its hardware replaces the keys, to distinguish devices of one model.
  ///
  /// - Returns: At most `rows` lines, at least one, each at least a column shorter than `columns`.
  func lines(columns: Int, rows: Int) -> [(text: String, isSelected: Bool)] {
    let entries = entries
    let hasHeading = rows >= 2
    let hasFooter = rows >= 6
    let room = max(1, rows - (hasHeading ? 1 : 0) - (hasFooter ? 1 : 0))
    let first = max(0, min(selectedIndex - room / 2, entries.count - room))
    let shown = entries.indices.dropFirst(first).prefix(room)
    let placeWidth = entries.map { Self.columns(of: $0).place.count }.max() ?? 0

    var lines: [(text: String, isSelected: Bool)] = []
    if hasHeading {
      let position = entries.count > room ? " \(selectedIndex + 1)/\(entries.count)" : ""
      lines.append((heading + position, false))
    }
    if entries.isEmpty { lines.append(("  no \(direction.noun) matches", false)) }
    for index in shown {
      let (place, name, hardware) = Self.columns(of: entries[index])
      let space = String(repeating: " ", count: placeWidth - place.count)
      let label = hardware.isEmpty ? name : "\(name)  \(hardware)"
      let isSelected = index == selectedIndex
      let text = "\(isSelected ? ">" : " ") \(place)" + (label.isEmpty ? "" : "\(space) \(label)")
      lines.append((text, isSelected))
    }
    if hasFooter {
      let isCut = lines.contains { $0.isSelected && $0.text.count >= columns }
      let hardware = isCut ? Self.columns(of: entries[selectedIndex]).hardware : ""
      lines.append(
        (hardware.isEmpty ? "arrows move, letters filter, Enter selects, Esc cancels" : hardware, false))
    }
    return lines.prefix(max(1, rows)).map {
      (Self.shortened($0.text, to: columns - 1), $0.isSelected)
    }
  }

  private var heading: String {
    isNarrowing ? "\(direction.noun): \(text.printable)_" : "Choose \(direction.noun)"
  }

  /// Returns the columns of an entry. Its hardware is empty for most programs.
  private static func columns(of entry: Entry) -> (place: String, name: String, hardware: String) {
    switch entry {
    case .endpoint(let endpoint):
      ("\(endpoint.address)", endpoint.displayName.printable, EndpointIdentity(endpoint).hardwareText)
    case .missing(let identity): ("missing", identity.displayName.printable, identity.hardwareText)
    case .nothing: ("none", "", "")
    }
  }

  private static func shortened(_ text: String, to width: Int) -> String {
    text.count <= max(1, width) ? text : text.prefix(max(0, width - 1)) + "…"
  }
}

// MARK: On the terminal

extension EndpointPicker {
  /// Shows the list until the user decides.
  ///
  /// - Returns: The choice, or `nil` if the user cancels or a signal arrives.
  mutating func run() throws -> Entry? {
    var monitor = try EndpointMonitor.start()
    show(monitor.endpoints)
    let isPlain = !variable("NO_COLOR").isEmpty
    let screen = try TerminalScreen(STDERR_FILENO, endingSignals: TerminalScreen.usualSignals)
    defer { screen.close() }
    while true {
      let size = StandardError.size
      screen.draw(
        lines(columns: size.columns, rows: size.rows).map {
          $0.isSelected && !isPlain ? "\u{1B}[7m\($0.text)\u{1B}[m" : $0.text
        })
      let (input, signals) = screen.descriptors
      let isKeyIncomplete = screen.escapeDeadline != nil
      let limit = isKeyIncomplete ? TerminalKeyReader.escapeTime : EndpointMonitor.rereadingInterval
      let reason = wait(
        for: monitor.descriptor, input, signals, stop: nil, until: monotonicTime() + limit)
      let isAnnounced = reason.contains(.first)
      if isAnnounced || reason == .deadlinePassed && !isKeyIncomplete {
        let changes = try monitor.update(rereading: !isAnnounced)
        show(monitor.endpoints, after: changes)
        continue
      }
      for input in screen.takeInput(at: StopToken.now) {
        switch input {
        case .signal, .closed: return nil
        case .suspend: screen.suspend()
        case .key(let key): if press(key, pageSize: max(1, size.rows - 2)) { return choice }
        }
      }
    }
  }
}
