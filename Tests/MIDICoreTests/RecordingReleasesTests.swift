import MIDICore
import Testing

/// The messages that midirec sends after a replay, at the end of its capture.
@Suite struct RecordingReleasesTests {
  private static let held: [(Int64, Message)] = [
    (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
    (10, .controlChange(channel: .number(2), controller: 64, value: 1)),
  ]
  private static let releases: [Message] = [
    .noteOff(channel: .number(1), note: 60, velocity: 64),
    .controlChange(channel: .number(2), controller: 64, value: 0),
  ]

  private func recording(_ messages: [(Int64, Message)], end: Int64 = 0) -> Recording {
    Recording(tracks: [
      .init(
        messages: messages.map { TimedMessage(time: .milliseconds($0), message: $1) }, end: .milliseconds(end)
      )
    ])
  }

  /// Returns the capture of a replay that began after 3 s, with the given messages after its end.
  private func capture(_ added: [Message], at time: Int64) -> Recording {
    recording(Self.held.map { (3000 + $0, $1) } + added.map { (3000 + time, $0) })
  }

  @Test func releasesAfterEndAreRemoved() {
    let (rest, count) = capture(Self.releases, at: 500)
      .removingReleases(afterReplayOf: recording(Self.held, end: 500))
    #expect(count == 2)
    #expect(rest.messagesInOrder == capture([], at: 0).messagesInOrder)
  }

  @Test(
    arguments: [
      (releases, 400), ([releases[0]], 500), (releases + releases, 500),
      ([releases[0], .controlChange(channel: .number(2), controller: 64, value: 2)], 500),
    ] as [([Message], Int64)])
  func earlierOrOtherMessagesStay(added: [Message], time: Int64) {
    let captured = capture(added, at: time)
    let (rest, count) = captured.removingReleases(afterReplayOf: recording(Self.held, end: 500))
    #expect(count == 0)
    #expect(rest == captured)
  }

  @Test func releasesOfRecordingThatHoldsNothingStay() {
    let whole = recording(Self.held + Self.releases.map { (500, $0) })
    #expect(whole.removingReleases(afterReplayOf: whole).recording == whole)
  }
}
