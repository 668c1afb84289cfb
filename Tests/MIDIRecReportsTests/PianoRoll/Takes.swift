import MIDICore
import MIDIRecReports
import TestSupport

/// Short takes to draw.
enum Takes {
  /// Returns a note, without an end if `length` is `nil`.
  static func note(
    _ number: NoteNumber, at start: Int64, for length: Int64?, velocity: UInt7 = 100,
    on channel: Channel = .number(1)
  ) -> [TimedMessage] {
    let on = Message.noteOn(channel: channel, note: number, velocity: velocity)
    let off = Message.noteOff(channel: channel, note: number, velocity: 64)
    return [TimedMessage(time: .milliseconds(start), message: on)]
      + (length.map { [TimedMessage(time: .milliseconds(start + $0), message: off)] } ?? [])
  }

  static func message(_ message: Message, at start: Int64) -> [TimedMessage] {
    [TimedMessage(time: .milliseconds(start), message: message)]
  }

  /// Returns a roll of tracks, with messages in any order.
  static func roll(
    _ tracks: [TimedMessage]..., names: [String] = [], name: String = "take.mid", until end: Int64 = 0
  ) -> PianoRoll {
    let tracks = tracks.enumerated().map { index, messages in
      Recording.Track(
        name: index < names.count ? names[index] : nil, messages: messages.sorted { $0.time < $1.time },
        end: .milliseconds(end))
    }
    return PianoRoll(Recording(tracks: tracks), name: name)
  }

  /// Returns random notes: `count` of them within `seconds`, on all channels.
  static func crowd(_ count: Int, seconds: Int64, seed: UInt64) -> [TimedMessage] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).flatMap { _ in
      note(
        NoteNumber(masking: .random(in: 0..<128, using: &generator)),
        at: .random(in: 0..<seconds * 1000, using: &generator), for: .random(in: 1...400, using: &generator),
        velocity: UInt7(masking: .random(in: 1..<128, using: &generator)),
        on: Channel(masking: .random(in: 0..<16, using: &generator)))
    }
  }
}
