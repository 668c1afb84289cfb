package import ALSASequencer
package import EventLanguage
internal import MIDICore
package import MIDIRecReports
package import MIDIRecTakes

/// The events of a capture as text, as they arrive, with messages about losses.
package struct EventLog {
  private var lines: EventLine
  /// The names of the sources, by their index.
  private var sources: [String]
  private let filter: MessageFilter
  private var leftOutCount = 0
  /// The losses so far. The number of lost events is unknown until the end.
  package var losses = EventLossSummary()

  /// Receives text for the results.
  private let write: (String) throws -> Void
  /// Receives messages for the user.
  private let say: (String) -> Void
  /// Whether the log ends when all sources have disconnected, which then isn't a loss.
  private let endsWhenSourcesLeave: Bool

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - lines: The form of the events.
  ///   - sources: The names of the sources.
  ///   - filter: The events to show.
  ///   - endsWhenSourcesLeave: Whether the log ends when all sources have disconnected.
  ///   - write: Receives lines of events.
  ///   - say: Receives messages for the user.
  package init(
    _ lines: EventLine, sources: [String], filter: MessageFilter, endsWhenSourcesLeave: Bool,
    write: @escaping (String) throws -> Void, say: @escaping (String) -> Void
  ) {
    (self.write, self.say) = (write, say)
    self.endsWhenSourcesLeave = endsWhenSourcesLeave
    self.lines = lines
    self.sources = sources
    self.filter = filter
  }

  /// Whether all sources have disconnected and the log ends for that reason.
  package var isOver: Bool { endsWhenSourcesLeave && losses.absentSources.count == sources.count }

  /// Writes events at once.
  package mutating func take(_ arrivals: [ALSASequencer.Capture.Arrival]) throws {
    var text = ""
    for arrival in arrivals {
      guard case .message(let timed, let source) = arrival else {
        if case .sourceJoined(let name, _, _) = arrival {
          sources.append(name)
          lines.addSource(name)
        }
        let future = endsWhenSourcesLeave ? "" : "its events are shown again after it reconnects"
        if let text = losses.take(arrival, sourceNames: sources, future: future) { say(text) }
        continue
      }
      switch filter.verdict(on: timed.message) {
      case .kept: text += try lines.text(of: timed, from: source) + "\n"
      case .leftOutByDefault: leftOutCount += 1
      case .leftOutByTerms: break
      }
    }
    try write(text)
  }

  /// Reports the omitted and the lost events.
  package func end() throws {
    if leftOutCount > 0 {
      say(
        "\(pluralized(leftOutCount, "event")) of timing clock or active sensing left out; use --drop none to show them"
      )
    }
    var losses = losses
    if endsWhenSourcesLeave { losses.absenceCounts = [:] }
    try losses.check(sourceNames: sources)
  }
}
