internal import ALSASequencer
internal import MIDICore
internal import Reports
internal import SystemReports

extension PickerModel {
  /// A line of the list.
  struct Line: Hashable {
    /// The text.
    var text: String
    /// Whether the line is the selected entry.
    var isSelected = false
  }

  /// Returns the lines for a terminal's size: a heading, the entries around the selected one, and the keys.
  ///
  /// If the selected entry doesn't fit the width, its hardware replaces the keys, to distinguish devices of one model.
  ///
  /// - Returns: At most `rows` lines, at least one, each at least a column shorter than `columns`.
  func lines(columns: Int, rows: Int) -> [Line] {
    let entries = entries
    let hasHeading = rows >= 2
    let hasFooter = rows >= 6
    let room = max(1, rows - (hasHeading ? 1 : 0) - (hasFooter ? 1 : 0))
    let first = max(0, min(selectedIndex - room / 2, entries.count - room))
    let shown = entries.indices.dropFirst(first).prefix(room)
    let placeWidth = entries.map { Self.place(of: $0).count }.max() ?? 0

    var lines: [Line] = []
    if hasHeading {
      let position = entries.count > room ? " \(selectedIndex + 1)/\(entries.count)" : ""
      lines.append(Line(text: heading + position))
    }
    if entries.isEmpty { lines.append(Line(text: "  no \(direction.noun) matches")) }
    for index in shown {
      let place = Self.place(of: entries[index])
      let space = String(repeating: " ", count: placeWidth - place.count)
      let label = Self.label(of: entries[index])
      let isSelected = index == selectedIndex
      lines.append(
        Line(
          text: "\(isSelected ? ">" : " ") \(place)" + (label.isEmpty ? "" : "\(space) \(label)"),
          isSelected: isSelected))
    }
    if hasFooter {
      let isCut = lines.contains { $0.isSelected && $0.text.count >= columns }
      let hardware = isCut ? Self.hardware(of: entries[selectedIndex]) : ""
      lines.append(
        Line(text: hardware.isEmpty ? "arrows move, letters filter, Enter selects, Esc cancels" : hardware))
    }
    return lines.prefix(max(1, rows)).map {
      Line(text: Self.shortened($0.text, to: columns - 1), isSelected: $0.isSelected)
    }
  }

  private var heading: String {
    isNarrowing ? "\(direction.noun): \(text.printable)_" : "Choose \(direction.noun)"
  }

  private static func place(of entry: Entry) -> String {
    switch entry {
    case .endpoint(let endpoint): "\(endpoint.address)"
    case .missing: "missing"
    case .nothing: "none"
    }
  }

  private static func label(of entry: Entry) -> String {
    let name =
      switch entry {
      case .endpoint(let endpoint): endpoint.displayName.printable
      case .missing(let identity): identity.displayName.printable
      case .nothing: ""
      }
    let hardware = hardware(of: entry)
    return hardware.isEmpty ? name : "\(name)  \(hardware)"
  }

  private static func hardware(of entry: Entry) -> String {
    switch entry {
    case .endpoint(let endpoint): EndpointIdentity(endpoint).hardwareText
    case .missing(let identity): identity.hardwareText
    case .nothing: ""
    }
  }

  private static func shortened(_ text: String, to width: Int) -> String {
    text.count <= max(1, width) ? text : text.prefix(max(0, width - 1)) + "…"
  }
}
