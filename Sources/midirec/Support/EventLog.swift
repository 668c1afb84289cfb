internal import ALSASequencer
internal import MIDICore
internal import Reports

/// Writes what comes to standard output as it comes, and what went wrong to standard error.
struct EventLog {
  private var lines: EventLine
  private let sources: [Endpoint]
  private let filter: MessageFilter
  private var overrunCount = 0
  private var unreadableCount = 0
  private var leftOutCount = 0
  private var leftSources: Set<Int> = []

  init(_ lines: EventLine, sources: [Endpoint], filter: MessageFilter) {
    self.lines = lines
    self.sources = sources
    self.filter = filter
  }

  /// Whether there is nobody left to listen to.
  var hasLostAllSources: Bool { leftSources.count == sources.count }

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
        overrunCount += 1
        note("events were lost at \(time) s: they came faster than they could be read")
      case .unreadableEvent(let time, let source):
        unreadableCount += 1
        note("an event of \(sources[source].displayName) at \(time) s is no MIDI message")
      case .sourceLeft(let time, let source):
        leftSources.insert(source)
        note("\(sources[source].displayName) went away at \(time) s")
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
    if overrunCount > 0 {
      throw CommandFailure(CommandFailure.eventsLost, "events were lost \(counted(overrunCount, "time"))")
    }
    if unreadableCount > 0 {
      throw CommandFailure(
        CommandFailure.eventsLost,
        "\(counted(unreadableCount, "event")) could not be shown, being no MIDI messages")
    }
    if hasLostAllSources {
      throw CommandFailure(CommandFailure.unavailable, "nothing is left to listen to")
    }
  }

  private func note(_ text: String) { StandardError.write("midirec: \(text.printable)\n") }
}
