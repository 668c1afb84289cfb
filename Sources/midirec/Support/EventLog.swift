internal import ALSASequencer
internal import EventLanguage
internal import MIDICore
internal import Reports
internal import Takes
internal import Terminal

/// Writes what comes to standard output as it comes, and what went wrong to standard error.
struct EventLog {
  private var lines: EventLine
  /// The names of the sources, by their index.
  private let sources: [String]
  private let filter: MessageFilter
  private var leftOutCount = 0
  /// What was missed; how many events that were is not to be known before the end.
  var losses = EventLossSummary()

  /// Whether it is over when all sources have gone away, which is no loss then.
  private let endsWhenSourcesLeave: Bool

  init(_ lines: EventLine, sources: [String], filter: MessageFilter, endsWhenSourcesLeave: Bool) {
    self.endsWhenSourcesLeave = endsWhenSourcesLeave
    self.lines = lines
    self.sources = sources
    self.filter = filter
  }

  /// Whether nobody is left whose events could be shown, where that is the end.
  var isOver: Bool { endsWhenSourcesLeave && losses.absentSources.count == sources.count }

  /// Writes the heading, where a person looks.
  func begin() throws {
    if StandardOutput.isTerminal, let heading = lines.heading { try StandardOutput.write(heading + "\n") }
  }

  /// Writes what came, in one go.
  mutating func write(_ arrivals: [ALSASequencer.Capture.Arrival]) throws {
    var text = ""
    for arrival in arrivals {
      guard case .message(let timed, let source) = arrival else {
        let future = endsWhenSourcesLeave ? "" : "its events are shown again when it is back"
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

  /// Says what was left out, and whether anything was lost.
  func end() throws {
    if leftOutCount > 0 {
      note(
        "\(pluralized(leftOutCount, "event")) of timing clock or active sensing left out; --drop none shows them"
      )
    }
    var losses = losses
    if endsWhenSourcesLeave { losses.absenceCounts = [:] }
    try losses.check(sourceNames: sources)
  }

  private func note(_ text: String) { StandardError.say(text) }
}
