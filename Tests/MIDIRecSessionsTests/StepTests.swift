import MIDICore
import Testing

@testable import MIDIRecSessions

/// Steps, and what reaches a subject during them.
struct StepTests {
  @Test(arguments: [
    "plug", "unplug", "plug LS0000", "unplug LS0000", "plug LS0000 --renumber", "play a take.mid LS0000",
    "join",
    "join a take.mid", "lose 1 message", "lose 3 messages", "lose 1 byte", "lose 2 bytes", "pause 0.5s",
    "fill input 0.016s", "fill output 60s", "kill", "restart",
  ])
  func stepHasItsWords(_ words: String) throws {
    let step = try #require(SessionStep(time: .milliseconds(500), words: words))
    #expect(step.words == words)
    #expect(step.entry == "0.5s: \(words)")
  }

  private static func noteOn(_ key: UInt8) -> Message {
    .noteOn(channel: .number(1), note: NoteNumber(masking: key), velocity: 64)
  }

  /// Returns what arrives of notes 60 to 64, which begin every 100 ms, as the keys or the names of other events.
  private func arrivals(_ steps: (Int64, String)...) -> [String] {
    let messages = (0..<5).map {
      TimedMessage(time: .milliseconds(100 * Int64($0)), message: Self.noteOn(60 + UInt8($0)))
    }
    let trial = Trial(
      Recording(tracks: [.init(messages: messages)]),
      steps: steps.compactMap { SessionStep(time: .milliseconds($0.0), words: $0.1) })
    return trial.arrivals.compactMap { arrival in
      switch arrival.event {
      case .message(.noteOn(_, let note, _)): "\(note.rawValue)"
      case .message(let message): "\(message)"
      case .disturbance: nil
      case .lostReplies: "lost replies at \(arrival.time)"
      case .newLife: "new life"
      case .unknown: "unknown"
      }
    }
  }

  @Test func unpluggedCableLosesMessages() {
    #expect(arrivals((100, "unplug"), (300, "plug")) == ["60", "63", "64"])
    #expect(arrivals((200, "plug")) == ["62", "63", "64"])
  }

  @Test func lostMessagesDontArrive() {
    #expect(arrivals((100, "lose 2 messages")) == ["60", "63", "64"])
  }

  /// The sender omits the equal status bytes: 3D 40, 3E 40, 3F 40, and so on.
  @Test func lostByteShiftsRunningStatus() {
    #expect(arrivals((100, "lose 1 byte")) == ["60", "64", "64", "64"])
  }

  @Test func fullPoolsLoseMessagesOrReplies() {
    #expect(arrivals((100, "fill input 200ms")) == ["60", "63", "64"])
    #expect(
      arrivals((100, "fill output 150ms")) == ["60", "61", "62", "lost replies at 0.250000", "63", "64"])
  }

  @Test func secondClientPlaysTheRest() {
    #expect(arrivals((300, "join")) == ["60", "61", "62", "63", "63", "64", "64"])
    #expect(arrivals((300, "join other.mid")) == ["60", "61", "62", "unknown", "63", "64"])
  }

  @Test func killedProgramStartsAnew() {
    #expect(arrivals((100, "kill"), (300, "restart")) == ["60", "new life", "new life", "63", "64"])
  }
}
