internal import MIDICore

/// The state that the events before a start time have set.
///
/// A sequencer that starts midway "chases" these events and restates them.
struct EventChaser {
  /// A channel of a port. Tracks with different ports have different channels.
  private struct Address: Hashable {
    var port: UInt8
    var channel: UInt8
  }

  /// The kinds of meta events that stay in effect until the next of their kind, in restated order.
  private enum SettingKind: CaseIterable {
    case tempo
    case timeSignature
    case keySignature

    init?(_ event: MIDIFile.Event) {
      switch event {
      case .meta(.tempo(let microseconds)) where microseconds > 0: self = .tempo
      case .meta(.timeSignature): self = .timeSignature
      case .meta(.keySignature): self = .keySignature
      default: return nil
      }
    }
  }

  /// A meta event that stays in effect until the next of its kind.
  private struct Setting {
    var event: PackedEvent
    var events: MIDIFile.Events
    var track: Int
  }

  private var channels: [Address: ChannelState] = [:]
  /// The track that last set the state of each channel.
  private var trackOfChannel: [Address: Int] = [:]
  private var portOfTrack: [Int: UInt8] = [:]
  private var settings: [SettingKind: Setting] = [:]

  /// Applies the next event in order of time.
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
      guard let kind = SettingKind(events.event(event)) else { return }
      settings[kind] = Setting(event: event, events: events, track: track)
    }
  }

  /// Moves the state that an event at the start changes to the event's track, if that is an earlier one.
  ///
  /// Simultaneous events are played in the order of their tracks. State that is restored in a later track would undo
  /// the event.
  mutating func precede(_ event: PackedEvent, of events: MIDIFile.Events, track: Int) {
    if event.isChannelMessage {
      let address = Address(port: portOfTrack[track] ?? 0, channel: event.kind & 0x0F)
      if let statedTrack = trackOfChannel[address] { trackOfChannel[address] = min(statedTrack, track) }
    } else if event.isConductorEvent, let kind = SettingKind(events.event(event)),
      let statedTrack = settings[kind]?.track
    {
      settings[kind]?.track = min(statedTrack, track)
    }
  }

  /// Returns the events that restore the state, for each track.
  func events(trackCount: Int) -> [MIDIFile.Events] {
    var stated = [MIDIFile.Events](repeating: MIDIFile.Events(), count: trackCount)
    for setting in SettingKind.allCases.compactMap({ settings[$0] }) {
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
