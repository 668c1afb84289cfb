package import MIDICore

extension Message {
  /// The message in the language of `send`, with all that it takes to send just this one: `ch 1 on 60 100`.
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
  /// The message in the language of `send`, after the time since the one before it, exact to the nanosecond:
  /// `+12.345678ms ch 1 on 60 100`.
  ///
  /// - Parameter previous: When the one before it was; nothing before the first, which then comes at once.
  package func words(after previous: Nanoseconds?) -> String {
    // A span can't be negative: what several sources sent can come out of order by a little.
    let span = previous.map { max(time - $0, .zero) } ?? .zero
    return span == .zero ? message.words : "+\(span.exactText) \(message.words)"
  }
}
