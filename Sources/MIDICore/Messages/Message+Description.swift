extension Message: CustomStringConvertible {
  /// What the message says, in the field's terms: `note-on C4 velocity 100 channel 1`.
  public var description: String {
    let what =
      switch self {
      case .noteOff(_, let note, let velocity): "note-off \(note) velocity \(velocity)"
      case .noteOn(_, let note, let velocity): "note-on \(note) velocity \(velocity)"
      case .polyPressure(_, let note, let pressure): "poly pressure \(note) \(pressure)"
      case .controlChange(_, let controller, let value): "control change \(controller) value \(value)"
      case .programChange(_, let program): "program change \(program)"
      case .channelPressure(_, let pressure): "channel pressure \(pressure)"
      case .pitchBend(_, let value): "pitch bend \(value)"
      case .systemExclusive(let message): "System Exclusive, \(message.payload.count) data bytes"
      case .timeCodeQuarterFrame(let value): "time code quarter frame \(value)"
      case .songPosition(let value): "song position \(value)"
      case .songSelect(let song): "song select \(song)"
      case .tuneRequest: "tune request"
      case .timingClock: "timing clock"
      case .start: "start"
      case .continue: "continue"
      case .stop: "stop"
      case .activeSensing: "active sensing"
      case .systemReset: "system reset"
      }
    return channel.map { "\(what) channel \($0)" } ?? what
  }
}
