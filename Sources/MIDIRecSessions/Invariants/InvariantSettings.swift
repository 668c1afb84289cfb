package import MIDICore

/// The invariants of a subject, with their amounts: the key `soak` of a session.
///
/// An invariant is decided by the reactions to one or more ``runs(of:for:)`` of a recording.
package struct InvariantSettings: Hashable, Sendable {
  /// An attribute of the recording's notes that a subject can keep.
  package enum Attribute: String, CaseIterable, Sendable {
    case channel, velocity
  }

  /// The invariants that the subject should have.
  package var invariants = Invariant.standard
  /// The messages that end notes and pedals of the recording at once. The subject ignores others.
  package var panics = Panic.all
  /// The time after the last message of the recording after which the subject should be silent.
  package var settling = Nanoseconds.seconds(1)
  /// The largest number of replies per message.
  package var replyCount = 16
  /// The number of semitones by which recordings are transposed to check ``Invariant/transposes``.
  package var transposition = 12
  /// The attributes that the subject keeps.
  package var kept: Set<Attribute> = []
  /// The kinds of messages that the subject ignores.
  package var ignored: Set<Message.Kind> = []

  /// Creates the standard invariants.
  package init() {}

  /// The number of replies that don't depend on the number of messages.
  private static let freeReplyCount = 100
  /// The number of messages after which a subject's memory should no longer grow.
  private static let leanMessageCount = 10_000
  /// The growth of memory in each quarter of a recording that is a fault, in KiB. It is more than an allocator's blocks.
  private static let leak = 48
  /// The largest difference of times between replies that should be equal. A machine rounds times, and runs that follow
  /// others on it read its clock at slightly different moments.
  static let timeTolerance = Nanoseconds.milliseconds(1)

  /// Returns a trial with silence after its end, in which the subject has time to become silent. The times of its messages
  /// are those of a file, so that a subject reacts to the file in the same way.
  package func settled(_ trial: Trial) -> Trial {
    var trial = trial
    trial.recording = trial.recording.mapMessages { timed in
      TimedMessage(time: timed.time.inFiles, message: timed.message)
    }
    guard let first = trial.recording.tracks.indices.first else { return trial }
    var wire = WireRateLimiter()
    for timed in trial.recording.messagesInOrder { wire.takeTurn(forLong: timed.message, from: timed.time) }
    let last = max(trial.recording.lastMessageTime, trial.steps.end, wire.free)
    trial.recording.tracks[first].end = last.inFiles + (settling + .milliseconds(100)).inFiles
    return trial
  }

  /// Returns the trials that decide an invariant for a trial: only itself for those of one run.
  ///
  /// Two different recordings are compared without the steps, which would change them in different ways. Two runs with a
  /// second client aren't compared: which of two messages arrives first isn't fixed if their ways to the program differ.
  package func runs(of invariant: Invariant, for trial: Trial) -> [Trial] {
    let recording = trial.recording
    return switch invariant {
    case .alive, .defined, .released, .silenced, .paired, .bounded, .keeps, .satisfies: [trial]
    case .repeatable: trial.hasSecondClient ? [] : [trial, trial]
    case .lean: [Trial(recording.repeated(upTo: Self.leanMessageCount))]
    case .transposes:
      recording.transposedPair(by: transposition).map { [Trial($0.original), Trial($0.transposed)] } ?? []
    case .ignores:
      [Trial(recording), Trial(recording.mapMessages { ignored.contains($0.message.kind) ? nil : $0 })]
    case .commutes:
      [Trial(recording)]
        + recording.channels.sorted { $0.rawValue < $1.rawValue }.prefix(3).map {
          Trial(recording.keepingChannels([$0]))
        }
    }
  }

  /// Returns how the reactions to the ``runs(of:for:)`` violate an invariant, as a sentence without a period, or `nil` if
  /// they don't. A reaction without complete replies violates only ``Invariant/alive`` and ``Invariant/defined``.
  package func violation(
    of invariant: Invariant, by trial: Trial, _ reactions: [Reaction],
    satisfying condition: (Recording, [TimedMessage]) -> String? = { _, _ in nil }
  ) -> String? {
    guard let reaction = reactions.first else { return nil }
    if let failure = reactions.lazy.compactMap(\.failure).first {
      return failure.kind == .misbehaved && failure.violated == invariant ? failure.reason : nil
    }
    switch invariant {
    case .alive, .defined: return nil
    case .released, .silenced, .paired: return soundsAfterSilence(of: trial, reaction)[invariant]
    case .bounded: return boundText(trial, reaction)
    case .lean: return growthText(reaction.memory)
    case .repeatable, .transposes, .ignores, .commutes:
      return pairs(of: invariant, for: trial.recording, reactions).lazy.compactMap {
        $0.difference(within: Self.timeTolerance)
      }.first
    case .keeps: return keptText(trial, reaction)
    case .satisfies:
      return condition(trial.recording, reaction.replies.map(\.timed))
    }
  }

  /// Two lists of replies that should be equal, and the names of their runs.
  struct Pair {
    let one: [SourcedMessage]
    let other: [SourcedMessage]
    let oneName: String
    let otherName: String

    init(_ oneName: String, _ one: [SourcedMessage], _ otherName: String, _ other: [SourcedMessage]) {
      (self.oneName, self.one, self.otherName, self.other) = (oneName, one, otherName, other)
    }

    /// Returns the first difference in words, or `nil` if there is none.
    func difference(within tolerance: Nanoseconds) -> String? {
      func text(_ reply: SourcedMessage?) -> String {
        reply.map { "\($0.message) at \($0.time.positionText)" } ?? "no message"
      }
      for index in 0..<max(one.count, other.count) {
        let first = index < one.count ? one[index] : nil
        let second = index < other.count ? other[index] : nil
        if let first, let second, first.source == second.source, first.message == second.message,
          (first.time - second.time).magnitude <= tolerance
        {
          continue
        }
        return "message \(index + 1) is \(text(first)) \(oneName), and \(text(second)) \(otherName)"
      }
      return nil
    }
  }

  /// Returns the replies that should be equal for an invariant that compares several runs, or an empty list for others.
  func pairs(of invariant: Invariant, for recording: Recording, _ reactions: [Reaction]) -> [Pair] {
    guard reactions.count > 1 else { return [] }
    let (replies, others) = (reactions[0].replies, reactions[1].replies)
    switch invariant {
    case .repeatable: return [Pair("the first time", replies, "the second time", others)]
    case .transposes:
      return [
        Pair(
          "transposed", replies.compactMap { $0.transposed(by: transposition) },
          "for the transposed take", others.filter { $0.transposed(by: -transposition) != nil })
      ]
    case .ignores:
      return [
        Pair("with \(ignored.map(\.name).sorted().joined(separator: ", "))", replies, "without", others)
      ]
    case .commutes:
      let channels = recording.channels.sorted { $0.rawValue < $1.rawValue }
      return zip(channels, reactions.dropFirst()).map { channel, alone in
        Pair(
          "with the other channels", replies.filter { $0.message.channel == channel },
          "with channel \(channel) alone", alone.replies.filter { $0.message.channel == channel })
      }
    default: return []
    }
  }
}

