internal import MIDICore

/// A change of the virtual instruments during a session.
struct InstrumentStep: Codable, Hashable, Sendable {
  /// A change of an instrument.
  enum Action: String, Codable, Hashable, Sendable {
    /// It is plugged in; a known one gets its last client number, if that is free.
    case plug
    /// It is plugged in and gets a client number that differs from its last one.
    case renumber
    /// It is unplugged.
    case unplug
    /// It plays a take.
    case play
  }

  /// The time of the recording.
  var time: Nanoseconds
  /// The change.
  var action: Action
  /// The serial number of the instrument.
  var serial: String
  /// The take to play, relative to the session's folder, or `nil` for other actions.
  var take: String?
}

extension InstrumentStep {
  /// Creates a step with an action in the words of `midirec instrument`, such as `plug LS0000 --renumber`.
  ///
  /// - Returns: `nil` if the words aren't an action.
  init?(time: Nanoseconds, words: String) {
    if let match = words.wholeMatch(of: /play +(.*\S) +(\S+) */) {
      self.init(time: time, action: .play, serial: String(match.2), take: String(match.1))
      return
    }
    let words = words.split(separator: " ").map(String.init)
    guard words.count >= 2, let action = Action(rawValue: words[0]), ![.renumber, .play].contains(action)
    else { return nil }
    switch (action, words.dropFirst(2)) {
    case (_, []): self.init(time: time, action: action, serial: words[1])
    case (.plug, ["--renumber"]): self.init(time: time, action: .renumber, serial: words[1])
    default: return nil
    }
  }
}
