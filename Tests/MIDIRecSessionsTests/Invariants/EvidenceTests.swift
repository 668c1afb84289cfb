import MIDICore
import MIDIRecSessions
import Testing

/// The evidence for violated invariants: the take and the replies side by side.
struct EvidenceTests {
  private static let on = Message.noteOn(channel: .number(1), note: 60, velocity: 64)
  private static let off = Message.noteOff(channel: .number(1), note: 60, velocity: 64)

  private static func evidence(
    of invariant: Invariant, _ messages: [TimedMessage], steps: [SessionStep] = [],
    _ replies: [SourcedMessage]...
  ) -> Evidence? {
    let settings = InvariantSettings()
    let trial = settings.settled(Trial(Recording(tracks: [.init(messages: messages)]), steps: steps))
    return settings.evidence(of: invariant, by: trial, replies.map { Reaction(replies: $0) })
  }

  @Test func repliesStandBesideTheirCauses() throws {
    let evidence = try #require(
      Self.evidence(
        of: .paired,
        [
          TimedMessage(time: .zero, message: Self.on),
          TimedMessage(time: .milliseconds(100), message: Self.off),
        ],
        [
          .init(time: .zero, message: Self.on), .init(time: .zero, message: Self.on),
          .init(time: .milliseconds(101), message: Self.off),
        ]))
    #expect(
      evidence.lines(limit: 3) == [
        "  0.000000  note-on C4 velocity 64 channel 1",
        "            -> note-on C4 velocity 64 channel 1",
        "  0.000000  -> note-on C4 velocity 64 channel 1",
        "  … and 2 more",
      ])
    // A line stands where its count would.
    #expect(evidence.lines(limit: 4) == evidence.lines(limit: 5))
    // The first note-on took the note-off, so that the second one is left.
    #expect(evidence.rows.map { $0.cells[1]?.isFaulty } == [false, true, nil, false])
  }

  @Test func controllersHaveTheirNames() throws {
    let pedal = Message.controlChange(channel: .number(1), controller: 64, value: 0)
    let take = [Self.on, pedal, Self.off].map { TimedMessage(time: .zero, message: $0) }
    let evidence = try #require(Self.evidence(of: .released, take, [.init(time: .zero, message: Self.on)]))
    let lines = evidence.lines(limit: 9)
    #expect(lines.contains("  0.000000  control change 64 value 0 channel 1 (sustain pedal)"), "\(lines)")
  }

  /// Programs' replies have times that are rounded down.
  @Test func roundedReplyFollowsItsCause() throws {
    let evidence = try #require(
      Self.evidence(
        of: .released,
        [
          TimedMessage(time: .microseconds(150_624), message: Self.on),
          TimedMessage(time: .microseconds(250_624), message: Self.off),
        ],
        [.init(time: .microseconds(150_600), message: Self.on)]))
    #expect(
      evidence.lines(limit: 4) == [
        "  0.150624  note-on C4 velocity 64 channel 1",
        "            -> note-on C4 velocity 64 channel 1",
        "  0.250624  note-off C4 velocity 64 channel 1",
      ])
  }

  @Test func stepStandsBeforeTheMessageOfItsTime() throws {
    let evidence = try #require(
      Self.evidence(
        of: .bounded, [TimedMessage(time: .milliseconds(100), message: Self.on)],
        steps: [SessionStep(time: .milliseconds(100), .restart)],
        Array(repeating: .init(time: .milliseconds(100), message: Self.off), count: 200)))
    #expect(
      evidence.lines(limit: 2).prefix(2) == [
        "  0.100000  restart", "  0.100000  note-on C4 velocity 64 channel 1",
      ])
  }

  @Test func differenceOfTwoRunsIsListed() throws {
    let evidence = try #require(
      Self.evidence(
        of: .repeatable, [TimedMessage(time: .zero, message: Self.on)],
        [.init(time: .zero, message: Self.on), .init(time: .milliseconds(1), message: Self.off)],
        [.init(time: .microseconds(300), message: Self.on)]))
    #expect(
      evidence.lines(limit: 4) == [
        "  0.000000  note-on C4 velocity 64 channel 1",
        "  - the first time, + the second time:",
        "  -2  0.001000  note-off C4 velocity 64 channel 1",
      ])
    #expect(
      evidence.rows.map { $0.cells.map { $0?.isFaulty } } == [
        [false, false, nil], [nil, nil, false], [nil, true, nil],
      ])
  }

  @Test func programThatFailsIsQuoted() throws {
    let settings = InvariantSettings()
    let failure = SubjectFailure(.misbehaved, "crashed", remedy: "mend it", details: ["line 7: oops"])
    let evidence = try #require(
      settings.evidence(of: .alive, by: Trial(Recording()), [Reaction(failure: failure)]))
    #expect(evidence.line == "alive: crashed")
    #expect(evidence.lines(limit: 4) == ["  mend it", "  line 7: oops"])
  }
}
