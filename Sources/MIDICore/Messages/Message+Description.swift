extension Message: CustomStringConvertible {
  /// A message in the field's terms, in parts: `note-on` and `C4 velocity 100`.
  package struct MessageLabel: Hashable, Sendable {
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
  package func label(_ middleC: MiddleC = .octave4) -> MessageLabel {
    switch self {
    case .noteOff(_, let note, let velocity):
      MessageLabel("note-off", "\(note.name(middleC)) velocity \(velocity)")
    case .noteOn(_, let note, let velocity): MessageLabel("note-on", "\(note.name(middleC)) velocity \(velocity)")
    case .polyPressure(_, let note, let pressure):
      MessageLabel("poly pressure", "\(note.name(middleC)) \(pressure)")
    case .controlChange(_, let controller, let value):
      MessageLabel("control change", "\(controller) value \(value)")
    case .programChange(_, let program): MessageLabel("program change", "\(program)")
    case .channelPressure(_, let pressure): MessageLabel("channel pressure", "\(pressure)")
    case .pitchBend(_, let value): MessageLabel("pitch bend", "\(value)")
    case .systemExclusive(let message):
      MessageLabel("System Exclusive", "of \(message.payload.count) data bytes")
    case .timeCodeQuarterFrame(let value): MessageLabel("time code quarter frame", "\(value)")
    case .songPosition(let value): MessageLabel("song position", "\(value)")
    case .songSelect(let song): MessageLabel("song select", "\(song)")
    case .tuneRequest: MessageLabel("tune request")
    case .timingClock: MessageLabel("timing clock")
    case .start: MessageLabel("start")
    case .continue: MessageLabel("continue")
    case .stop: MessageLabel("stop")
    case .activeSensing: MessageLabel("active sensing")
    case .systemReset: MessageLabel("system reset")
    }
  }

  /// What the message says, in the field's terms: `note-on C4 velocity 100 channel 1`.
  public var description: String {
    let label = label()
    let parts = [label.name, label.values, channel.map { "channel \($0)" } ?? ""]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
