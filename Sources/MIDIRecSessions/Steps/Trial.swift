package import MIDICore

/// A run of a subject: a recording that is played to it, and the steps during it.
package struct Trial: Hashable, Sendable {
  /// The recording.
  package var recording: Recording
  /// The steps in order of time, each with a time of its own. A step precedes messages of the same time.
  package var steps: [SessionStep]

  /// Creates a trial.
  package init(_ recording: Recording, steps: [SessionStep] = []) {
    (self.recording, self.steps) = (recording, steps)
  }

  /// Whether a second client plays.
  var hasSecondClient: Bool {
    steps.contains { step in if case .join = step.action { true } else { false } }
  }

  /// The number of messages and steps.
  package var count: Int { recording.messageCount + steps.count }
}

extension Recording {
  /// The number of messages of all tracks.
  package var messageCount: Int { tracks.reduce(0) { $0 + $1.messages.count } }
}

extension Trial {
  /// An event of a trial as it reaches the subject.
  package enum Arrival: Hashable, Sendable {
    /// A message.
    case message(Message)
    /// The subject is disturbed until a time, before which it can't be expected to be silent.
    case disturbance(until: Nanoseconds)
    /// The subject's messages before were partly lost, so that it isn't known what it holds.
    case lostReplies
    /// The subject starts again, or is killed: it has received no message, and holds no note.
    case newLife
    /// From here on, it isn't known what reaches the subject.
    case unknown
  }

  /// What reaches the subject, in order of time: the messages without lost ones, and changes of its state.
  package var arrivals: [(time: Nanoseconds, event: Arrival)] {
    guard !steps.isEmpty else { return recording.messagesInOrder.map { ($0.time, .message($0.message)) } }
    var course = Course(steps)
    for timed in recording.messagesInOrder {
      course.advance(to: timed.time)
      course.play(timed)
    }
    course.advance(to: Nanoseconds(rawValue: .max))
    return course.arrivals
  }

  /// The walk through a trial.
  private struct Course {
    var arrivals: [(time: Nanoseconds, event: Arrival)] = []
    private var steps: ArraySlice<SessionStep>
    private var cable = LossyCable()
    private var isPlugged: Bool
    private var isRunning = true
    private var joinedCount = 0
    /// The end of the time during which the subject's input pool is full.
    private var fullEnd = Nanoseconds.zero
    /// The end of the time during which the subject's messages are lost.
    private var deafEnd: Nanoseconds?

    init(_ steps: [SessionStep]) {
      self.steps = steps[...]
      isPlugged = steps.beginsPlugged
    }

    mutating func play(_ timed: TimedMessage) {
      guard isRunning, timed.time >= fullEnd else { return }
      let own = isPlugged ? cable.arrivals(of: timed.message) : []
      let messages = own + Array(repeating: timed.message, count: joinedCount)
      arrivals += messages.map { (timed.time, .message($0)) }
    }

    mutating func advance(to time: Nanoseconds) {
      while let step = steps.first, step.time <= time {
        steps.removeFirst()
        endDeafness(before: step.time)
        apply(step)
      }
      endDeafness(before: time)
    }

    private mutating func endDeafness(before time: Nanoseconds) {
      guard let end = deafEnd, end <= time else { return }
      deafEnd = nil
      arrivals.append((end, .lostReplies))
    }

    private mutating func apply(_ step: SessionStep) {
      switch step.action {
      case .plug(nil, _): isPlugged = true
      case .unplug(nil): isPlugged = false
      case .plug, .unplug, .play, .join(.some): arrivals.append((step.time, .unknown))
      case .join(nil): joinedCount += 1
      case .lose(let count, let unit): cable.lose(count, unit)
      case .pause: break
      case .fillInput: fullEnd = max(fullEnd, step.end)
      case .fillOutput: deafEnd = max(deafEnd ?? .zero, step.end)
      case .kill, .restart:
        isRunning = step.action == .restart
        arrivals.append((step.time, .newLife))
      }
      arrivals.append((step.time, .disturbance(until: step.end)))
    }
  }
}

extension Collection<SessionStep> {
  /// Whether the cable on which a take arrives is plugged in at the start: unless the first step for it plugs it in.
  package var beginsPlugged: Bool {
    for step in self {
      switch step.action {
      case .plug(nil, _): return false
      case .unplug(nil): return true
      default: continue
      }
    }
    return true
  }

  /// The time at which all steps are over.
  package var end: Nanoseconds { map(\.end).max() ?? .zero }
}
