import MIDICore
import TestSupport

/// A take with messages of all kinds, in which tests hide what a fault needs.
struct BusyTake {
  /// The take.
  var recording: Recording { unsorted.sorted() }
  private var unsorted: Recording
  private var random: SeededGenerator

  /// Creates a take with a number of notes and, optionally, half as many other gestures.
  init(seed: UInt64, noteCount: Int = 200, trackCount: Int = 1, hasGestures: Bool = true) {
    random = SeededGenerator(seed: seed)
    unsorted = Recording(tracks: (1...trackCount).map { .init(name: "Instrument \($0)") })
    for _ in 0..<noteCount {
      let channel = Channel(masking: number(0...3) * 3)
      let (key, velocity) = (NoteNumber(masking: number(30...96)), UInt7(masking: number(1...99)))
      let note: [Message] = [
        .noteOn(channel: channel, note: key, velocity: velocity),
        .noteOff(channel: channel, note: key, velocity: UInt7(masking: number(0...90))),
      ]
      hide(note, pauses: number(20...250))
      if hasGestures, Bool.random(using: &random) { hide(gesture(on: channel), pauses: number(1...50)) }
    }
    for track in unsorted.tracks.indices { unsorted.tracks[track].end = Self.length }
  }

  private static let length = Nanoseconds.seconds(600)

  /// Adds messages with equal pauses at a random time, to a random track or a given one.
  mutating func hide(_ messages: [Message], pauses milliseconds: some BinaryInteger, track: Int? = nil) {
    let track = track ?? Int.random(in: unsorted.tracks.indices, using: &random)
    let start = Nanoseconds(rawValue: .random(in: 1...550_000_000_000, using: &random))
    unsorted.tracks[track].messages += messages.enumerated().map { index, message in
      TimedMessage(time: start + index * .milliseconds(milliseconds), message: message)
    }
  }

  private mutating func number(_ range: ClosedRange<UInt8>) -> UInt8 { .random(in: range, using: &random) }

  private mutating func gesture(on channel: Channel) -> [Message] {
    func controls(_ changes: KeyValuePairs<Controller, UInt8>) -> [Message] {
      changes.map { .controlChange(channel: channel, controller: $0, value: UInt7(masking: $1)) }
    }
    let value = number(1...127)
    return switch number(0...8) {
    case 0: controls([.sustain: 30, .sustain: value, .sustain: 0])
    case 1: controls([101: 0, 100: 1, 6: value, 38: 3, 101: 127, 100: 127])
    case 2: controls([0: 0, 32: value]) + [.programChange(channel: channel, program: UInt7(masking: value))]
    case 3: controls([.modulation: value])
    case 4: [.channelPressure(channel: channel, pressure: UInt7(masking: value))]
    case 5: [.polyPressure(channel: channel, note: 61, pressure: UInt7(masking: value))]
    case 6: [.timingClock, .timingClock, .timingClock]
    case 7: [.systemExclusive(SystemExclusive(payload: [0x41, UInt7(masking: value), 5]))]
    default: [.pitchBend(channel: channel, value: 8192), .activeSensing]
    }
  }
}

/// A take as tests write it: messages with 100 ms between them.
func take(_ messages: [Message], pauses: [Nanoseconds]? = nil, end: Nanoseconds? = nil) -> Recording {
  var time = Nanoseconds.zero
  let timed = messages.indices.map { index in
    if index > 0 { time = time + (pauses?[index - 1] ?? .milliseconds(100)) }
    return TimedMessage(time: time, message: messages[index])
  }
  return Recording(tracks: [.init(name: "Instrument 1", messages: timed, end: end ?? .zero)])
}

func on(_ note: NoteNumber = 60, channel: Int = 1, velocity: UInt7 = 64) -> Message {
  .noteOn(channel: .number(channel), note: note, velocity: velocity)
}

func off(_ note: NoteNumber = 60, channel: Int = 1) -> Message {
  .noteOff(channel: .number(channel), note: note, velocity: 64)
}

func control(_ controller: Controller, _ value: UInt7) -> Message {
  .controlChange(channel: .number(1), controller: controller, value: value)
}
