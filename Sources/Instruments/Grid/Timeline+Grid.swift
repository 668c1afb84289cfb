public import MIDICore
public import Timelines

extension Timeline {
  /// Creates the timeline of a grid: each note from its note-on to its release, with the attributes `cells` and
  /// `color`.
  ///
  /// - `cells` are the cell numbers in ascending order, separated by commas, or `none`.
  /// - A note ends (`released`) with its note-off, even if a pedal holds it, because its cells then turn dark.
  /// - A light that control changes 20 to 22 set is an entry, if its color is new.
  /// - Parameters that change a setting are entries. In User Firmware Mode, so are controllers and pressures with a
  ///   finger's position, with the attributes `cell` and `x`, `y`, or `z`.
  /// - All other messages aren't visible on a grid and are omitted.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - settings: The settings of the instrument.
  ///   - learns: Whether to learn settings from incoming parameters.
  ///   - lights: Whether to add the mirrored lights as entries of a last source, `lights`, with the times of their
  ///     causes. At the end, all lights are turned off.
  /// - Complexity: O(*n* log *n*), where *n* is the number of messages.
  public init(grid recording: Recording, settings: GridSettings, learns: Bool = true, lights: Bool = false) {
    let sources = recording.sourceNames
    var tracker = GridTracker(
      settings, sources: sources, ports: recording.sourcePorts, learns: learns)
    var entries = GridEntries(settings.model, lightSource: lights ? sources.count : nil)
    var end = recording.duration
    for (source, timed) in recording.messagesOfSources {
      end = max(end, timed.time)
      let isChanged = tracker.apply(timed.message, at: timed.time, from: source) { event in
        entries.add(event, at: timed.time, from: source)
      }
      if isChanged { entries.addLights(tracker.highlights, over: tracker.lights, at: timed.time) }
    }
    tracker.finish(at: end) { entries.add($0, $1) }
    entries.addLights([], over: LinnStrumentLights(), at: end)
    self.init(sources: lights ? sources + ["lights"] : sources, entries: entries.entries, end: end)
  }
}

/// The entries of a grid's timeline.
private struct GridEntries {
  private(set) var entries: [Timeline.Entry] = []
  private let model: LinnStrument
  private let lightSource: Int?
  private var lights: GridLights
  /// The attributes created so far, by color and cells, shared by notes.
  private var attributes: [HighlightColor: [CellSet: [Timeline.Attribute]]] = [:]

  /// Creates a state without entries. Without a source for lights, it adds no lights.
  init(_ model: LinnStrument, lightSource: Int?) {
    self.model = model
    self.lightSource = lightSource
    lights = GridLights(model)
  }

  mutating func add(_ event: GridTracker.Event, at time: Nanoseconds, from source: Int) {
    func add(
      _ change: Timeline.Change, _ channel: Channel, _ attributes: [Timeline.Attribute] = [],
      from source: Int = source
    ) {
      entries.append(
        Timeline.Entry(
          time: time, source: source, channel: channel, change: change, attributes: attributes))
    }
    switch event {
    case .note(let highlight, let transition):
      add(
        .note(highlight.note, transition), highlight.channel, attributes(of: highlight),
        from: highlight.source)
    case .setting(let channel, let parameter, let value): add(.parameter(parameter, .value(value)), channel)
    case .light(let light): add(.light(light), .number(1))
    case .move(let channel, let move):
      for (index, change) in move.changes.enumerated() {
        add(change, channel, index == 0 ? attributes(of: move) : [])
      }
    }
  }

  /// Adds a hanging note.
  mutating func add(_ entry: Timeline.Entry, _ highlight: GridHighlight) {
    entries.append(
      Timeline.Entry(
        time: entry.time, source: entry.source, channel: entry.channel, change: entry.change,
        attributes: attributes(of: highlight)))
  }

  /// Adds the lights that mirror held notes and the lights of cells without one.
  mutating func addLights(
    _ highlights: [GridHighlight], over ground: LinnStrumentLights, at time: Nanoseconds
  ) {
    guard let lightSource else { return }
    for light in lights.update(highlights, over: ground) {
      entries.append(
        Timeline.Entry(time: time, source: lightSource, channel: .number(1), change: .light(light)))
    }
  }

  private mutating func attributes(of highlight: GridHighlight) -> [Timeline.Attribute] {
    if let known = attributes[highlight.color]?[highlight.cells] { return known }
    let made = [
      Timeline.Attribute("cells", highlight.cells.text), Timeline.Attribute("color", highlight.color.name),
    ]
    attributes[highlight.color, default: [:]][highlight.cells] = made
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
  /// The changes in canonical order. Of X, both changed MSB and LSB are included, so that a comparison loses no bit.
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
