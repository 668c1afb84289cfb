internal import MIDICore

/// What the events up to some time have set and what still holds then: what sequencers "chase" when they start in
/// the middle of a piece.
struct ChasedState {
  /// Channels are told apart by their tracks' ports.
  private struct Address: Hashable {
    var port: UInt8
    var channel: UInt8
  }

  /// A meta event that holds until the next of its kind.
  private struct Setting {
    var event: PackedEvent
    var events: MIDIFile.Events
    var track: Int
  }

  private var channels: [Address: ChannelState] = [:]
  /// The track that last set something of a channel.
  private var trackOfChannel: [Address: Int] = [:]
  private var portOfTrack: [Int: UInt8] = [:]
  private var tempo: Setting?
  private var timeSignature: Setting?
  private var keySignature: Setting?

  /// Takes the next event, in order of time.
  mutating func apply(_ event: PackedEvent, of events: MIDIFile.Events, track: Int) {
    if event.isChannelMessage {
      let address = Address(port: portOfTrack[track] ?? 0, channel: event.kind & 0x0F)
      guard event.kind >= 0xB0 else { return }
      channels[address, default: ChannelState()].apply(
        (event.kind & 0xF0, event.firstDataByte, event.secondDataByte))
      trackOfChannel[address] = track
    } else if event.kind == MetaEvent.TypeByte.port {
      portOfTrack[track] = events.payload(of: event).first
    } else if event.isConductorEvent {
      let setting = Setting(event: event, events: events, track: track)
      switch events.event(event) {
      case .meta(.tempo(let microseconds)) where microseconds > 0: tempo = setting
      case .meta(.timeSignature): timeSignature = setting
      case .meta(.keySignature): keySignature = setting
      default: break
      }
    }
  }

  /// What is to be stated, for each track.
  func events(trackCount: Int) -> [MIDIFile.Events] {
    var stated = [MIDIFile.Events](repeating: MIDIFile.Events(), count: trackCount)
    for setting in [tempo, timeSignature, keySignature].compactMap(\.self) {
      stated[setting.track].append(setting.event, of: setting.events, at: .zero)
    }
    let order = trackOfChannel.sorted {
      ($0.value, $0.key.port, $0.key.channel) < ($1.value, $1.key.port, $1.key.channel)
    }
    for (address, track) in order {
      for (status, first, second) in channels[address]?.messages ?? [] {
        stated[track].appendMessage(
          delta: 0, status: status | address.channel, first: first, second: second)
      }
    }
    return stated
  }
}
