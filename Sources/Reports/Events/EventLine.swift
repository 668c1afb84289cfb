internal import EventLanguage
package import MIDICore

/// How events are written as they come, one line each: for people, for other programs, or for `midirec send`.
package struct EventLine: Sendable {
  /// Who is to read the lines.
  package enum Form: Hashable, Sendable {
    /// People: time, source where there are several, channel, and the message in words.
    case text
    /// Other programs: a JSON object.
    case json
    /// `midirec send`: the message in its language, after the time since the one before.
    case raw
  }

  private let form: Form
  private let sources: [String]
  private let middleC: MiddleC
  private let isColored: Bool
  private let sourceWidth: Int
  /// When the last event of ``Form/raw`` came.
  private var previous: Nanoseconds?

  /// Prepares lines.
  ///
  /// - Parameters:
  ///   - form: Who is to read them.
  ///   - sources: The names of the sources, by their index.
  ///   - middleC: In which octave notes are named for people.
  ///   - isColored: Whether the text may have a terminal's colors.
  package init(_ form: Form, sources: [String], middleC: MiddleC = .octave4, isColored: Bool = false) {
    self.form = form
    self.sources = form == .text ? sources.map(\.printable) : sources
    self.middleC = middleC
    self.isColored = isColored
    sourceWidth = self.sources.count > 1 ? self.sources.map(\.count).max() ?? 0 : 0
  }

  /// What stands above the lines for people; nothing for other forms.
  package var heading: String? {
    guard form == .text else { return nil }
    return "     SECONDS  " + sourceColumn("SOURCE") + "CH  EVENT"
  }

  /// The line of an event, without its end.
  ///
  /// - Throws: What encoding JSON throws.
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

  private func tableLine(_ timed: TimedMessage, from source: Int) -> String {
    let label = timed.message.listLabel(middleC)
    let channel = timed.message.channel.map { "\($0)" } ?? ""
    let name = label.name + (label.values.isEmpty ? "" : " ")
    return colored(padded("\(timed.time)", to: 12), .dim) + "  " + sourceColumn(sources[source])
      + padded(channel, to: 2) + "  " + (timed.message.isNoteOn ? colored(name, .bold) : name)
      + label.values
  }

  private func sourceColumn(_ name: String) -> String {
    guard sourceWidth > 0 else { return "" }
    return name + String(repeating: " ", count: max(0, sourceWidth - name.count) + 2)
  }

  private func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// What a terminal can do with letters (ECMA-48, "Select Graphic Rendition").
  private enum Rendition: Int {
    case bold = 1
    case dim = 2
  }

  private func colored(_ text: String, _ rendition: Rendition) -> String {
    isColored ? "\u{1B}[\(rendition.rawValue)m\(text)\u{1B}[0m" : text
  }
}
