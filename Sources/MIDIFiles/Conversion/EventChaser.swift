internal import MIDICore

/// The state that the events before a start time have set.
///
/// A sequencer that starts midway "chases" these events and restates them.
struct EventChaser {
  /// The channels by address: 16 times the port, plus the channel.
  ///
  /// Tracks with different ports have different channels.
  private var channels: [Int: ChannelState] = [:]
  /// The track that last set the state of each channel.
  private var trackOfChannel: [Int: Int] = [:]
  private var portOfTrack: [Int: UInt8] = [:]
  /// The last tempo, time signature, and key signature, by the type of the meta event.
  private var settings: [UInt8: (event: PackedEvent, events: MIDIFile.Events, track: Int)] = [:]

  /// Applies the next event in order of time.
  mutating func apply(_ event: PackedEvent, of events: MIDIFile.Events, track: Int) {
    if event.isChannelMessage {
      let address = address(of: event, track)
      guard event.kind >= 0xB0 else { return }
      channels[address, default: ChannelState()].apply(
        (event.kind & 0xF0, event.firstDataByte, event.secondDataByte))
      trackOfChannel[address] = track
    } else if event.kind == MetaEvent.portType {
      portOfTrack[track] = events.payload(of: event).first
    } else if event.isConductorEvent {
      if events.event(event).isEffectiveSetting { settings[event.kind] = (event, events, track) }
    }
  }

  /// Moves the state that an event at the start changes to the event's track, if that is an earlier one.
  ///
  /// Simultaneous events are played in the order of their tracks. State that is restored in a later track would undo
  /// the event.
  mutating func precede(_ event: PackedEvent, of events: MIDIFile.Events, track: Int) {
    if event.isChannelMessage {
      let address = address(of: event, track)
      if let statedTrack = trackOfChannel[address] { trackOfChannel[address] = min(statedTrack, track) }
    } else if event.isConductorEvent, events.event(event).isEffectiveSetting,
      let statedTrack = settings[event.kind]?.track
    {
      settings[event.kind]?.track = min(statedTrack, track)
    }
  }

  private func address(of event: PackedEvent, _ track: Int) -> Int {
    Int(portOfTrack[track] ?? 0) << 4 | Int(event.kind & 0x0F)
  }

  /// Returns the events that restore the state, for each track.
  func events(trackCount: Int) -> [MIDIFile.Events] {
    var stated = [MIDIFile.Events](repeating: MIDIFile.Events(), count: trackCount)
    for (_, setting) in settings.sorted(by: { $0.key < $1.key }) {
      stated[setting.track].append(setting.event, of: setting.events, at: .zero)
    }
    for (address, track) in trackOfChannel.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      for (status, first, second) in channels[address]?.messages ?? [] {
        stated[track].appendMessage(
          delta: 0, status: status | UInt8(address & 0x0F), first: first, second: second)
      }
    }
    return stated
  }
}

extension MIDIFile.Event {
  /// Whether the event is a conductor event that stays in effect until the next event of its type.
  ///
  /// A tempo of 0 has no effect.
  fileprivate var isEffectiveSetting: Bool {
    self != .meta(.tempo(microsecondsPerQuarter: 0)) && isConductorEvent
  }
}
