internal import ALSASequencer

extension Losses {
  /// Takes note of what came instead of a message.
  ///
  /// - Parameters:
  ///   - names: The names of the sources, by their index.
  ///   - future: What is said to be when a source that went away is back; empty where it isn't waited for.
  /// - Returns: What a person should know of it; nothing of a message.
  mutating func take(
    _ arrival: ALSASequencer.Capture.Arrival, sourceNames names: [String], future: String
  ) -> String? {
    switch arrival {
    case .message: return nil
    case .overrun(let time):
      overrunCount += 1
      return "events were lost at \(time) s: they came faster than they could be read"
    case .unreadableEvent(let time, let source):
      unreadableCount += 1
      return "MIDI has no message for an event of \(names[source]) at \(time) s"
    case .sourceLeft(let time, let source):
      absenceCounts[source, default: 0] += 1
      absentSources.insert(source)
      return "\(names[source]) went away at \(time) s" + (future.isEmpty ? "" : "; \(future)")
    case .sourceReturned(let time, let source):
      absentSources.remove(source)
      return "\(names[source]) is back at \(time) s"
    case .sourceRefused(let error, let source): return "\(names[source]) is back, but \(error)"
    }
  }
}