extension WireRateLimiter {
  /// Reserves the link for a System Exclusive message. Some programs wait until a cable has transmitted it.
  fileprivate mutating func takeTurn(forLong message: Message, from time: Nanoseconds) {
    if message.kind == .systemExclusive { takeTurn(for: message.bytes.count, from: time) }
  }
}

/// The conditions of silence.
extension InvariantSettings {
  /// The invariants that one walk over a recording and the replies decides.
  package static let ofSilence: Set<Invariant> = [.released, .silenced, .paired]

  /// Returns what sounds although the subject should be silent, by the invariant that it violates: ``Invariant/released``,
  /// ``Invariant/silenced``, or ``Invariant/paired``.
  ///
  /// A moment of silence is the ``settling`` time after the recording holds no note and no pedal and sends no other message.
  /// Clocks and active sensing don't count as messages. Only messages that reach the subject count, and a subject that
  /// starts again holds nothing.
  package func soundsAfterSilence(of trial: Trial, _ reaction: Reaction) -> [Invariant: String] {
    let released = HeldState(pedalThreshold: 1, obeying: panics)
    var input = released
    // A note-off ends only a note of its port.
    var outputs: [HeldState] = []
    var texts: [Invariant: String] = [:]
    var index = 0
    var lastTime: Nanoseconds?
    var wire = WireRateLimiter()
    func take(before time: Nanoseconds) {
      while index < reaction.replies.count, reaction.replies[index].time < time {
        let reply = reaction.replies[index]
        while outputs.count <= reply.source { outputs.append(HeldState(pedalThreshold: 64)) }
        outputs[reply.source].apply(reply.message)
        index += 1
      }
    }
    func listen(before time: Nanoseconds) {
      // A reply to the next message can seem to precede it.
      guard let lastTime, input.isReleased, time - lastTime >= settling + Self.timeTolerance else { return }
      take(before: lastTime + settling + Nanoseconds(rawValue: 1))
      defer { input.isEndedByPanic = false }
      if outputs.contains(where: \.isHolding) {
        let invariant = input.isEndedByPanic ? Invariant.silenced : .released
        guard texts[invariant] == nil else { return }
        let cause = input.isEndedByPanic ? "ended all notes at once" : "ended its notes and pedals"
        texts[invariant] =
          "\(Self.list(outputs.flatMap(\.heldNames))) still on \(settling.shortText) after the take has \(cause)"
      } else if !outputs.allSatisfy(\.isReleased), texts[.paired] == nil {
        texts[.paired] = "fewer note-offs than note-ons for \(Self.list(outputs.flatMap(\.unpairedNames)))"
      }
    }
    for (time, event) in trial.arrivals {
      if [.message(.timingClock), .message(.activeSensing)].contains(event) { continue }
      listen(before: time)
      lastTime = max(lastTime ?? time, time)
      switch event {
      case .message(let message):
        input.apply(message)
        wire.takeTurn(forLong: message, from: time)
        lastTime = max(time, wire.free, lastTime ?? time)
      case .disturbance(let end): lastTime = max(lastTime ?? end, end)
      case .lostReplies, .newLife:
        take(before: time)
        outputs = []
        if event == .newLife { input = released }
      case .unknown: return texts
      }
    }
    listen(before: trial.recording.duration)
    return texts
  }

