import MIDICore
import Measuring

/// The messages of a busy instrument: chords of one to six notes on eight channels, a tenth of them with a bend and a
/// pressure, and a moving pedal on each channel. The messages are reproducible.
struct GeneratedMessages {
  private static let channelCount = 8
  /// The time between chords on any channel: a hundred per second.
  private static let distance: Int64 = 10_000_000
  /// The current chord of each channel.
  private var chords = [[NoteNumber]](repeating: [], count: Self.channelCount)

  /// The messages with their times.
  private(set) var messages: [TimedMessage] = []

  /// Creates the messages of a number of notes, each with a note-on and a note-off.
  init(noteCount: Int) {
    messages.reserveCapacity(noteCount * 5 / 2)
    var random = Numbers()
    var struck = 0
    var chord = 0
    while struck < noteCount {
      let channel = chord % Self.channelCount
      let time = Nanoseconds(rawValue: Int64(chord) * Self.distance)
      lift(channel, at: time)
      if chord % 32 < Self.channelCount { movePedal(channel, isDown: chord % 64 < 32, at: time) }
      if random.below(10) == 0 { express(channel, &random, at: time) }
      let size = min(noteCount - struck, 1 + Int(random.below(6)))
      // The notes of a chord differ.
      let lowest = 30 + UInt8(random.below(40))
      chords[channel] = (0..<UInt8(size)).map { NoteNumber(masking: lowest + $0 * 3) }
      for note in chords[channel] {
        let velocity = UInt7(masking: UInt8(1 + random.below(127)))
        messages.append(
          .init(time: time, message: .noteOn(channel: Self.number(channel), note: note, velocity: velocity)))
      }
      struck += size
      chord += 1
    }
    let end = Nanoseconds(rawValue: Int64(chord) * Self.distance)
    for channel in 0..<Self.channelCount {
      lift(channel, at: end)
      movePedal(channel, isDown: false, at: end)
    }
  }

  private static func number(_ channel: Int) -> Channel { Channel(masking: UInt8(channel)) }

  private mutating func lift(_ channel: Int, at time: Nanoseconds) {
    for note in chords[channel] {
      messages.append(
        .init(time: time, message: .noteOff(channel: Self.number(channel), note: note, velocity: 64)))
    }
    chords[channel] = []
  }

  private mutating func movePedal(_ channel: Int, isDown: Bool, at time: Nanoseconds) {
    messages.append(
      .init(
        time: time,
        message: .controlChange(channel: Self.number(channel), controller: 64, value: isDown ? 127 : 0)))
  }

  private mutating func express(_ channel: Int, _ random: inout Numbers, at time: Nanoseconds) {
    let bend = UInt14(masking: UInt16(random.below(16_384)))
    let pressure = UInt7(masking: UInt8(random.below(128)))
    messages.append(.init(time: time, message: .pitchBend(channel: Self.number(channel), value: bend)))
    messages.append(
      .init(
        time: time, message: .polyPressure(channel: Self.number(channel), note: 60, pressure: pressure)))
  }
}
