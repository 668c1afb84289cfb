package import MIDICore

/// A change of the virtual instruments during a session.
package struct InstrumentStep: Codable, Hashable, Sendable {
  /// A change of an instrument.
  package enum Action: String, Codable, Hashable, Sendable {
    /// It is plugged in; a known one gets its last client number, if that is free.
    case plug
    /// It is plugged in and gets a client number that differs from its last one.
    case renumber
    /// It is unplugged.
    case unplug
  }

  /// The time of the recording.
  package var time: Nanoseconds
  /// The change.
  package var action: Action
  /// The serial number of the instrument.
  package var serial: String

  /// Creates a step.
  package init(time: Nanoseconds, action: Action, serial: String) {
    self.time = time
    self.action = action
    self.serial = serial
  }

  /// Creates a step with an action in the words of `midirec instrument`, such as `plug LS0000 --renumber`.
  ///
  /// - Returns: `nil` if the words aren't an action.
  init?(time: Nanoseconds, words: String) {
    let words = words.split(separator: " ").map(String.init)
    guard words.count >= 2, let action = Action(rawValue: words[0]), action != .renumber else { return nil }
    switch (action, words.dropFirst(2)) {
    case (_, []): self.init(time: time, action: action, serial: words[1])
    case (.plug, ["--renumber"]): self.init(time: time, action: .renumber, serial: words[1])
    default: return nil
    }
  }
}