  /// Returns the first names of a list: `C4 on channel 1, D4 on channel 1, and 3 more`.
  private static func list(_ names: [String]) -> String {
    names.count > 3
      ? "\(names.prefix(2).joined(separator: ", ")), and \(names.count - 2) more"
      : names.joined(separator: ", ")
  }
}

/// The conditions of amounts and attributes.
extension InvariantSettings {
  private func boundText(_ trial: Trial, _ reaction: Reaction) -> String? {
    let count = trial.arrivedMessages.count
    let replyCount = reaction.replies.count { ![.timingClock, .activeSensing].contains($0.message) }
    let limit = Self.freeReplyCount + self.replyCount * count
    return replyCount > limit
      ? "\(pluralized(replyCount, "message")) for the take's \(grouped(count))" : nil
  }

  private func growthText(_ memory: [Int]) -> String? {
    let growths = zip(memory, memory.dropFirst()).map { $1 - $0 }
    guard growths.count >= 3, growths.allSatisfy({ $0 >= Self.leak }) else { return nil }
    let sum = growths.reduce(0, +)
    return
      "\(grouped(sum)) KiB more memory in the last three quarters of \(grouped(Self.leanMessageCount)) messages"
  }

  private func keptText(_ trial: Trial, _ reaction: Reaction) -> String? {
    guard !kept.isEmpty else { return nil }
    func attributes(_ message: Message) -> [Int?]? {
      guard case .noteOn(let channel, _, let velocity) = message, velocity > 0 else { return nil }
      return [
        kept.contains(.channel) ? Int(channel.rawValue) : nil,
        kept.contains(.velocity) ? Int(velocity.rawValue) : nil,
      ]
    }
    var known: Set<[Int?]> = []
    var messages = trial.arrivedMessages[...]
    for reply in reaction.replies {
      while let timed = messages.first, timed.time <= reply.time + Self.timeTolerance {
        if let attributes = attributes(timed.message) { known.insert(attributes) }
        messages.removeFirst()
      }
      guard let attributes = attributes(reply.message), !known.contains(attributes) else { continue }
      let names = kept.map(\.rawValue).sorted().joined(separator: " and ")
      return
        "\(reply.message) at \(reply.time.positionText), but no earlier note of the take has its \(names)"
    }
    return nil
  }
}

extension Nanoseconds {
  /// The time rounded down to a tick of new files.
  package var inFiles: Nanoseconds { Nanoseconds(rawValue: rawValue - rawValue % 16_000) }
}

extension Trial {
  /// The messages that reach the subject, with their times.
  fileprivate var arrivedMessages: [TimedMessage] {
    arrivals.compactMap { arrival in
      guard case .message(let message) = arrival.event else { return nil }
      return TimedMessage(time: arrival.time, message: message)
    }
  }
}

extension SourcedMessage {
  /// Returns the reply with its note moved, or `nil` if the note would leave its range.
  fileprivate func transposed(by semitones: Int) -> Self? {
    message.transposed(by: semitones).map { Self(source: source, time: time, message: $0) }
  }
}

extension Recording {
  /// The time of the last message, or zero if there is none.
  fileprivate var lastMessageTime: Nanoseconds { tracks.compactMap { $0.messages.last?.time }.max() ?? .zero }

  /// Returns the notes that can be transposed by a number of semitones, with all other messages, and the same transposed, or
  /// `nil` if no note can be.
  fileprivate func transposedPair(by semitones: Int) -> (original: Recording, transposed: Recording)? {
    let original = mapMessages { $0.message.transposed(by: semitones) == nil ? nil : $0 }
    let transposed = original.transposed(by: semitones).recording
    return original == transposed ? nil : (original, transposed)
  }

  /// Returns the recording repeated until it has a number of messages.
  fileprivate func repeated(upTo count: Int) -> Recording {
    let own = messageCount
    guard own > 0 else { return self }
    let passCount = (count + own - 1) / own
    // The silence at the end would make the run longer without a use.
    let length = lastMessageTime + .milliseconds(10)
    var recording = self
    for index in recording.tracks.indices {
      let messages = tracks[index].messages
      recording.tracks[index].messages = (0..<passCount).flatMap { pass in
        messages.map { timed in
          TimedMessage(
            time: timed.time + Nanoseconds(rawValue: length.rawValue * Int64(pass)), message: timed.message)
        }
      }
      recording.tracks[index].end =
        tracks[index].end + Nanoseconds(rawValue: length.rawValue * Int64(passCount - 1))
    }
    return recording
  }
}
