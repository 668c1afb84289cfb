internal import MIDICore
internal import MIDIRecSessions

/// Trials in the hands of ``Shrinker``, which knows messages only.
///
/// A step becomes a System Exclusive message in a track of its own, so that its time follows those of the messages around it.
/// Like any message, the shrinker can move and remove it.
extension Trial {
  /// The start of a step's data: the ID for noncommercial use, and a word.
  private static let mark: [UInt7] = [0x7D] + "step".utf8.map { UInt7(masking: $0) }

  /// The recording with a message per step.
  var encoded: Recording {
    guard !steps.isEmpty else { return recording }
    var encoded = recording
    let marks = steps.enumerated().map { index, step in
      TimedMessage(
        time: step.time,
        message: .systemExclusive(SystemExclusive(payload: Self.mark + [UInt7(masking: UInt8(index & 127))])))
    }
    encoded.tracks.insert(Recording.Track(name: "steps", messages: marks), at: 0)
    return encoded
  }

  /// Creates a trial from a recording with messages for steps.
  ///
  /// - Parameter steps: The steps of the encoded trial.
  /// - Returns: `nil` if two steps have the same time, which no session's file can express.
  init?(decoding recording: Recording, _ steps: [SessionStep]) {
    var left: [SessionStep] = []
    let rest = recording.mapMessages { timed -> TimedMessage? in
      guard case .systemExclusive(let message) = timed.message, message.payload.starts(with: Self.mark),
        message.payload.count == Self.mark.count + 1, let index = message.payload.last.map(Int.init),
        steps.indices.contains(index)
      else { return timed }
      left.append(SessionStep(time: timed.time.inFiles, steps[index].action))
      return nil
    }
    let ordered = left.ordered(byTime: \.time)
    guard zip(ordered, ordered.dropFirst()).allSatisfy({ $0.time < $1.time }) else { return nil }
    self.init(rest, steps: ordered)
  }

  /// The trials with fewer steps: without any, and without each fault, which is one or two steps.
  var withoutFaults: [Trial] {
    guard !steps.isEmpty else { return [] }
    var faults: [Range<Int>] = []
    for index in steps.indices {
      if let last = faults.last, last.count == 1, steps[index].ends(steps[last.lowerBound]) {
        faults[faults.count - 1] = last.lowerBound..<index + 1
      } else {
        faults.append(index..<index + 1)
      }
    }
    guard faults.count > 1 else { return [Trial(recording)] }
    return [Trial(recording)]
      + faults.map { fault in
        var trial = self
        trial.steps.removeSubrange(fault)
        return trial
      }
  }

  /// The trials in which a step is simpler: a shorter pause, a single lost message, and so on.
  var withSimplerSteps: [Trial] {
    steps.indices.flatMap { index in
      steps[index].action.simpler.map { action in
        var trial = self
        trial.steps[index].action = action
        return trial
      }
    }
  }
}

extension SessionStep {
  /// Returns whether the step ends what another one began.
  fileprivate func ends(_ other: SessionStep) -> Bool {
    switch (other.action, action) {
    case (.unplug(let one), .plug(let two, _)): one == two
    case (.kill, .restart): true
    default: false
    }
  }
}

extension SessionStep.Action {
  /// The simpler values, the simplest first.
  fileprivate var simpler: [Self] {
    let simple = Nanoseconds.milliseconds(100)
    return switch self {
    case .pause(let duration) where duration != simple: [.pause(simple)]
    case .fillInput(let duration) where duration != simple: [.fillInput(simple)]
    case .fillOutput(let duration) where duration != simple: [.fillOutput(simple)]
    case .lose(1, .byte): [.lose(count: 1, .message)]
    case .lose(let count, let unit) where count > 1: [.lose(count: 1, unit), .lose(count: count - 1, unit)]
    case .kill: [.restart]
    default: []
    }
  }
}
