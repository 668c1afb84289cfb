package import ALSASequencer
internal import MIDICore

/// What is missing of what was played, in the words that all commands have for it.
package struct EventLossSummary {
  /// How often events came faster than they could be read.
  package var overrunCount = 0
  /// How many events that were, where the system tells.
  package var lostCount: Int?
  /// How many events no MIDI message stands for.
  package var unreadableCount = 0
  /// How often each source went away, by its index.
  package var absenceCounts: [Int: Int] = [:]
  /// The indices of the sources that are away.
  package var absentSources: Set<Int> = []

  /// Nothing is missing.
  package init() {}

  /// What is missing in a take.
  package init(_ summary: TakeSummary) {
    overrunCount = summary.overrunCount
    lostCount = summary.lostCount
    unreadableCount = summary.unreadableCount
    absenceCounts = summary.absenceCounts
    absentSources = summary.absentSources
  }

  /// What is missing, in one line; nothing if nothing is.
  ///
  /// - Parameter sourceNames: The names of the sources, by their index.
  package func text(sourceNames: [String]) -> String? {
    var parts: [String] = []
    if overrunCount > 0 || (lostCount ?? 0) > 0 {
      let events = lostCount.map { pluralized($0, "event") } ?? "events"
      let occasions = pluralized(overrunCount, "occasion")
      parts.append("\(events) lost on \(occasions), because they came faster than they could be read")
    }
    if unreadableCount > 0 {
      parts.append("\(pluralized(unreadableCount, "event")) left out, for which MIDI has no message")
    }
    for (source, count) in absenceCounts.sorted(by: { $0.key < $1.key }) {
      let times = count == 1 ? "" : " \(count) times"
      let ending = absentSources.contains(source) ? " and was not back at the end" : ""
      parts.append("\(sourceNames[source]) went away\(times)\(ending)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension EventLossSummary {
  /// Takes note of what came instead of a message.
  ///
  /// - Parameters:
  ///   - names: The names of the sources, by their index.
  ///   - future: What is said to be when a source that went away is back; empty where it isn't waited for.
  /// - Returns: What a person should know of it; nothing of a message.
  package mutating func take(
    _ arrival: Capture.Arrival, sourceNames names: [String], future: String
  ) -> String? {
    switch arrival {
    case .message: return nil
    case .overrun(let time):
      overrunCount += 1
      return "events were lost at \(time) s: they came faster than they could be read"
    case .unreadableEvent(let time, let source):
      unreadableCount += 1
      return "MIDI has no message for an event of \(names[source]) at \(time) s"
    case .sourceDisconnected(let time, let source):
      absenceCounts[source, default: 0] += 1
      absentSources.insert(source)
      return "\(names[source]) went away at \(time) s" + (future.isEmpty ? "" : "; \(future)")
    case .sourceReconnected(let time, let source):
      absentSources.remove(source)
      return "\(names[source]) is back at \(time) s"
    case .sourceRefused(let error, let source): return "\(names[source]) is back, but \(error)"
    }
  }
}
