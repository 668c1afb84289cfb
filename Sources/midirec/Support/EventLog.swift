internal import ALSASequencer
internal import MIDICore
internal import Reports

/// Writes what comes to standard output as it comes, and what went wrong to standard error.
struct EventLog {
  private var lines: EventLine
  /// The names of the sources, by their index.
  private let sources: [String]
  private let filter: MessageFilter
  private var leftOutCount = 0
  /// What was missed; how many events that were is not to be known before the end.
  var losses = Losses()

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
      switch arrival {
      case .message(let timed, let source):
        switch filter.verdict(on: timed.message) {
        case .kept: text += try lines.text(of: timed, from: source) + "\n"
        case .leftOutByDefault: leftOutCount += 1
        case .leftOutByTerms: break
        }
      case .overrun(let time):
        losses.overrunCount += 1
        note("events were lost at \(time) s: they came faster than they could be read")
      case .unreadableEvent(let time, let source):
        losses.unreadableCount += 1
        note("MIDI has no message for an event of \(sources[source]) at \(time) s")
      case .sourceLeft(let time, let source):
        losses.absenceCounts[source, default: 0] += 1
        losses.absentSources.insert(source)
        let future = endsWhenSourcesLeave ? "" : "; its events are shown again when it is back"
        note("\(sources[source]) went away at \(time) s\(future)")
      case .sourceReturned(let time, let source):
        losses.absentSources.remove(source)
        note("\(sources[source]) is back at \(time) s")
      case .sourceRefused(let error, let source): note("\(sources[source]) is back, but \(error)")
      }
    }
    try StandardOutput.write(text)
  }

  /// Says what was left out, and whether anything was lost.
  func end() throws {
    if leftOutCount > 0 {
      note(
        "\(counted(leftOutCount, "event")) of timing clock or active sensing left out; --drop none shows them"
      )
    }
    var losses = losses
    if endsWhenSourcesLeave { losses.absenceCounts = [:] }
    if let text = losses.text(sourceNames: sources) { throw CommandFailure(CommandFailure.eventsLost, text) }
  }

  private func note(_ text: String) { StandardError.write("midirec: \(text.printable)\n") }
}
