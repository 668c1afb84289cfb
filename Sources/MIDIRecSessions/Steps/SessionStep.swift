package import MIDICore

/// An event around a program while a take is played to it, such as an unplugged cable: the key `steps` of a program.
package struct SessionStep: Codable, Hashable, Sendable {
  /// What happens. Without a serial number, it happens to the cable on which the take arrives.
  package enum Action: Codable, Hashable, Sendable {
    /// An instrument is plugged in, and gets a client number that differs from its last one if it is renumbered.
    case plug(serial: String?, isRenumbered: Bool)
    /// An instrument is unplugged.
    case unplug(serial: String?)
    /// An instrument plays a take.
    case play(take: String, serial: String)
    /// A second client plays at the same port: a take, or the rest of the session's take if that is `nil`.
    case join(take: String?)
    /// The next messages or bytes of the take don't arrive.
    case lose(count: Int, LossyCable.Unit)
    /// The program doesn't run for a time.
    case pause(Nanoseconds)
    /// The program's input pool is full for a time, so that the messages that it should get are lost.
    case fillInput(Nanoseconds)
    /// The pool that receives the program's messages is full for a time, so that they are lost.
    case fillOutput(Nanoseconds)
    /// The program is killed.
    case kill
    /// The program is killed if it still runs, and starts again, while the take waits.
    case restart
  }

  /// The time of the take.
  package var time: Nanoseconds
  /// What happens.
  package var action: Action

  /// Creates a step.
  package init(time: Nanoseconds, _ action: Action) { (self.time, self.action) = (time, action) }

  /// The time at which the step is over.
  package var end: Nanoseconds {
    switch action {
    case .pause(let duration), .fillInput(let duration), .fillOutput(let duration): time.adding(duration)
    default: time
    }
  }

  /// The instrument that is plugged in, unplugged, or played, or `nil` for other steps.
  package var serial: String? {
    switch action {
    case .plug(let serial, _), .unplug(let serial): serial
    case .play(_, let serial): serial
    default: nil
    }
  }

  /// The take that is played, relative to the session's folder, or `nil` for other steps.
  package var take: String? {
    switch action {
    case .play(let take, _): take
    case .join(let take): take
    default: nil
    }
  }
}

/// The words of steps in a session's file.
extension SessionStep {
  /// The largest number of lost messages or bytes.
  private static let largestLoss = 100_000
  /// The longest time of a take.
  package static let longestTime = Nanoseconds.seconds(24 * 3600)

  /// The steps by their first words, for errors.
  private static let examples: [(word: String, examples: String)] = [
    ("plug", "plug, plug LS0000, or plug LS0000 --renumber"), ("unplug", "unplug or unplug LS0000"),
    ("play", "play take.mid LS0000"), ("join", "join or join take.mid"),
    ("lose", "lose 3 messages or lose 2 bytes"), ("pause", "pause 500ms"),
    ("fill", "fill input 500ms or fill output 500ms"), ("kill", "kill"), ("restart", "restart"),
  ]

  /// Creates a step from its words, such as `plug LS0000 --renumber`.
  ///
  /// - Returns: `nil` if the words aren't a step.
  package init?(time: Nanoseconds, words: String) {
    guard let action = Action(words) else { return nil }
    self.init(time: time, action)
  }

  /// Creates a step from an entry of a session's file, such as `2s` and `unplug`.
  ///
  /// - Parameter last: The step before, which must be earlier.
  /// - Throws: The reason why it is invalid, without a line.
  package init(_ key: String, _ words: String, after last: SessionStep?) throws(StepError) {
    guard let time = Nanoseconds(parsing: key, upTo: Self.longestTime) else {
      throw StepError("expected a time of at most 24h, such as 2s, found \(key.quoted)")
    }
    if let last, time <= last.time {
      throw StepError("\(key.quoted) isn't later than the step before")
    }
    guard let step = SessionStep(time: time, words: words) else {
      let first = String(words.prefix { $0 != " " })
      if let example = Self.examples.first(where: { $0.word == first }) {
        throw StepError("expected \(example.examples), found \(words.quoted)")
      }
      let advice = Self.examples.map(\.word).spellingAdvice(for: first)
      throw StepError("unknown step \(words.quoted)\(advice)")
    }
    self = step
  }

  /// The words, from which the step can be created again.
  package var words: String {
    switch action {
    case .plug(let serial, let isRenumbered):
      (["plug"] + [serial].compactMap(\.self) + (isRenumbered ? ["--renumber"] : [])).joined(separator: " ")
    case .unplug(let serial): (["unplug"] + [serial].compactMap(\.self)).joined(separator: " ")
    case .play(let take, let serial): "play \(take) \(serial)"
    case .join(let take): (["join"] + [take].compactMap(\.self)).joined(separator: " ")
    case .lose(let count, let unit): "lose \(count) \(unit.rawValue)\(count == 1 ? "" : "s")"
    case .pause(let duration): "pause \(duration.stepText)"
    case .fillInput(let duration): "fill input \(duration.stepText)"
    case .fillOutput(let duration): "fill output \(duration.stepText)"
    case .kill: "kill"
    case .restart: "restart"
    }
  }

  /// The entry in a session's file: `0.5s: unplug`.
  package var entry: String { "\(time.stepText): \(words)" }
}

/// The reason why a step in a session's file is invalid.
package struct StepError: Error {
  /// The reason, as a sentence without a period.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

extension SessionStep.Action {
  fileprivate init?(_ text: String) {
    // The name of a take can have spaces.
    if let match = text.wholeMatch(of: /play +(.*\S) +(\S+) */) {
      self = .play(take: String(match.1), serial: String(match.2))
      return
    }
    if let match = text.wholeMatch(of: /join +(.*\S) */) {
      self = .join(take: String(match.1))
      return
    }
    let words = text.split(separator: " ").map(String.init)
    switch (words.count, words.first) {
    case (1, "plug"): self = .plug(serial: nil, isRenumbered: false)
    case (2, "plug"): self = .plug(serial: words[1], isRenumbered: false)
    case (3, "plug") where words[2] == "--renumber": self = .plug(serial: words[1], isRenumbered: true)
    case (1, "unplug"): self = .unplug(serial: nil)
    case (2, "unplug"): self = .unplug(serial: words[1])
    case (1, "join"): self = .join(take: nil)
    case (1, "kill"): self = .kill
    case (1, "restart"): self = .restart
    case (2, "pause"):
      guard let duration = Self.duration(words[1]) else { return nil }
      self = .pause(duration)
    case (3, "fill"):
      guard let duration = Self.duration(words[2]) else { return nil }
      switch words[1] {
      case "input": self = .fillInput(duration)
      case "output": self = .fillOutput(duration)
      default: return nil
      }
    case (3, "lose"):
      guard let count = Int(wholeNumber: words[1], in: 1...SessionStep.largestLoss),
        let unit = LossyCable.Unit(rawValue: words[2].hasSuffix("s") ? String(words[2].dropLast()) : words[2])
      else { return nil }
      self = .lose(count: count, unit)
    default: return nil
    }
  }

  private static func duration(_ text: String) -> Nanoseconds? {
    Nanoseconds(parsing: text, upTo: .seconds(3600)).flatMap { $0 > .zero ? $0 : nil }
  }
}

extension Nanoseconds {
  /// The time, rounded to a microsecond, as session files have it: `0.5s`.
  fileprivate var stepText: String { positionText.filter { $0 != " " } }
}
