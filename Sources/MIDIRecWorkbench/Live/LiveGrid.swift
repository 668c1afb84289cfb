package import Instruments
package import MIDICore
internal import MIDIRecReports
package import MIDIRecTerminal

/// The display of a LinnStrument, which can mirror held notes and received lights on an instrument.
package struct LiveGrid: LiveInstrument {
  private var tracker: GridTracker
  private var lights: GridLights?
  package var messages: [Message] = []
  private let middleC: MiddleC

  /// Creates a surface without held notes.
  ///
  /// - Parameters:
  ///   - ports: The port of each source.
  ///   - learns: Whether to learn settings from incoming parameters.
  ///   - hasLights: Whether to create messages that light an instrument's cells.
  package init(
    _ settings: GridSettings, middleC: MiddleC, ports: [Int], learns: Bool, hasLights: Bool = false
  ) {
    tracker = GridTracker(settings, sourceCount: ports.count, ports: ports, learns: learns)
    lights = hasLights ? GridLights(settings.model) : nil
    self.middleC = middleC
  }

  package mutating func addSource() { tracker.addSource() }

  package mutating func apply(_ message: Message, at time: Nanoseconds, from source: Int) -> Bool {
    guard tracker.apply(message, at: time, from: source) else { return false }
    light(tracker.highlights, over: tracker.lights)
    return true
  }

  package func stateLine(at time: Nanoseconds) throws -> String {
    try JSONText.line(of: GridStateDocument(tracker, at: time, middleC: middleC))
  }

  package func svg(title: String, at time: Nanoseconds) -> String { picture(title, time).svg() }

  package func terminalLines(
    title: String, at time: Nanoseconds, columns: Int, rows: Int, isColored: Bool
  ) -> [String] {
    picture(title, time).terminalLines(columns: columns, rows: rows, isColored: isColored)
  }

  package func press(_ key: TerminalKey, at time: Nanoseconds) -> Bool { false }

  package func suspend(at time: Nanoseconds) {}

  package mutating func end() { light([], over: LinnStrumentLights()) }

  private mutating func light(_ highlights: [GridHighlight], over ground: LinnStrumentLights) {
    guard let changes = lights?.update(highlights, over: ground) else { return }
    messages += changes.flatMap(\.messages)
  }

  private func picture(_ title: String, _ time: Nanoseconds) -> GridPicture {
    GridPicture(tracker, title: title, at: time, middleC: middleC)
  }
}
