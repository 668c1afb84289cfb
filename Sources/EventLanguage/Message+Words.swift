package import MIDICore

extension Message {
  /// The message as a complete script of `send`: `ch 1 on 60 100`.
  package var words: String {
    let what =
      switch self {
      case .noteOff(_, let note, let velocity): "off \(note.rawValue) \(velocity)"
      case .noteOn(_, let note, let velocity): "on \(note.rawValue) \(velocity)"
      case .polyPressure(_, let note, let pressure): "pp \(note.rawValue) \(pressure)"
      case .controlChange(_, let controller, let value): "cc \(controller) \(value)"
      case .programChange(_, let program): "pc \(program)"
      case .channelPressure(_, let pressure): "cp \(pressure)"
      case .pitchBend(_, let value): "pb \(value)"
      case .systemExclusive: "syx hex \(hexadecimal(bytes))"
      case .timeCodeQuarterFrame(let value): "tc \(value.rawValue >> 4) \(value.rawValue & 0x0F)"
      case .songPosition(let value): "spp \(value)"
      case .songSelect(let song): "ss \(song)"
      case .tuneRequest: "tun"
      case .timingClock: "mc"
      case .start: "start"
      case .continue: "cont"
      case .stop: "stop"
      case .activeSensing: "as"
      case .systemReset: "rst"
      }
    return channel.map { "ch \($0) \(what)" } ?? what
  }
}

extension TimedMessage {
  /// Returns the message as a script of `send`, after the time since the previous one, exact to the nanosecond:
  /// `+12.345678ms ch 1 on 60 100`.
  ///
  /// - Parameter previous: The time of the previous message, or `nil` for the first, which is sent at once.
  package func words(after previous: Nanoseconds?) -> String {
    // A wait can't be negative, but messages from several sources may be slightly out of order.
    let span = previous.map { max(time - $0, .zero) } ?? .zero
    return span == .zero ? message.words : "+\(span.exactText) \(message.words)"
  }
}
