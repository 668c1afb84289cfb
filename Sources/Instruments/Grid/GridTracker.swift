public import MIDICore
internal import Timelines

/// The state of a grid that follows messages: all cells of each held note, in the note's color.
///
/// The rules:
///
/// - Notes are held as in `TimelineReducer`. A released note is no longer shown, even if a pedal holds it.
/// - A note gets the lowest free color and keeps it while it is held. A retriggered note comes to the top with the
///   cells of the current settings. Changed settings don't affect held notes.
/// - Sources of one port share its notes, fingers, and selected parameters.
/// - A setting is learned from any channel and source when the LSB of its value arrives (controller 38), as on the
///   instrument. MPE configuration (RPN 6) is learned on channels 1 and 16.
/// - In User Firmware Mode, a note that a finger slides to takes the color of the previous note.
/// - Control changes 20 to 22 set lights, as on the instrument.
///
/// In the steady state, messages allocate no memory.
public struct GridTracker: Sendable {
  /// The effect of a message, for a timeline.
  enum Event {
    case note(GridHighlight, Timeline.NoteTransition)
    case setting(Channel, ParameterNumber, value: UInt14)
    case move(Channel, UserFirmwareSurface.Move)
    case light(LinnStrumentLight)
  }

  /// The settings, including the learned ones.
  public var settings: GridSettings { layout.settings }
  /// The assignment of notes to cells, by the settings.
  public private(set) var layout: GridLayout
  /// The held notes in the order of their last note-on. The last one is drawn on top.
  public private(set) var highlights: [GridHighlight] = []
  /// The lights that control changes have set.
  public private(set) var lights = LinnStrumentLights()

  private let learns: Bool
  private var reducer: TimelineReducer
  private var colors = HighlightColors()
  /// The selected parameters: sixteen channels for each port.
  private var parameters: [ParameterReader]
  /// The fingers of each port.
  private var surfaces: [UserFirmwareSurface]

  /// Creates a grid without held notes.
  ///
  /// - Parameters:
  ///   - settings: The settings of the instrument.
  ///   - sourceCount: The number of sources.
  ///   - ports: The port of each source, or `nil` if each source has its own port.
  ///   - learns: Whether to learn settings from incoming parameters.
  public init(
    _ settings: GridSettings = GridSettings(), sourceCount: Int = 1, ports: [Int]? = nil, learns: Bool = true
  ) {
    self.init(settings, sources: Array(repeating: "", count: sourceCount), ports: ports, learns: learns)
  }

  /// Creates a grid without held notes, for named sources.
  init(_ settings: GridSettings, sources: [String], ports: [Int]?, learns: Bool) {
    layout = GridLayout(settings)
    self.learns = learns
    reducer = TimelineReducer(sources: sources, ports: ports)
    let portCount = ports.map { Set($0).count } ?? sources.count
    parameters = Array(repeating: ParameterReader(), count: portCount * 16)
    surfaces = Array(repeating: UserFirmwareSurface(), count: portCount)
    setControllers()
  }

  /// Adds a source with its own port, after the others.
  public mutating func addSource() {
    reducer.addSource()
    parameters += Array(repeating: ParameterReader(), count: 16)
    surfaces.append(UserFirmwareSurface())
    setControllers()
  }

  /// Applies the next message, in order of time.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - time: The time. Messages with one time must be in the order of their sources.
  ///   - source: The index of the source.
  /// - Returns: `true` if the display changes.
  @discardableResult
  public mutating func apply(_ message: Message, at time: Nanoseconds, from source: Int = 0) -> Bool {
    apply(message, at: time, from: source) { _ in }
  }

  /// Applies the next message, and reports its effect.
  mutating func apply(
    _ message: Message, at time: Nanoseconds, from source: Int, _ report: (Event) -> Void
  ) -> Bool {
    reducer.apply(message, at: time, from: source)
    let port = reducer.portIndex(of: source)
    var isChanged = false
    var released: GridHighlight?
    for entry in reducer.entries {
      guard case .note(let note, let transition) = entry.change, let channel = entry.channel else { continue }
      // A different source of the same port can end the note.
      if show(note, transition, on: channel, from: entry.source, &released, report) { isChanged = true }
    }
    reducer.removeEntries()
    switch message {
    case .controlChange(let channel, let controller, let value):
      if control(channel, controller, value, at: port, report) { isChanged = true }
    case .polyPressure(let channel, let note, let pressure) where settings.isUserFirmware:
      let move = surfaces[port].press(channel, note, pressure)
      if let move, place(move, channel, at: port, report) { isChanged = true }
    case .systemReset:
      for index in port * 16..<port * 16 + 16 { parameters[index] = ParameterReader() }
      surfaces[port] = UserFirmwareSurface()
    default: break
    }
    return isChanged
  }

  /// Ends the input, and reports the hanging notes.
  mutating func finish(at end: Nanoseconds, _ report: (Timeline.Entry, GridHighlight) -> Void) {
    reducer.finish(at: end)
    for entry in reducer.entries {
      guard case .note(let note, .hanging) = entry.change, let channel = entry.channel else { continue }
      let index = index(of: note, on: channel, at: reducer.portIndex(of: entry.source))
      if let index { report(entry, highlights[index]) }
    }
  }
}

