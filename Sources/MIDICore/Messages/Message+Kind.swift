extension Message {
  /// The kind of a message, without its channel and values.
  ///
  /// The raw value is the short name that filters and JSON use.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case noteOff = "note-off"
    case noteOn = "note-on"
    case polyPressure = "poly-pressure"
    case controlChange = "cc"
    case programChange = "program"
    case channelPressure = "pressure"
    case pitchBend = "bend"
    case systemExclusive = "sysex"
    case timeCodeQuarterFrame = "mtc"
    case songPosition = "song-position"
    case songSelect = "song-select"
    case tuneRequest = "tune"
    case timingClock = "clock"
    case start
    case `continue`
    case stop
    case activeSensing = "sensing"
    case systemReset = "reset"

    /// Whether messages of this kind have a channel.
    public var hasChannel: Bool { Self.voice.contains(self) }

    /// The channel voice messages, which are all messages with a channel.
    public static let voice: Set<Kind> = [
      .noteOff, .noteOn, .polyPressure, .controlChange, .programChange, .channelPressure, .pitchBend,
    ]
    /// The system common messages.
    public static let common: Set<Kind> = [.timeCodeQuarterFrame, .songPosition, .songSelect, .tuneRequest]
    /// The system real-time messages.
    public static let realTime: Set<Kind> = [
      .timingClock, .start, .continue, .stop, .activeSensing, .systemReset,
    ]
  }

  /// The kind of the message.
  public var kind: Kind {
    switch self {
    case .noteOff: .noteOff
    case .noteOn: .noteOn
    case .polyPressure: .polyPressure
    case .controlChange: .controlChange
    case .programChange: .programChange
    case .channelPressure: .channelPressure
    case .pitchBend: .pitchBend
    case .systemExclusive: .systemExclusive
    case .timeCodeQuarterFrame: .timeCodeQuarterFrame
    case .songPosition: .songPosition
    case .songSelect: .songSelect
    case .tuneRequest: .tuneRequest
    case .timingClock: .timingClock
    case .start: .start
    case .continue: .continue
    case .stop: .stop
    case .activeSensing: .activeSensing
    case .systemReset: .systemReset
    }
  }
}
