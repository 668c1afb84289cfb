internal import EventLanguage
package import MIDICore
internal import Timelines

/// A formatter that writes live events, one per line, as text, JSON, or a script of `midirec send`.
package struct EventLine: Sendable {
  /// The form of the lines.
  package enum Form: Hashable, Sendable {
    /// Text: time, source if there are several, channel, and message.
    case text
    /// A JSON object.
    case json
    /// A script of `midirec send`: the message after the time since the previous one.
    case raw
  }

  private let form: Form
  private var sources: [String] = []
  private let middleC: MiddleC
  private let isColored: Bool
  /// The length of the longest name.
  private var sourceWidth = 0
  private var notes = ControllerNotes()
  /// The time of the previous event of ``Form/raw``.
  private var previous: Nanoseconds?

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - form: The form of the lines.
  ///   - sources: The names of the sources, by index.
  ///   - middleC: The octave of middle C in names of notes.
  ///   - isColored: Whether the text has terminal colors.
  package init(_ form: Form, sources: [String], middleC: MiddleC = .octave4, isColored: Bool = false) {
    self.form = form
    self.middleC = middleC
    self.isColored = isColored
    for source in sources { addSource(source) }
  }

  /// Adds a source, whose index is the number of earlier ones.
  package mutating func addSource(_ name: String) {
    sources.append(form == .text ? name.printable : name)
    sourceWidth = max(sourceWidth, sources.last?.count ?? 0)
  }

  /// The heading of the text form, or `nil` for other forms.
  package var heading: String? {
    guard form == .text else { return nil }
    return "     SECONDS  " + sourceColumn("SOURCE") + "CH  EVENT"
  }

  /// Returns the line of an event without a line feed.
  ///
  /// - Throws: An encoding error of the JSON form.
  package mutating func text(of timed: TimedMessage, from source: Int) throws -> String {
    switch form {
    case .text:
      return tableLine(timed, from: source)
    case .json:
      return try JSONText.line(
        of: LiveEventDocument(timed, from: sources[source]))
    case .raw:
      defer { previous = max(timed.time, previous ?? timed.time) }
      return timed.words(after: previous)
    }
  }

  private mutating func tableLine(_ timed: TimedMessage, from source: Int) -> String {
    let values = timed.message.listedValues(middleC)
    let channel = timed.message.channel.map { "\($0)" } ?? ""
    let name = timed.message.kind.name + (values.isEmpty ? "" : " ")
    return colored(padded("\(timed.time)", to: 12), Self.dim) + "  " + sourceColumn(sources[source])
      + padded(channel, to: 2) + "  " + (timed.message.isNoteOn ? colored(name, Self.bold) : name)
      + values + notes.note(on: timed.message, from: source)
  }

  private func sourceColumn(_ name: String) -> String {
    guard sources.count > 1, sourceWidth > 0 else { return "" }
    return name + String(repeating: " ", count: max(0, sourceWidth - name.count) + 2)
  }

  /// Text attributes of terminals (ECMA-48, "Select Graphic Rendition").
  private static let (bold, dim) = (1, 2)

  private func colored(_ text: String, _ rendition: Int) -> String {
    isColored ? "\u{1B}[\(rendition)m\(text)\u{1B}[0m" : text
  }
}

/// A live event as JSON, or a message of a finding: its time in nanoseconds, its source, its kind, its values by name, and
/// its bytes.
package struct LiveEventDocument: Encodable, Sendable {
  var time: Int64
  var source: String?
  var kind: String
  var channel: Int?
  var values: [String: Int]
  var bytes: String

  /// Creates the document of a message from a source, or from the only one.
  package init(_ timed: TimedMessage, from source: String? = nil) {
    time = timed.time.rawValue
    self.source = source
    kind = timed.message.kind.rawValue
    channel = timed.message.channel?.number
    values = Self.values(of: timed.message)
    bytes = hexadecimal(timed.message.bytes)
  }

  /// Returns the values of a message by name.
  static func values(of message: Message) -> [String: Int] {
    switch message {
    case .noteOff(_, let note, let velocity), .noteOn(_, let note, let velocity):
      ["note": Int(note.rawValue), "velocity": Int(velocity.rawValue)]
    case .polyPressure(_, let note, let pressure):
      ["note": Int(note.rawValue), "pressure": Int(pressure.rawValue)]
    case .controlChange(_, let controller, let value):
      ["controller": Int(controller.rawValue), "value": Int(value.rawValue)]
    case .programChange(_, let program): ["program": Int(program.rawValue)]
    case .channelPressure(_, let pressure): ["pressure": Int(pressure.rawValue)]
    case .pitchBend(_, let value): ["value": Int(value.rawValue)]
    case .timeCodeQuarterFrame(let value):
      ["type": Int(value.rawValue >> 4), "value": Int(value.rawValue & 0x0F)]
    case .songPosition(let value): ["position": Int(value.rawValue)]
    case .songSelect(let song): ["song": Int(song.rawValue)]
    case .systemExclusive, .tuneRequest, .timingClock, .start, .continue, .stop, .activeSensing, .systemReset:
      [:]
    }
  }
}

/// The names of controllers, and of the parameters that data entry sets, for lists of messages.
///
/// The parameters depend on earlier messages, so that each message must be passed in order.
struct ControllerNotes {
  private static let entries: Set<Controller> = [
    .dataEntry, .dataEntryLeastSignificant, .dataIncrement, .dataDecrement,
  ]

  /// The selected parameters by source and channel.
  private var selections: [Int: [Channel: ParameterSelection]] = [:]

  /// Returns the name of a controller: ` (timbre)`, ` (data entry: NRPN 245)`, or an empty text.
  mutating func note(on message: Message, from source: Int) -> String {
    guard case .controlChange(let channel, let controller, let value) = message else { return "" }
    var parts = [controller.standardName].compactMap(\.self)
    if Controller.parameterSelectors.contains(controller) {
      selections[source, default: [:]][channel, default: ParameterSelection()].apply(controller, value)
    } else if Self.entries.contains(controller) {
      parts.append(selections[source]?[channel]?.parameter?.listText ?? "no parameter selected")
    }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ": ")))"
  }
}