extension GridTracker {
  /// Applies a transition of a note.
  ///
  /// - Parameter released: The last note that the message released, for which the other sources of its note-ons follow.
  private mutating func show(
    _ note: NoteNumber, _ transition: Timeline.NoteTransition, on channel: Channel, from source: Int,
    _ released: inout GridHighlight?, _ report: (Event) -> Void
  ) -> Bool {
    func reportChange(of highlight: GridHighlight, _ transition: Timeline.NoteTransition) {
      var highlight = highlight
      highlight.source = source
      report(.note(highlight, transition))
    }
    let index = index(of: note, on: channel, at: reducer.portIndex(of: source))
    switch transition {
    case .sounding(let velocity), .retriggered(let velocity, _):
      reportChange(of: strike(note, velocity, on: channel, from: source, previous: index), transition)
      return true
    case .stillSounding:
      if let index { reportChange(of: highlights[index], transition) }
      return false
    case .held(_, let releaseVelocity), .released(let releaseVelocity):
      if let index {
        released = highlights.remove(at: index)
        released.map { colors.free($0.color) }
      }
      // A pedal's effect on a released note isn't visible.
      guard let highlight = released, highlight.note == note, highlight.channel == channel else {
        return false
      }
      reportChange(of: highlight, .released(releaseVelocity: releaseVelocity))
      return true
    // The decay in a synthesizer doesn't concern keys.
    case .expression, .strayNoteOff, .hanging, .silent, .stolen: return false
    }
  }

  /// Moves a note to the top after a note-on.
  ///
  /// - Parameter previous: The index of the note's highlight if its key is down.
  private mutating func strike(
    _ note: NoteNumber, _ velocity: UInt7, on channel: Channel, from source: Int, previous: Int?
  ) -> GridHighlight {
    let port = reducer.portIndex(of: source)
    var highlight = GridHighlight(
      source: source, channel: channel, note: note, velocity: velocity, color: HighlightColor(index: 0),
      cells: layout.cells(of: note, on: channel))
    let slid = settings.isUserFirmware ? surfaces[port].takeSlide(channel) : nil
    if settings.isUserFirmware { highlight.position = surfaces[port].position(channel, note) }
    if let previous {
      highlight.color = highlights.remove(at: previous).color
    } else if let slid, let index = index(of: slid, on: channel, at: port) {
      highlight.color = highlights[index].color
      colors.share(highlight.color)
    } else {
      highlight.color = colors.take()
    }
    highlights.append(highlight)
    return highlight
  }

  /// Applies a controller: a setting or a finger's position.
  private mutating func control(
    _ channel: Channel, _ controller: Controller, _ value: UInt7, at port: Int,
    _ report: (Event) -> Void
  ) -> Bool {
    let reader = port * 16 + Int(channel.rawValue)
    if let (parameter, value) = parameters[reader].take(controller, value) {
      guard learns, learn(parameter, value, on: channel) else { return false }
      report(.setting(channel, parameter, value: value))
      return true
    }
    if LinnStrumentLights.controllers ~= controller,
      !settings.isUserFirmware || surfaces[port].isFromHost(channel, controller, value)
    {
      guard let light = lights.apply(controller, value) else { return false }
      report(.light(light))
      return true
    }
    let isDataEntry = controller == .dataEntry || controller == .dataEntryLeastSignificant
    guard settings.isUserFirmware, !(isDataEntry && parameters[reader].selected != nil),
      !surfaces[port].isFromHost(channel, controller, value),
      let move = surfaces[port].control(channel, controller, value)
    else { return false }
    return place(move, channel, at: port, report)
  }

  /// Learns a setting, and returns whether it has changed.
  private mutating func learn(_ parameter: ParameterNumber, _ value: UInt14, on channel: Channel) -> Bool {
    var learned = settings
    let isKnown =
      parameter.isRegistered
      ? learned.learnMPE(memberCount: value.mostSignificant, on: channel)
      : learned.learn(parameter: parameter.number, value: value)
    guard isKnown, learned != settings else { return false }
    layout = GridLayout(learned)
    setControllers()
    return true
  }

  /// In User Firmware Mode, the controllers of pedals and timbre carry positions. Pedals then hold no notes, and
  /// released notes aren't visible anyway.
  private mutating func setControllers() {
    for source in 0..<reducer.sourceCount {
      reducer.setControllersArePlain(settings.isUserFirmware, from: source)
    }
    reducer.removeEntries()
  }

  /// Moves the finger of a held note, and returns whether the note exists.
  private mutating func place(
    _ move: UserFirmwareSurface.Move, _ channel: Channel, at port: Int,
    _ report: (Event) -> Void
  ) -> Bool {
    report(.move(channel, move))
    let column = NoteNumber(clamping: move.column)
    guard let index = index(of: column, on: channel, at: port) else { return false }
    highlights[index].position = surfaces[port].position(channel, column)
    return true
  }

  private func index(of note: NoteNumber, on channel: Channel, at port: Int) -> Int? {
    highlights.lastIndex {
      $0.note == note && $0.channel == channel && reducer.portIndex(of: $0.source) == port
    }
  }
}
