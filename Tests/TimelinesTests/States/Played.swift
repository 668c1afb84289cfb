import MIDICore
import Timelines

/// Messages of a test at times in milliseconds, and the resulting lines of the timeline's text.
enum Played {
  static func on(_ note: NoteNumber, _ velocity: UInt7 = 100, channel: Channel = .number(1)) -> Message {
    .noteOn(channel: channel, note: note, velocity: velocity)
  }

  static func off(_ note: NoteNumber, _ velocity: UInt7 = 64, channel: Channel = .number(1)) -> Message {
    .noteOff(channel: channel, note: note, velocity: velocity)
  }

  static func control(_ controller: Controller, _ value: UInt7, channel: Channel = .number(1)) -> Message {
    .controlChange(channel: channel, controller: controller, value: value)
  }

  static func bend(_ value: UInt14, channel: Channel = .number(1)) -> Message {
    .pitchBend(channel: channel, value: value)
  }

  static func pressure(_ value: UInt7, channel: Channel = .number(1)) -> Message {
    .channelPressure(channel: channel, pressure: value)
  }

  static func polyPressure(_ note: NoteNumber, _ value: UInt7, channel: Channel = .number(1)) -> Message {
    .polyPressure(channel: channel, note: note, pressure: value)
  }

  static func program(_ value: UInt7, channel: Channel = .number(1)) -> Message {
    .programChange(channel: channel, program: value)
  }

  /// Returns the timeline of one source.
  static func timeline(_ messages: [(Int64, Message)]) -> Timeline {
    Timeline(
      Recording(tracks: [
        .init(
          name: "A",
          messages: messages.map { TimedMessage(time: .milliseconds($0), message: $1) })
      ]))
  }

  /// Returns the lines of the entries without the number of the source.
  static func lines(_ messages: [(Int64, Message)]) -> [String] {
    timeline(messages).text.split(separator: "\n").dropFirst(2).dropLast().map { line in
      line.split(separator: " ").enumerated().filter { $0.offset != 1 }.map(\.element).joined(separator: " ")
    }
  }
}
