extension Message: CustomStringConvertible {
  /// A message in the field's terms, in parts: `note-on` and `C4 velocity 100`.
  package struct Wording: Hashable, Sendable {
    /// What it is.
    package var name: String
    /// Its values, if it has any, without the channel.
    package var values: String

    /// Puts the parts together.
    package init(_ name: String, _ values: String = "") {
      self.name = name
      self.values = values
    }
  }

  /// What the message says, in the field's terms, but for its channel.
  ///
  /// - Parameter middleC: In which octave notes are named.
  package func wording(_ middleC: MiddleC = .octave4) -> Wording {
    switch self {
    case .noteOff(_, let note, let velocity):
      Wording("note-off", "\(note.name(middleC)) velocity \(velocity)")
    case .noteOn(_, let note, let velocity): Wording("note-on", "\(note.name(middleC)) velocity \(velocity)")
    case .polyPressure(_, let note, let pressure):
      Wording("poly pressure", "\(note.name(middleC)) \(pressure)")
    case .controlChange(_, let controller, let value):
      Wording("control change", "\(controller) value \(value)")
    case .programChange(_, let program): Wording("program change", "\(program)")
    case .channelPressure(_, let pressure): Wording("channel pressure", "\(pressure)")
    case .pitchBend(_, let value): Wording("pitch bend", "\(value)")
    case .systemExclusive(let message):
      Wording("System Exclusive", "of \(message.payload.count) data bytes")
    case .timeCodeQuarterFrame(let value): Wording("time code quarter frame", "\(value)")
    case .songPosition(let value): Wording("song position", "\(value)")
    case .songSelect(let song): Wording("song select", "\(song)")
    case .tuneRequest: Wording("tune request")
    case .timingClock: Wording("timing clock")
    case .start: Wording("start")
    case .continue: Wording("continue")
    case .stop: Wording("stop")
    case .activeSensing: Wording("active sensing")
    case .systemReset: Wording("system reset")
    }
  }

  /// What the message says, in the field's terms: `note-on C4 velocity 100 channel 1`.
  public var description: String {
    let wording = wording()
    let parts = [wording.name, wording.values, channel.map { "channel \($0)" } ?? ""]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
