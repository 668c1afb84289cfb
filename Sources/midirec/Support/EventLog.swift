internal import ALSASequencer
internal import EventLanguage
internal import MIDICore
internal import Reports
internal import Takes
internal import Terminal

/// Prints events on standard output as they arrive, and losses on standard error.
struct EventLog {
  private var lines: EventLine
  /// The names of the sources, by their index.
  private var sources: [String]
  private let filter: MessageFilter
  private var leftOutCount = 0
  /// The losses so far. The number of lost events is unknown until the end.
  var losses = EventLossSummary()

  /// Whether the log ends when all sources have disconnected, which then isn't a loss.
  private let endsWhenSourcesLeave: Bool

  init(_ lines: EventLine, sources: [String], filter: MessageFilter, endsWhenSourcesLeave: Bool) {
    self.endsWhenSourcesLeave = endsWhenSourcesLeave
    self.lines = lines
    self.sources = sources
    self.filter = filter
  }

  /// Whether all sources have disconnected and the log ends for that reason.
  var isOver: Bool { endsWhenSourcesLeave && losses.absentSources.count == sources.count }

  /// Prints the heading on a terminal.
  func begin() throws {
    if StandardOutput.isTerminal, let heading = lines.heading { try StandardOutput.write(heading + "\n") }
  }

  /// Prints events with a single write.
  mutating func write(_ arrivals: [ALSASequencer.Capture.Arrival]) throws {
    var text = ""
    for arrival in arrivals {
      guard case .message(let timed, let source) = arrival else {
        if case .sourceJoined(let name, _, _) = arrival {
          sources.append(name)
          lines.addSource(name)
        }
        let future = endsWhenSourcesLeave ? "" : "its events are shown again after it reconnects"
        if let text = losses.take(arrival, sourceNames: sources, future: future) { note(text) }
        continue
      }
      switch filter.verdict(on: timed.message) {
      case .kept: text += try lines.text(of: timed, from: source) + "\n"
      case .leftOutByDefault: leftOutCount += 1
      case .leftOutByTerms: break
      }
    }
    try StandardOutput.write(text)
  }

  /// Reports the omitted and the lost events.
  func end() throws {
    if leftOutCount > 0 {
      note(
        "\(pluralized(leftOutCount, "event")) of timing clock or active sensing left out; use --drop none to show them"
      )
    }
    var losses = losses
    if endsWhenSourcesLeave { losses.absenceCounts = [:] }
    try losses.check(sourceNames: sources)
  }

  private func note(_ text: String) { StandardError.say(text) }
}
