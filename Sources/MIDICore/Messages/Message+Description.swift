extension Message: CustomStringConvertible {
  /// The display name and values of a message, such as `note-on` and `C4 velocity 100`.
  package struct MessageLabel: Hashable, Sendable {
    /// The name of the kind of message.
    package var name: String
    /// The values without the channel, or an empty string if the message has none.
    package var values: String

    /// Creates a label with the given name and values.
    package init(_ name: String, _ values: String = "") {
      self.name = name
      self.values = values
    }
  }

  /// Returns the display name and values of the message, without its channel.
  ///
  /// - Parameter middleC: The octave in which note names count middle C.
  package func label(_ middleC: MiddleC = .octave4) -> MessageLabel {
    switch self {
    case .noteOff(_, let note, let velocity):
      MessageLabel("note-off", "\(note.name(middleC)) velocity \(velocity)")
    case .noteOn(_, let note, let velocity):
      MessageLabel("note-on", "\(note.name(middleC)) velocity \(velocity)")
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

  /// The display name, values, and channel of the message: `note-on C4 velocity 100 channel 1`.
  public var description: String {
    let label = label()
    let parts = [label.name, label.values, channel.map { "channel \($0)" } ?? ""]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Message {
  /// Returns the label of a message in a list. A System Exclusive message is shortened to its first bytes.
  package func listLabel(_ middleC: MiddleC = .octave4) -> MessageLabel {
    guard case .systemExclusive = self else { return label(middleC) }
    return .systemExclusive(Array(bytes.dropFirst()))
  }
}

extension Message.MessageLabel {
  /// Returns the label of a complete or incomplete System Exclusive message with these bytes after F0.
  package static func systemExclusive(_ bytes: [UInt8]) -> Self {
    Self("System Exclusive", "F0 \(bytes.shortText)")
  }

  /// The name and the values.
  package var text: String { values.isEmpty ? name : "\(name) \(values)" }
}

extension [UInt8] {
  /// The first bytes in hexadecimal, and the number of bytes.
  package var shortText: String {
    let first = hexadecimal(prefix(16))
    return count > 16 ? "\(first) … (\(pluralized(count, "byte")))" : first
  }
}
