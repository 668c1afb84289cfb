package import ALSASequencer
internal import MIDICore

/// A summary of lost events, with the messages that all commands use.
package struct EventLossSummary: Hashable, Sendable {
  /// The number of overruns, in which events arrived faster than they could be read.
  package var overrunCount = 0
  /// The number of lost events, or `nil` if it is unknown.
  package var lostCount: Int?
  /// The number of events that no MIDI message represents.
  package var unreadableCount = 0
  /// The number of disconnections of each source, by its index.
  package var absenceCounts: [Int: Int] = [:]
  /// The indices of the disconnected sources.
  package var absentSources: Set<Int> = []

  /// Creates a summary without losses.
  package init() {}

  /// Whether events were lost or left out.
  package var hasLostEvents: Bool { overrunCount > 0 || unreadableCount > 0 || (lostCount ?? 0) > 0 }

  /// Returns the losses in one line, or `nil` if there are none.
  ///
  /// - Parameter sourceNames: The names of the sources, by index.
  package func text(sourceNames: [String]) -> String? {
    var parts: [String] = []
    if overrunCount > 0 || (lostCount ?? 0) > 0 {
      let events = lostCount.map { pluralized($0, "event") } ?? "events"
      let occasions = pluralized(overrunCount, "occasion")
      parts.append("\(events) lost on \(occasions), because they arrived faster than midirec could read them")
    }
    if unreadableCount > 0 {
      parts.append("\(pluralized(unreadableCount, "event")) without a MIDI message left out")
    }
    for (source, count) in absenceCounts.sorted(by: { $0.key < $1.key }) {
      let times = count == 1 ? "" : " \(count) times"
      let ending = absentSources.contains(source) ? " and didn't reconnect" : ""
      parts.append("\(sourceNames[source]) disconnected\(times)\(ending)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension EventLossSummary {
  /// Records an arrival other than a message.
  ///
  /// - Parameters:
  ///   - names: The names of the sources, by index.
  ///   - future: The text about the return of a disconnected source, or an empty text if the capture doesn't wait for it.
  /// - Returns: The message for the user, or `nil` for a MIDI message.
  package mutating func take(
    _ arrival: Capture.Arrival, sourceNames names: [String], future: String
  ) -> String? {
    switch arrival {
    case .message: return nil
    case .overrun(let time):
      overrunCount += 1
      return "events were lost at \(time.positionText): they arrived faster than midirec could read them"
    case .unreadableEvent(let text, let time, let source):
      unreadableCount += 1
      return "\(names[source]) sent at \(time.positionText): \(text)"
    case .sourceDisconnected(let time, let source):
      absenceCounts[source, default: 0] += 1
      absentSources.insert(source)
      return "\(names[source]) disconnected at \(time.positionText)" + (future.isEmpty ? "" : "; \(future)")
    case .sourceReconnected(let time, let source):
      absentSources.remove(source)
      return "\(names[source]) reconnected at \(time.positionText)"
    case .sourceRefused(let error, let source): return "\(names[source]) reconnected, but \(error)"
    case .sourceJoined(let name, let time, _): return "\(name) connected at \(time.positionText)"
    case .inputRefused(let error): return "\(error)"
    }
  }
}
