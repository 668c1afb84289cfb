package import MIDICore
internal import Timelines

/// The evidence that a subject violates an invariant: the recording, the steps during it, and the replies.
package struct Evidence: Codable, Hashable, Sendable {
  /// The messages that the subject sent in one run.
  package struct Run: Codable, Hashable, Sendable {
    /// The name of the run: `replies`, or `the second time`.
    package var name: String
    /// The first messages, in order of time.
    package var replies: [SourcedMessage]
    /// The number of further messages.
    package var omittedCount = 0

    /// The largest number of messages to keep. A subject that floods sends many thousands.
    package static let limit = 1_000

    init(_ name: String, _ replies: [SourcedMessage]) {
      self.name = name
      self.replies = Array(replies.prefix(Self.limit))
      omittedCount = replies.count - self.replies.count
    }
  }

  /// The violated invariant.
  package var invariant: Invariant
  /// The violation, as a sentence without a period.
  package var violation: String
  /// Advice and the last lines of a program that failed, by line.
  package var details: [String]
  /// The messages of the recording.
  package var take: [TimedMessage]
  /// The steps during the recording.
  package var steps: [SessionStep]
  /// The runs: one, or two that should be equal, or none if the subject has no complete reaction.
  package var runs: [Run]
}

extension InvariantSettings {
  /// Returns the evidence that the reactions to the ``runs(of:for:)`` of a trial violate an invariant, or `nil` if they don't.
  package func evidence(
    of invariant: Invariant, by trial: Trial, _ reactions: [Reaction],
    satisfying condition: (Recording, [TimedMessage]) -> String? = { _, _ in nil }
  ) -> Evidence? {
    guard let violation = violation(of: invariant, by: trial, reactions, satisfying: condition) else {
      return nil
    }
    var evidence = Evidence(
      invariant: invariant, violation: violation, details: [], take: trial.recording.messagesInOrder,
      steps: trial.steps, runs: [])
    if let failure = reactions.lazy.compactMap(\.failure).first {
      evidence.details = [failure.remedy].compactMap(\.self) + failure.details
      if !failure.replies.isEmpty { evidence.runs = [.init("replies", failure.replies)] }
    } else if let pair = pairs(of: invariant, for: trial.recording, reactions).first(where: {
      $0.difference(within: Self.timeTolerance) != nil
    }) {
      evidence.runs = [.init(pair.oneName, pair.one), .init(pair.otherName, pair.other)]
    } else if invariant == .lean {
      let amounts = reactions.first?.memory.map { "\(grouped($0)) KiB" } ?? []
      evidence.details = ["memory after each quarter: \(amounts.joined(separator: ", "))"]
    } else {
      evidence.runs = reactions.prefix(1).map { .init("replies", $0.replies) }
    }
    return evidence
  }
}

extension Evidence {
  /// The largest number of differences in a text.
  private static let differenceLimit = 12

  /// A line of the evidence.
  package struct Row: Hashable, Sendable {
    /// The time.
    package var time: Nanoseconds
    /// The messages at that time: of the recording, or a step, and of each run. A subject's message can be faulty.
    package var cells: [Cell?]
  }

  /// A message or a step of a row.
  package struct Cell: Hashable, Sendable {
    /// The message, or the words of the step.
    package var text: String
    /// Whether it shows the violation: a note that never ends, or a difference between two runs.
    package var isFaulty = false
    /// The number of the port that sent it, from 1, or `nil` if there is only one.
    package var port: Int?
  }

  /// The resolution of the times of a program's replies on a simulated machine, which are rounded down. A MIDI byte takes
  /// three times as long on a cable.
  package static let resolution = Nanoseconds.microseconds(100)

  /// The messages of the recording and of the runs side by side, in order of time. Messages at one time share a row, also if
  /// the time of a reply is rounded.
  package var rows: [Row] {
    let isRounded = runs.allSatisfy { run in
      run.replies.allSatisfy { $0.time.rawValue.isMultiple(of: Self.resolution.rawValue) }
    }
    func place(_ time: Nanoseconds) -> Int64 {
      isRounded ? time.rawValue / Self.resolution.rawValue : time.rawValue
    }
    typealias Event = (time: Nanoseconds, column: Int, cell: Cell)
    let hasPorts = runs.contains { $0.replies.contains { $0.source > 0 } }
    var events: [Event] = steps.map { ($0.time, 0, Cell(text: $0.words)) }
    events += take.map { ($0.time, 0, Cell(text: $0.message.namedText)) }
    for (index, run) in runs.enumerated() {
      let faulty = faultyReplies(of: index)
      events += run.replies.indices.map { place in
        let reply = run.replies[place]
        return (
          reply.time, index + 1,
          Cell(
            text: reply.message.namedText, isFaulty: faulty.contains(place),
            port: hasPorts ? reply.source + 1 : nil)
        )
      }
    }
    var rows: [Row] = []
    // The order is stable, so that a step precedes the recording's message, and that precedes its replies.
    for event in events.ordered(by: { Int(place($0.time)) }) {
      let isFree = rows.last.map { last in
        place(last.time) == place(event.time) && last.cells[event.column...].allSatisfy { $0 == nil }
      }
      if isFree != true {
        rows.append(Row(time: event.time, cells: Array(repeating: nil, count: runs.count + 1)))
      }
      rows[rows.count - 1].cells[event.column] = event.cell
    }
    return rows
  }

