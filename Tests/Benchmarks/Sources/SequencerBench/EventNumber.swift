import CALSA
import MIDICore

/// The number of an event in its values, which reveals losses and a wrong order.
///
/// It is a polyphonic key pressure, whose channel, note, and pressure hold the lowest 18 bits. It sounds no note, so
/// programs add no messages at the end.
struct EventNumber {
  /// The number of events after which numbers repeat.
  static let period = 1 << 18

  /// From 0 to one less than ``period``.
  let rawValue: Int

  /// Creates the number of the event with an index.
  init(index: Int) { rawValue = index % Self.period }

  /// Reads the number of an event, or returns `nil` for a different kind.
  init?(_ event: snd_seq_event_t) {
    guard event.type == SND_SEQ_EVENT_KEYPRESS.rawValue else { return nil }
    let note = event.data.note
    rawValue = Int(note.channel & 0x0F) << 14 | Int(note.note & 0x7F) << 7 | Int(note.velocity & 0x7F)
  }

  /// Reads the number of a message, or returns `nil` for a different kind.
  init?(_ message: Message) {
    guard case .polyPressure(let channel, let note, let pressure) = message else { return nil }
    rawValue = Int(channel.rawValue) << 14 | Int(note.rawValue) << 7 | Int(pressure.rawValue)
  }

  /// An event with this number.
  var event: snd_seq_event_t {
    var event = snd_seq_event_t()
    event.type = UInt8(SND_SEQ_EVENT_KEYPRESS.rawValue)
    event.data.note.channel = UInt8(rawValue >> 14 & 0x0F)
    event.data.note.note = UInt8(rawValue >> 7 & 0x7F)
    event.data.note.velocity = UInt8(rawValue & 0x7F)
    return event
  }
}
