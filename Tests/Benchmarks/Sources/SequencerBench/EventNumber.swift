import CALSA
import MIDICore

/// The number that an event of a measurement carries in its values, by which its loss or a wrong order is seen.
///
/// It is a polyphonic key pressure: the channel, the note and the pressure hold the lowest 18 bits. Nothing sounds, so
/// that no program has anything of its own to add at the end.
struct EventNumber {
  /// Numbers repeat after so many events.
  static let period = 1 << 18

  /// From 0 to one less than ``period``.
  let rawValue: Int

  /// The number of the event with this index in a measurement.
  init(index: Int) { rawValue = index % Self.period }

  /// The number that an event carries; nothing for an event of another kind.
  init?(_ event: snd_seq_event_t) {
    guard event.type == SND_SEQ_EVENT_KEYPRESS.rawValue else { return nil }
    let note = event.data.note
    rawValue = Int(note.channel & 0x0F) << 14 | Int(note.note & 0x7F) << 7 | Int(note.velocity & 0x7F)
  }

  /// The number that a message carries; nothing for a message of another kind.
  init?(_ message: Message) {
    guard case .polyPressure(let channel, let note, let pressure) = message else { return nil }
    rawValue = Int(channel.rawValue) << 14 | Int(note.rawValue) << 7 | Int(pressure.rawValue)
  }

  /// An event that carries it.
  var event: snd_seq_event_t {
    var event = snd_seq_event_t()
    event.type = UInt8(SND_SEQ_EVENT_KEYPRESS.rawValue)
    event.data.note.channel = UInt8(rawValue >> 14 & 0x0F)
    event.data.note.note = UInt8(rawValue >> 7 & 0x7F)
    event.data.note.velocity = UInt8(rawValue & 0x7F)
    return event
  }
}
