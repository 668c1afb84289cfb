internal import Reports
internal import Takes

/// What is missing of what was played, in the words that all commands have for it.
struct Losses {
  /// How often events came faster than they could be read.
  var overrunCount = 0
  /// How many events that were, where the system tells.
  var lostCount: Int?
  /// How many events no MIDI message stands for.
  var unreadableCount = 0
  /// How often each source went away, by its index.
  var absenceCounts: [Int: Int] = [:]
  /// The indices of the sources that are away.
  var absentSources: Set<Int> = []

  /// Nothing is missing.
  init() {}

  /// What is missing in a take.
  init(_ summary: TakeSummary) {
    overrunCount = summary.overrunCount
    lostCount = summary.lostCount
    unreadableCount = summary.unreadableCount
    absenceCounts = summary.absenceCounts
    absentSources = summary.absentSources
  }

  /// What is missing, in one line; nothing if nothing is.
  ///
  /// - Parameter sourceNames: The names of the sources, by their index.
  func text(sourceNames: [String]) -> String? {
    var parts: [String] = []
    if overrunCount > 0 || (lostCount ?? 0) > 0 {
      let events = lostCount.map { counted($0, "event") } ?? "events"
      let occasions = counted(overrunCount, "occasion")
      parts.append("\(events) lost on \(occasions), because they came faster than they could be read")
    }
    if unreadableCount > 0 {
      parts.append("\(counted(unreadableCount, "event")) left out, for which MIDI has no message")
    }
    for (source, count) in absenceCounts.sorted(by: { $0.key < $1.key }) {
      let times = count == 1 ? "" : " \(count) times"
      let ending = absentSources.contains(source) ? " and was not back at the end" : ""
      parts.append("\(sourceNames[source]) went away\(times)\(ending)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