  /// Returns the places of the replies of a run that show the violation.
  private func faultyReplies(of index: Int) -> Set<Int> {
    guard runs.count < 2 else {
      let changes = runs[1].replies.map(\.content).difference(from: runs[0].replies.map(\.content))
      let places = (index == 0 ? changes.removals : changes.insertions).map { change in
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
      }
      return Set(places)
    }
    guard InvariantSettings.ofSilence.contains(invariant) else { return [] }
    // The first note-off ends the first note-on, as in ``Performance``.
    var open: [SourcedMessage: ArraySlice<Int>] = [:]
    for (place, reply) in runs[index].replies.enumerated() {
      switch reply.message {
      case .noteOn(let channel, let note, let velocity) where velocity > 0:
        open[.key(reply.source, channel, note), default: []].append(place)
      case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
        _ = open[.key(reply.source, channel, note)]?.popFirst()
      default: break
      }
    }
    return Set(open.values.joined())
  }

  /// The evidence by line: the messages of the recording, with the subject's after an arrow, the difference between two runs, and
  /// the details.
  ///
  /// ```
  ///   0.000000  note-on C4 velocity 64 channel 1
  ///             -> note-on C4 velocity 64 channel 1
  /// ```
  ///
  /// - Parameters:
  ///   - limit: The largest number of messages. A line counts the rest.
  ///   - detailLimit: The largest number of details. A trace names its cause in its last line.
  package func lines(limit: Int, detailLimit: Int = .max) -> [String] {
    var lines: [String] = []
    for row in rows {
      var time = "\(row.time)"
      for (column, cell) in row.cells.prefix(runs.count > 1 ? 1 : 2).enumerated() {
        guard let cell else { continue }
        let port = cell.port.map { " from port \($0)" } ?? ""
        lines.append("  \(time)  \(column > 0 ? "-> " : "")\(cell.text)\(port)")
        time = String(repeating: " ", count: time.count)
      }
    }
    let omittedCount = runs.count == 1 ? runs[0].omittedCount : 0
    let rest = lines.count - limit + omittedCount
    // The count of a single line needs as much room as the line.
    if rest > (omittedCount > 0 ? 0 : 1) {
      lines = lines.prefix(limit) + ["  … and \(grouped(rest)) more"]
    }
    return lines + differenceLines + details.suffix(detailLimit).map { "  \($0)" }
  }

  /// The difference between two runs, as in `diff`: the messages of only one of them, with their numbers. It is empty
  /// unless there are two runs.
  private var differenceLines: [String] {
    guard runs.count == 2 else { return [] }
    // Times within the tolerance are no difference.
    let one = runs[0].replies
    var other = runs[1].replies
    for index in 0..<min(one.count, other.count)
    where one[index].content == other[index].content
      && (one[index].time - other[index].time).magnitude <= InvariantSettings.timeTolerance
    {
      other[index].time = one[index].time
    }
    func text(_ replies: [SourcedMessage]) -> String {
      replies.map { "\($0.time)  \($0.message)\n" }.joined()
    }
    return ["  - \(runs[0].name), + \(runs[1].name):"]
      + TextComparison(expected: text(one), actual: text(other)).lines(limit: Self.differenceLimit).map {
        "  \($0)"
      }
  }
}

extension Message {
  /// The message with the name of its controller: `control change 64 value 127 channel 1 (sustain pedal)`.
  fileprivate var namedText: String {
    guard case .controlChange(_, let controller, _) = self, let name = controller.standardName else {
      return "\(self)"
    }
    return "\(self) (\(name))"
  }
}

extension SourcedMessage {
  /// The message without its time.
  fileprivate var content: SourcedMessage { SourcedMessage(source: source, time: .zero, message: message) }

  /// Returns a value for a key of a port.
  fileprivate static func key(_ source: Int, _ channel: Channel, _ note: NoteNumber) -> SourcedMessage {
    SourcedMessage(source: source, time: .zero, message: .noteOff(channel: channel, note: note, velocity: 0))
  }
}
