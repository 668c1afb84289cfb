import MIDICore
import MIDIRecSessions
import Testing

/// What sounds although the take is silent.
struct SilenceInvariantTests {
  private static let on = Message.noteOn(channel: .number(1), note: 60, velocity: 64)
  private static let off = Message.noteOff(channel: .number(1), note: 60, velocity: 64)

  /// Returns the violations of a subject that replies to a take of a short note.
  private func sounds(_ replies: [SourcedMessage], more: [TimedMessage] = []) -> [Invariant: String] {
    let settings = InvariantSettings()
    let take = Recording(tracks: [
      .init(
        messages: [
          TimedMessage(time: .zero, message: Self.on),
          TimedMessage(time: .milliseconds(10), message: Self.off),
        ] + more)
    ])
    return settings.soundsAfterSilence(of: settings.settled(Trial(take)), Reaction(replies: replies))
  }

  /// The notes of a take that a panic ends are still on for a subject that isn't meant to obey it.
  @Test(arguments: [Panic.systemReset, .allNotesOff])
  func panicIsObeyedIfTheSessionAsksForIt(_ panic: Panic) {
    var settings = InvariantSettings()
    let messages: [Panic: Message] = [
      .systemReset: .systemReset,
      .allNotesOff: .controlChange(channel: .number(1), controller: .allNotesOff, value: 0),
    ]
    let take = settings.settled(
      Trial(
        Recording(tracks: [
          .init(messages: [
            TimedMessage(time: .zero, message: Self.on),
            TimedMessage(time: .milliseconds(10), message: messages[panic] ?? .stop),
          ])
        ])))
    let reaction = Reaction(replies: [.init(time: .zero, message: Self.on)])
    #expect(settings.soundsAfterSilence(of: take, reaction).keys.map(\.rawValue) == ["silenced"])
    settings.panics.remove(panic)
    #expect(settings.soundsAfterSilence(of: take, reaction) == [:])
    // Also after the subject has started again.
    var restarted = take
    restarted.steps = [SessionStep(time: .zero, .restart)]
    #expect(settings.soundsAfterSilence(of: restarted, reaction) == [:])
  }

  @Test func noteWithoutNoteOffIsHeld() {
    let sounds = sounds([.init(time: .zero, message: Self.on)])
    #expect(
      sounds == [.released: "C4 on channel 1 still on 1 s after the take has ended its notes and pedals"])
  }

  /// mididings waits until a cable has transmitted a message before it reads the next one.
  @Test(arguments: [(1400, []), (2400, ["released"])] as [(Int64, [String])])
  func subjectMayWaitForTheCable(end: Int64, violated: [String]) {
    let long = Message.systemExclusive(SystemExclusive(payload: Array(repeating: 0, count: 3998)))
    let settings = InvariantSettings()
    let take = Recording(tracks: [
      .init(messages: [
        TimedMessage(time: .zero, message: Self.on), TimedMessage(time: .milliseconds(10), message: long),
        TimedMessage(time: .milliseconds(20), message: Self.off),
      ])
    ])
    let reaction = Reaction(replies: [
      .init(time: .zero, message: Self.on), .init(time: .milliseconds(end), message: Self.off),
    ])
    let sounds = settings.soundsAfterSilence(of: settings.settled(Trial(take)), reaction)
    #expect(sounds.keys.map(\.rawValue) == violated)
  }

  @Test func noteOffOfADifferentPortEndsNothing() {
    let sounds = sounds([
      .init(source: 0, time: .zero, message: Self.on),
      .init(source: 1, time: .milliseconds(10), message: Self.off),
    ])
    #expect(sounds.keys.map(\.rawValue) == ["released"])
  }

  /// A machine rounds the times of replies down, so that a reply can seem to precede its cause.
  @Test func replyToTheNextNoteIsNotHeld() {
    let start = Nanoseconds.milliseconds(1_010) + .microseconds(40)
    let sounds = sounds(
      [
        .init(time: .zero, message: Self.on), .init(time: .milliseconds(10), message: Self.off),
        .init(time: .milliseconds(1_010), message: Self.on),
        .init(time: .milliseconds(1_020), message: Self.off),
      ],
      more: [
        TimedMessage(time: start, message: Self.on),
        TimedMessage(time: start + .milliseconds(10), message: Self.off),
      ])
    #expect(sounds == [:])
  }
}
