public import MIDICore
public import Timelines

extension Timeline {
  /// What a grid shows of a recording: notes from their striking to when their keys go up, each with the attributes
  /// `cells` and `color`.
  ///
  /// - `cells` are the numbers of the cells in ascending order with commas between them, or `none`.
  /// - A note ends (`released`) when its key goes up, also where a pedal holds it: the cells go dark then.
  /// - Parameters that changed a setting are entries at the time at which they did. In User Firmware Mode, so are the
  ///   controllers and pressures that say where a finger is, with the attributes `cell` and `x`, `y` or `z`.
  /// - All else that a recording holds shows nowhere on a grid, and is left out.
  ///
  /// - Parameters:
  ///   - recording: What is played.
  ///   - settings: How the instrument is set.
  ///   - learns: Whether settings are learned from the parameters that come (NRPN).
  ///   - lights: Whether the lights that mirror it are entries, too, from a last source called `lights`, each at the
  ///     time of what caused it. At the end, those that are on are put out.
  /// - Complexity: O(*n* log *n*) in the number of messages.
  public init(grid recording: Recording, settings: GridSettings, learns: Bool = true, lights: Bool = false) {
    let sources = recording.sourceNames
    var tracker = GridTracker(settings, sources: sources, learns: learns)
    var entries = GridEntries(settings.model, lightSource: lights ? sources.count : nil)
    var end = recording.duration
    for (source, timed) in recording.messagesOfSources {
      end = max(end, timed.time)
      let isChanged = tracker.apply(timed.message, at: timed.time, from: source) { event in
        entries.add(event, at: timed.time, from: source)
      }
      if isChanged { entries.addLights(tracker.highlights, at: timed.time) }
    }
    tracker.finish(at: end) { entries.add($0, $1) }
    entries.addLights([], at: end)
    self.init(sources: lights ? sources + ["lights"] : sources, entries: entries.entries, end: end)
  }
}

/// Writes what a grid shows as the entries of a timeline.
private struct GridEntries {
  /// What a note's attributes are made of.
  private struct Look: Hashable {
    var cells: CellSet
    var color: HighlightColor
  }

  private(set) var entries: [Timeline.Entry] = []
  private let model: LinnStrument
  private let lightSource: Int?
  private var lights: GridLights
  /// The attributes that were made, which notes share.
  private var attributes: [Look: [Timeline.Attribute]] = [:]

  /// Makes the state without entries; without lights where they have no source.
  init(_ model: LinnStrument, lightSource: Int?) {
    self.model = model
    self.lightSource = lightSource
    lights = GridLights(model)
  }

  mutating func add(_ event: GridTracker.Event, at time: Nanoseconds, from source: Int) {
    func add(_ change: Timeline.Change, _ channel: Channel, _ attributes: [Timeline.Attribute] = []) {
      entries.append(
        Timeline.Entry(
          time: time, source: source, channel: channel, change: change, attributes: attributes))
    }
    switch event {
    case .note(let highlight, let transition):
      add(.note(highlight.note, transition), highlight.channel, attributes(of: highlight))
    case .setting(let channel, let parameter, let value):
      add(.parameter(Timeline.Parameter(isRegistered: false, number: parameter), .value(value)), channel)
    case .move(let channel, let move):
      for (index, change) in move.changes.enumerated() {
        add(change, channel, index == 0 ? attributes(of: move) : [])
      }
    }
  }

  /// Adds a note that hangs.
  mutating func add(_ entry: Timeline.Entry, _ highlight: GridHighlight) {
    entries.append(
      Timeline.Entry(
        time: entry.time, source: entry.source, channel: entry.channel, change: entry.change,
        attributes: attributes(of: highlight)))
  }

  /// Adds the lights that these notes need.
  mutating func addLights(_ highlights: [GridHighlight], at time: Nanoseconds) {
    guard let lightSource else { return }
    for light in lights.update(highlights) {
      entries.append(Timeline.Entry(time: time, source: lightSource, channel: 0, change: .light(light)))
    }
  }

  private mutating func attributes(of highlight: GridHighlight) -> [Timeline.Attribute] {
    let look = Look(cells: highlight.cells, color: highlight.color)
    if let known = attributes[look] { return known }
    let made = [
      Timeline.Attribute("cells", highlight.cells.text), Timeline.Attribute("color", highlight.color.name),
    ]
    attributes[look] = made
    return made
  }

  private func attributes(of move: UserFirmwareSurface.Move) -> [Timeline.Attribute] {
    let place = Timeline.Attribute(move.axis.rawValue, String(move.value))
    guard 1...model.columnCount ~= move.column else { return [Timeline.Attribute("cell", "none"), place] }
    let cell = GridCell(column: move.column, row: move.row).number(on: model)
    return [Timeline.Attribute("cell", String(cell)), place]
  }
}

extension UserFirmwareSurface.Move {
  /// What it changes, in canonical order: of X the halves that are other than before, so that none of its bits is lost
  /// to a comparison.
  fileprivate var changes: [Timeline.Change] {
    switch axis {
    case .x:
      let (coarse, fine) = Self.halves(of: value)
      let before = previous.map(Self.halves)
      var changes: [Timeline.Change] = []
      if before?.coarse != coarse { changes.append(.controller(Controller(clamping: column), coarse)) }
      if before?.fine != fine { changes.append(.controller(Controller(clamping: column + 32), fine)) }
      return changes
    case .y: return [.controller(Controller(clamping: column + 64), UInt7(clamping: value))]
    case .z:
      return [.note(NoteNumber(clamping: column), .expression(.pressure(UInt7(clamping: value))))]
    }
  }

  private static func halves(of value: Int) -> (coarse: UInt7, fine: UInt7) {
    let value = UInt14(clamping: value)
    return (value.mostSignificant, value.leastSignificant)
  }
}
