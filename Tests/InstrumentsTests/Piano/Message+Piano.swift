import Instruments
import MIDICore

extension Message {
  static func on(_ note: NoteNumber, _ velocity: UInt7, channel: Channel = .number(1)) -> Message {
    .noteOn(channel: channel, note: note, velocity: velocity)
  }

  static func off(_ note: NoteNumber, channel: Channel = .number(1)) -> Message {
    .noteOff(channel: channel, note: note, velocity: 64)
  }

  static func pedal(_ value: UInt7, channel: Channel = .number(1)) -> Message {
    .controlChange(channel: channel, controller: 64, value: value)
  }
}

extension PianoTracker {
  /// Applies a message whose time doesn't matter.
  @discardableResult
  mutating func play(_ message: Message, from source: Int = 0) -> Bool {
    apply(message, at: .zero, from: source)
  }
}
