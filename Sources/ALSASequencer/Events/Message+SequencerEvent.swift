internal import CALSA
package import MIDICore

extension SequencerEvent {
  /// The end of an incomplete System Exclusive message.
  static var endOfSystemExclusive: SequencerEvent { SequencerEvent(type: SND_SEQ_EVENT_SYSEX, bytes: [0xF7]) }
}

extension Message {
  /// The maximum number of System Exclusive bytes per event: the kernel's own piece size.
  private static let systemExclusivePieceSize = 256

  /// The sequencer events of the message: one event, or one per piece of a long System Exclusive message.
  package var sequencerEvents: [SequencerEvent] {
    guard case .systemExclusive = self else { return [shortEvent] }
    let bytes = bytes
    return stride(from: 0, to: bytes.count, by: Self.systemExclusivePieceSize).map { start in
      let end = min(start + Self.systemExclusivePieceSize, bytes.count)
      return SequencerEvent(type: SND_SEQ_EVENT_SYSEX, bytes: Array(bytes[start..<end]))
    }
  }

  private var shortEvent: SequencerEvent {
    switch self {
    case .noteOn(let channel, let note, let velocity):
      Self.noteEvent(SND_SEQ_EVENT_NOTEON, channel, note, velocity)
    case .noteOff(let channel, let note, let velocity):
      Self.noteEvent(SND_SEQ_EVENT_NOTEOFF, channel, note, velocity)
    case .polyPressure(let channel, let note, let pressure):
      Self.noteEvent(SND_SEQ_EVENT_KEYPRESS, channel, note, pressure)
    case .controlChange(let channel, let controller, let value):
      Self.controlEvent(
        SND_SEQ_EVENT_CONTROLLER, channel, parameter: controller.rawValue, value: Int32(value.rawValue))
    case .programChange(let channel, let program):
      Self.controlEvent(SND_SEQ_EVENT_PGMCHANGE, channel, value: Int32(program.rawValue))
    case .channelPressure(let channel, let pressure):
      Self.controlEvent(SND_SEQ_EVENT_CHANPRESS, channel, value: Int32(pressure.rawValue))
    case .pitchBend(let channel, let value):
      Self.controlEvent(SND_SEQ_EVENT_PITCHBEND, channel, value: Int32(value.rawValue) - 8192)
    case .timeCodeQuarterFrame(let value):
      Self.controlEvent(SND_SEQ_EVENT_QFRAME, value: Int32(value.rawValue))
    case .songPosition(let value): Self.controlEvent(SND_SEQ_EVENT_SONGPOS, value: Int32(value.rawValue))
    case .songSelect(let song): Self.controlEvent(SND_SEQ_EVENT_SONGSEL, value: Int32(song.rawValue))
    case .tuneRequest: SequencerEvent(type: SND_SEQ_EVENT_TUNE_REQUEST)
    case .timingClock: SequencerEvent(type: SND_SEQ_EVENT_CLOCK)
    case .start: SequencerEvent(type: SND_SEQ_EVENT_START)
    case .continue: SequencerEvent(type: SND_SEQ_EVENT_CONTINUE)
    case .stop: SequencerEvent(type: SND_SEQ_EVENT_STOP)
    case .activeSensing: SequencerEvent(type: SND_SEQ_EVENT_SENSING)
    case .systemReset: SequencerEvent(type: SND_SEQ_EVENT_RESET)
    case .systemExclusive: SequencerEvent(type: SND_SEQ_EVENT_SYSEX)
    }
  }

  private static func noteEvent(
    _ type: snd_seq_event_type, _ channel: Channel, _ note: NoteNumber, _ value: UInt7
  ) -> SequencerEvent {
    var event = SequencerEvent(type: type)
    event.note.channel = channel.rawValue
    event.note.note = note.rawValue
    event.note.velocity = value.rawValue
    return event
  }

  private static func controlEvent(
    _ type: snd_seq_event_type, _ channel: Channel = .number(1), parameter: UInt8 = 0, value: Int32
  ) -> SequencerEvent {
    var event = SequencerEvent(type: type)
    event.control.channel = channel.rawValue
    event.control.param = UInt32(parameter)
    event.control.value = value
    return event
  }
}
