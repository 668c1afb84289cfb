import Glibc
import MIDICore
import TestSupport
import Testing

@testable import ALSASequencer

/// A keeper's record of a replay.
@Suite struct ReleaseBoardTests {
  private static func randomMessage(_ generator: inout SeededGenerator) -> Message {
    let channel = Channel(masking: UInt8.random(in: 0...2, using: &generator))
    let number = UInt8.random(in: 60...63, using: &generator)
    let value = UInt7(masking: [0, 1, 127].randomElement(using: &generator) ?? 0)
    return switch Int.random(in: 0...6, using: &generator) {
    case 0, 1: .noteOn(channel: channel, note: NoteNumber(masking: number), velocity: value)
    case 2: .noteOff(channel: channel, note: NoteNumber(masking: number), velocity: value)
    case 3: .controlChange(channel: channel, controller: Controller(masking: number + 4), value: value)
    case 4: .pitchBend(channel: channel, value: value == 0 ? .bendCenter : 1)
    case 5: .channelPressure(channel: channel, pressure: value)
    default: .controlChange(channel: channel, controller: .resetAllControllers, value: 0)
    }
  }

  @Test func deliveredMessagesGiveTheSameReleasesAsTracker() throws {
    var generator = SeededGenerator.forProperties()
    let board = try ReleaseBoard()
    var tracker = ReleaseTracker()
    for _ in 0..<2000 {
      let message = Self.randomMessage(&generator)
      board.willSend(message)
      tracker.apply(message)
      board.wasSent(message, tracker)
      #expect(board.releaseMessages == tracker.releaseMessages)
    }
  }

  @Test func undeliveredMessagesAreReleasedUntilTheyAreTakenBack() throws {
    let board = try ReleaseBoard()
    let messages: [Message] = [
      .noteOn(channel: .number(16), note: 127, velocity: 1),
      .noteOff(channel: .number(16), note: 127, velocity: 1),
      .controlChange(channel: .number(16), controller: 69, value: 1),
      .pitchBend(channel: .number(16), value: 0),
      .channelPressure(channel: .number(16), pressure: 1),
    ]
    for message in messages { board.willSend(message) }
    #expect(
      board.releaseMessages == [
        .noteOff(channel: .number(16), note: 127, velocity: 64),
        .controlChange(channel: .number(16), controller: 69, value: 0),
        .pitchBend(channel: .number(16), value: .bendCenter),
        .channelPressure(channel: .number(16), pressure: 0),
      ])
    board.hold(ReleaseTracker())
    #expect(board.releaseMessages.isEmpty)
  }

  @Test func boardIsSharedByItsDescriptor() throws {
    let board = try ReleaseBoard()
    board.willSend(.noteOn(channel: .number(4), note: 4, velocity: 5))
    board.receivers = [EndpointAddress(client: 128, port: 0), EndpointAddress(client: 14, port: 7)]
    board.isInsideSystemExclusive = true
    let other = try #require(ReleaseBoard(sharedAs: dup(board.descriptor)))
    #expect(other.releaseMessages == [.noteOff(channel: .number(4), note: 4, velocity: 64)])
    #expect(other.receivers == board.receivers)
    #expect(other.isInsideSystemExclusive)
  }

  @Test func otherFileIsNoBoard() {
    #expect(ReleaseBoard(sharedAs: dup(STDIN_FILENO)) == nil)
  }
}
