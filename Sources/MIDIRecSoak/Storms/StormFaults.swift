internal import MIDICore
internal import MIDIRecSessions

/// The faults of a storm: an instrument that is unplugged, a pool that overflows, and so on.
///
/// A seed adds one or two faults to a recording, at times of its messages. Many faults happen in a silence that is made for
/// them, in which no message is lost. After the others, the recording ends with messages that release what the program may
/// still hold, so that it can be expected to be silent.
struct StormFaults {
  /// The largest number of messages or bytes that are lost at once.
  private static let largestLoss = 3

  private var random: SeededRandom
  private let kinds: [StormFault]
  private var recording: Recording
  private var steps: [SessionStep] = []

  /// Returns a recording with faults.
  ///
  /// - Parameters:
  ///   - recording: The recording, whose times are those of a file.
  ///   - seed: The seed of the faults.
  ///   - kinds: The kinds of faults, in a fixed order.
  static func trial(_ recording: Recording, seed: UInt64, _ kinds: [StormFault]) -> Trial {
    guard !kinds.isEmpty, recording.messageCount > 0 else { return Trial(recording) }
    var faults = StormFaults(random: SeededRandom(seed: seed), kinds: kinds, recording: recording)
    for _ in 0..<faults.random.integer(in: 1...2) { faults.addFault() }
    faults.addReleases()
    return Trial(faults.recording, steps: faults.steps)
  }

  /// Adds a fault after the earlier ones.
  private mutating func addFault() {
    let earliest = steps.isEmpty ? Nanoseconds.zero : steps.end + .milliseconds(16)
    let times = recording.messagesInOrder.map(\.time).filter { $0 >= earliest }
    guard !times.isEmpty else { return }
    // The first instrument is late only at the start.
    let kinds = kinds.filter { $0 != .late || steps.isEmpty }
    guard !kinds.isEmpty else { return }
    let kind = random.pick(kinds)
    // The releases at the end must arrive.
    let possibleTimes =
      kind == .lose && times.count > Self.largestLoss ? times.dropLast(Self.largestLoss) : times[...]
    let time = kind == .late ? .zero : random.pick(Array(possibleTimes))
    let duration = Nanoseconds.milliseconds(16 * Int64(random.integer(in: 1...40)))
    let isInSilence = random.chance(2, in: 3)
    func add(_ action: SessionStep.Action, after delay: Nanoseconds = .zero) {
      steps.append(SessionStep(time: time + delay, action))
    }
    switch kind {
    case .unplug:
      if isInSilence { insertSilence(of: duration, at: time) }
      add(.unplug(serial: nil))
      add(.plug(serial: nil, isRenumbered: false), after: duration)
    case .late:
      if isInSilence { insertSilence(of: duration, at: time) }
      add(.plug(serial: nil, isRenumbered: false), after: duration)
    case .pause: add(.pause(duration))
    case .fill: add(random.chance(1, in: 2) ? .fillInput(duration) : .fillOutput(duration))
    case .lose: add(.lose(count: random.integer(in: 1...Self.largestLoss), random.pick([.message, .byte])))
    case .join: add(.join(take: nil))
    case .restart:
      if isInSilence { return add(.restart) }
      add(.kill)
      add(.restart, after: duration)
    }
  }

  /// Moves all messages from a time on, so that none is lost.
  private mutating func insertSilence(of duration: Nanoseconds, at start: Nanoseconds) {
    recording = recording.mapMessages { timed in
      TimedMessage(time: timed.time < start ? timed.time : timed.time + duration, message: timed.message)
    }
  }

  /// Releases what the program holds after the messages that it gets, or silences all channels.
  private mutating func addReleases() {
    let arrivals = Trial(recording, steps: steps).arrivals
    var received: [Message] = []
    for arrival in arrivals {
      switch arrival.event {
      case .message(let message): received.append(message)
      case .newLife: received = []
      default: break
      }
    }
    var releases = received.releasesAfterPanics
    guard !releases.isEmpty, recording.tracks.indices.first != nil else { return }
    if random.chance(1, in: 2) {
      releases = Set(releases.compactMap(\.channel)).sorted().flatMap { channel in
        [Controller.sustain, .sostenuto, .resetAllControllers, .allSoundOff, .allNotesOff].map {
          .controlChange(channel: channel, controller: $0, value: 0)
        }
      }
    }
    let last = max(recording.messagesInOrder.last?.time ?? .zero, steps.end) + .milliseconds(32)
    recording.tracks[0].messages += releases.map { TimedMessage(time: last.inFiles, message: $0) }
  }
}
