import MIDICore
import Testing

/// A fault of an imagined program: the messages that show it, when it shows, and the minimal take known by hand.
struct Fault: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The messages that are hidden in a busy take.
  let hidden: [Message]
  /// The milliseconds between them.
  var pauses = 300
  let minimal: Recording
  /// Returns whether messages in order show the fault.
  let isShown: @Sendable ([TimedMessage]) -> Bool

  static let all: [Fault] = [
    Fault(
      testDescription: "stuck note on retrigger", hidden: [on(50), on(50), off(50), off(50)],
      minimal: take([on(), on(), off(), off()])
    ) { messages in
      // The program doesn't count how often a note was started, and ignores its second note-off.
      var (input, output) = (ReleaseTracker(), ReleaseTracker())
      var sounding: Set<[Int]> = []
      for message in messages.map(\.message) {
        guard let note = message.note, let channel = message.channel else { continue }
        input.apply(message)
        let isSounding = sounding.remove([Int(channel), Int(note)]) != nil
        if message.isNoteOn { sounding.insert([Int(channel), Int(note)]) }
        if message.isNoteOn || isSounding { output.apply(message) }
      }
      return !input.hasNotes && output.hasNotes
    },
    Fault(
      testDescription: "note ends while the pedal is down",
      hidden: [control(.sustain, 99), on(50), off(50), control(.sustain, 0)],
      minimal: take([control(.sustain, 127), on(), off(), control(.sustain, 0)])
    ) { messages in
      messages.have([
        { ($0.value(of: .sustain) ?? 0) >= 64 }, \.isNoteOn, \.isNoteOff,
        { ($0.value(of: .sustain) ?? 127) < 64 },
      ])
    },
    Fault(testDescription: "key 127", hidden: [on(127), off(127)], minimal: take([on(127), off(127)])) {
      $0.have([{ $0.isNoteOn && $0.note == 127 }, { $0.isNoteOff && $0.note == 127 }])
    },
    Fault(testDescription: "keys from 100", hidden: [on(117), off(117)], minimal: take([on(100)])) {
      $0.have([{ $0.isNoteOn && ($0.note ?? 0) >= 100 }])
    },
    Fault(
      testDescription: "channel 15", hidden: [on(50, channel: 15), off(50, channel: 15)],
      minimal: take([on(channel: 15), off(channel: 15)])
    ) {
      $0.have([
        { $0.isNoteOn && $0.channel == .number(15) }, { $0.isNoteOff && $0.channel == .number(15) },
      ])
    },
    Fault(
      testDescription: "two notes within 1 ms on one key", hidden: [on(50), on(50), off(50), off(50)],
      pauses: 0,
      minimal: take([on(), on()], pauses: [.milliseconds(1)])
    ) { messages in
      let notes = messages.filter(\.message.isNoteOn)
      return zip(notes, notes.dropFirst()).contains { first, second in
        second.time - first.time <= .milliseconds(1) && first.message.note == second.message.note
      }
    },
    Fault(
      testDescription: "program change while a note is held",
      hidden: [on(50), .programChange(channel: .number(1), program: 9), off(50)],
      minimal: take([on(), .programChange(channel: .number(1), program: 0), off()])
    ) { $0.have([\.isNoteOn, { $0.kind == .programChange }, \.isNoteOff]) },
    Fault(
      testDescription: "song position 0", hidden: [.songPosition(0), .continue],
      minimal: take([.songPosition(0), .continue])
    ) { $0.have([{ $0 == .songPosition(0) }, { $0 == .continue }]) },
    Fault(
      testDescription: "song position from 1,000", hidden: [.songPosition(9999)],
      minimal: take([.songPosition(1000)])
    ) { $0.have([{ if case .songPosition(1000...) = $0 { true } else { false } }]) },
    Fault(
      testDescription: "System Exclusive with more than 256 bytes",
      hidden: [.systemExclusive(SystemExclusive(payload: (0..<999).map { UInt7(masking: UInt8($0 % 128)) }))],
      minimal: take([
        .systemExclusive(SystemExclusive(payload: [0x7D] + [UInt7](repeating: 0, count: 256)))
      ])
    ) {
      $0.have([{ if case .systemExclusive(let message) = $0 { message.payload.count > 256 } else { false } }])
    },
    Fault(testDescription: "loud note", hidden: [on(50, velocity: 110)], minimal: take([on(velocity: 127)])) {
      $0.have([{ ($0.velocity ?? 0) > 100 }])
    },
    Fault(
      testDescription: "note in a bend",
      hidden: [
        .pitchBend(channel: .number(1), value: 9999), on(50), .pitchBend(channel: .number(1), value: 8192),
      ],
      minimal: take([.pitchBend(channel: .number(1), value: 16383), on()])
    ) { messages in
      messages.have([{ if case .pitchBend(_, 8193...) = $0 { true } else { false } }, \.isNoteOn])
    },
    Fault(
      testDescription: "range of bends above 2 semitones",
      hidden: [
        control(101, 0), control(100, 0), control(6, 12), control(38, 0), control(101, 127),
        control(100, 127),
      ],
      minimal: take([control(101, 0), control(100, 0), control(6, 127)])
    ) { messages in
      var selections = [ParameterSelection](repeating: ParameterSelection(), count: 16)
      return messages.contains { timed in
        guard case .controlChange(let channel, let controller, let value) = timed.message else {
          return false
        }
        selections[Int(channel)].apply(controller, value)
        return controller == .dataEntry && value > 2 && selections[Int(channel)].parameter == .pitchBendRange
      }
    },
    Fault(
      testDescription: "three keys at once", hidden: [on(50), on(55), on(59), off(50), off(55), off(59)],
      minimal: take([on(61), on(60), on(59)])
    ) { messages in
      var held: Set<NoteNumber> = []
      return messages.contains { timed in
        if let note = timed.message.note {
          if timed.message.isNoteOn { held.insert(note) } else { held.remove(note) }
        }
        return held.count == 3
      }
    },
    Fault(
      testDescription: "clock after start", hidden: [.timingClock, .start, .timingClock, .stop],
      minimal: take([.start, .timingClock])
    ) { $0.have([{ $0 == .start }, { $0 == .timingClock }]) },
    Fault(
      testDescription: "key held for more than 2.5 s", hidden: [on(20), off(20)], pauses: 7654,
      minimal: take([on(), off()], pauses: [.seconds(3)])
    ) { messages in
      var starts: [NoteNumber: Nanoseconds] = [:]
      return messages.contains { timed in
        guard let note = timed.message.note else { return false }
        if timed.message.isNoteOn { starts[note] = timed.time }
        return timed.message.isNoteOff && timed.time - (starts[note] ?? timed.time) > .milliseconds(2500)
      }
    },
    Fault(
      testDescription: "bank for a program",
      hidden: [control(0, 5), control(32, 7), .programChange(channel: .number(1), program: 9)],
      minimal: take([control(0, 127), .programChange(channel: .number(1), program: 0)])
    ) { messages in
      messages.have([
        { ($0.value(of: .bankSelect) ?? 0) > 0 }, { $0.kind == .programChange },
      ])
    },
  ]
}

extension Sequence<TimedMessage> {
  /// Returns whether messages that satisfy some conditions follow one another, with others in between.
  func have(_ conditions: [(Message) -> Bool]) -> Bool {
    var rest = conditions[...]
    for timed in self {
      guard let condition = rest.first else { break }
      if condition(timed.message) { rest.removeFirst() }
    }
    return rest.isEmpty
  }
}

extension Message {
  /// The key of a note-on or note-off.
  var note: NoteNumber? {
    switch self {
    case .noteOn(_, let note, _), .noteOff(_, let note, _): note
    default: nil
    }
  }

  /// The velocity of a note-on.
  var velocity: UInt7? { if case .noteOn(_, _, let velocity) = self { velocity } else { nil } }

  /// Returns the value of a controller, or `nil` for a different message.
  func value(of controller: Controller) -> UInt7? {
    if case .controlChange(_, controller, let value) = self { value } else { nil }
  }
}
