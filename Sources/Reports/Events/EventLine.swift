internal import EventLanguage
package import MIDICore

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
      return try JSONText.line(of: LiveEventDocument(timed, source: sources[source]))
    case .raw:
      defer { previous = max(timed.time, previous ?? timed.time) }
      return timed.words(after: previous)
    }
  }

  private mutating func tableLine(_ timed: TimedMessage, from source: Int) -> String {
    let label = timed.message.listLabel(middleC)
    let channel = timed.message.channel.map { "\($0)" } ?? ""
    let name = label.name + (label.values.isEmpty ? "" : " ")
    return colored(padded("\(timed.time)", to: 12), .dim) + "  " + sourceColumn(sources[source])
      + padded(channel, to: 2) + "  " + (timed.message.isNoteOn ? colored(name, .bold) : name)
      + label.values + notes.note(on: timed.message, from: source)
  }

  private func sourceColumn(_ name: String) -> String {
    guard sources.count > 1, sourceWidth > 0 else { return "" }
    return name + String(repeating: " ", count: max(0, sourceWidth - name.count) + 2)
  }

  /// Text attributes of terminals (ECMA-48, "Select Graphic Rendition").
  private enum Rendition: Int {
    case bold = 1
    case dim = 2
  }

  private func colored(_ text: String, _ rendition: Rendition) -> String {
    isColored ? "\u{1B}[\(rendition.rawValue)m\(text)\u{1B}[0m" : text
  }
}
