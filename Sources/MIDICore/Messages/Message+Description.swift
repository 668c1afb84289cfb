extension Message: CustomStringConvertible {
  /// Returns the values of the message without its channel, such as `C4 velocity 100`, or an empty text.
  ///
  /// - Parameter middleC: The octave in which note names count middle C.
  package func values(_ middleC: MiddleC = .octave4) -> String {
    switch self {
    case .noteOff(_, let note, let velocity), .noteOn(_, let note, let velocity):
      "\(note.name(middleC)) velocity \(velocity)"
    case .polyPressure(_, let note, let pressure): "\(note.name(middleC)) \(pressure)"
    case .controlChange(_, let controller, let value): "\(controller) value \(value)"
    case .programChange(_, let value), .channelPressure(_, let value), .timeCodeQuarterFrame(let value),
      .songSelect(let value):
      "\(value)"
    case .pitchBend(_, let value), .songPosition(let value): "\(value)"
    case .systemExclusive(let message): "of \(message.payload.count) data bytes"
    case .tuneRequest, .timingClock, .start, .continue, .stop, .activeSensing, .systemReset: ""
    }
  }

  /// Returns the values of a message in a list, with the first bytes of a System Exclusive message.
  package func listedValues(_ middleC: MiddleC = .octave4) -> String {
    guard case .systemExclusive = self else { return values(middleC) }
    return "F0 \(Array(bytes.dropFirst()).shortText)"
  }

  /// The name, values, and channel of the message: `note-on C4 velocity 100 channel 1`.
  public var description: String {
    [kind.name, values(), channel.map { "channel \($0)" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Message.Kind {
  /// The displayed name, such as `note-on` or `poly pressure`.
  package var name: String {
    switch self {
    case .polyPressure: "poly pressure"
    case .controlChange: "control change"
    case .programChange: "program change"
    case .channelPressure: "channel pressure"
    case .pitchBend: "pitch bend"
    case .systemExclusive: "System Exclusive"
    case .timeCodeQuarterFrame: "time code quarter frame"
    case .songPosition: "song position"
    case .songSelect: "song select"
    case .tuneRequest: "tune request"
    case .timingClock: "timing clock"
    case .activeSensing: "active sensing"
    case .systemReset: "system reset"
    case .noteOff, .noteOn, .start, .continue, .stop: rawValue
    }
  }
}

extension [UInt8] {
  /// The first bytes in hexadecimal, and the number of bytes.
  package var shortText: String {
    let first = hexadecimal(prefix(16))
    return count > 16 ? "\(first) … (\(pluralized(count, "byte")))" : first
  }
}
