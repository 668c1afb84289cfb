import Instruments
import MIDICore
import Testing

@Suite struct PianoTrackerTests {
  private func state(_ presses: Int, _ velocity: UInt7, sustained: Int = 0) -> KeyState {
    var state = KeyState()
    state.pressCount = presses
    state.velocity = velocity
    state.sustainCount = sustained
    return state
  }

  @Test func keyIsDownFromNoteOnToNoteOff() {
    var tracker = PianoTracker(sourceCount: 1)
    let isChanged = tracker.play(.on(60, 80))
    #expect(isChanged)
    #expect(tracker[60] == state(1, 80) && tracker[60].isPressed)
    #expect(tracker.activeKeys == [60])
    let isChangedAgain = tracker.play(.off(60))
    #expect(isChangedAgain)
    #expect(tracker[60] == KeyState())
    #expect(tracker.activeKeys.isEmpty)
  }

  @Test func noteOnWithVelocity0EndsNote() {
    var tracker = PianoTracker(sourceCount: 1)
    tracker.play(.on(60, 80))
    let isChanged = tracker.play(.on(60, 0))
    #expect(isChanged)
    #expect(tracker[60] == KeyState())
  }

  @Test func keyHeldByTwoSourcesNeedsTwoReleases() {
    var tracker = PianoTracker(sourceCount: 2)
    tracker.play(.on(60, 80), from: 0)
    tracker.play(.on(60, 50), from: 1)
    #expect(tracker[60] == state(2, 50))
    // A source can't end the other's note, even with repeated note-offs.
    tracker.play(.off(60), from: 1)
    tracker.play(.off(60), from: 1)
    #expect(tracker[60] == state(1, 80))
    tracker.play(.off(60), from: 0)
    #expect(tracker[60] == KeyState())
  }

  @Test func keyHeldByTwoChannelsNeedsTwoReleases() {
    var tracker = PianoTracker(sourceCount: 1)
    tracker.play(.on(60, 80, channel: .number(1)))
    tracker.play(.on(60, 50, channel: .number(16)))
    tracker.play(.off(60, channel: .number(1)))
    #expect(tracker[60] == state(1, 50))
    tracker.play(.off(60, channel: .number(16)))
    #expect(tracker[60] == KeyState())
  }

  @Test func keyWithTwoNoteOnsNeedsTwoReleases() {
    var tracker = PianoTracker(sourceCount: 1)
    tracker.play(.on(60, 80))
    tracker.play(.on(60, 50))
    #expect(tracker[60] == state(2, 50))
    tracker.play(.off(60))
    // The released one is unknown.
    #expect(tracker[60] == state(1, 50))
    tracker.play(.off(60))
    #expect(tracker[60] == KeyState())
  }

  @Test func keyHeldByPedalIsSustained() {
    var tracker = PianoTracker(sourceCount: 1)
    let isChanged = tracker.play(.pedal(127))
    #expect(!isChanged)
    tracker.play(.on(60, 80))
    let isChangedAgain = tracker.play(.off(60))
    #expect(isChangedAgain)
    #expect(tracker[60] == state(0, 80, sustained: 1) && tracker[60].isSustained && !tracker[60].isPressed)
    #expect(tracker.activeKeys == [60])
    let isChangedAtLast = tracker.play(.pedal(0))
    #expect(isChangedAtLast)
    #expect(tracker[60] == KeyState())
  }

  @Test func retriggeredSustainedKeyIsDown() {
    var tracker = PianoTracker(sourceCount: 1)
    for message in [.pedal(127), .on(60, 80), .off(60), .on(60, 20)] as [Message] { tracker.play(message) }
    #expect(tracker[60] == state(1, 20))
  }

  @Test func velocityIsOfLastNoteOnAmongHolders() {
    var tracker = PianoTracker(sourceCount: 3)
    tracker.play(.on(60, 10), from: 0)
    tracker.play(.on(60, 20), from: 1)
    tracker.play(.on(60, 30), from: 2)
    #expect(tracker[60].velocity == 30)
    tracker.play(.off(60), from: 1)
    #expect(tracker[60].velocity == 30)
    tracker.play(.off(60), from: 2)
    #expect(tracker[60].velocity == 10)
  }

  @Test func sustainedNoteTintsOnlyReleasedKey() {
    var tracker = PianoTracker(sourceCount: 2)
    tracker.play(.on(60, 10), from: 0)
    tracker.play(.pedal(127), from: 1)
    tracker.play(.on(60, 90), from: 1)
    tracker.play(.off(60), from: 1)
    #expect(tracker[60] == state(1, 10, sustained: 1) && !tracker[60].isSustained)
    tracker.play(.off(60), from: 0)
    #expect(tracker[60] == state(0, 90, sustained: 1) && tracker[60].isSustained)
  }

  @Test func lastSustainedNoteTintsKey() {
    var tracker = PianoTracker(sourceCount: 2)
    for source in 0...1 { tracker.play(.pedal(127), from: source) }
    tracker.play(.on(60, 10), from: 0)
    tracker.play(.on(60, 20), from: 1)
    tracker.play(.off(60), from: 1)
    tracker.play(.off(60), from: 0)
    #expect(tracker[60] == state(0, 20, sustained: 2))
    tracker.play(.pedal(0), from: 1)
    #expect(tracker[60] == state(0, 10, sustained: 1))
  }

  @Test(arguments: [120, 123] as [Controller]) func allNotesOffReleasesKeysOfChannel(mode: Controller) {
    var tracker = PianoTracker(sourceCount: 1)
    for message in [.on(60, 80), .on(60, 81), .on(64, 80), .on(67, 80, channel: .number(2))] as [Message] {
      tracker.play(message)
    }
    let isChanged = tracker.play(.controlChange(channel: .number(1), controller: mode, value: 0))
    #expect(isChanged)
    #expect(tracker.activeKeys == [67])
    #expect(tracker[60] == KeyState())
  }

  @Test func systemResetReleasesKeysOfSource() {
    var tracker = PianoTracker(sourceCount: 2)
    tracker.play(.on(60, 80), from: 0)
    tracker.play(.on(62, 80), from: 1)
    let isChanged = tracker.play(.systemReset, from: 0)
    #expect(isChanged)
    #expect(tracker.activeKeys == [62])
  }

  @Test func invisibleMessageIsNotChange() {
    var tracker = PianoTracker(sourceCount: 1)
    tracker.play(.on(60, 80))
    for message in [
      .off(61), .pitchBend(channel: .number(1), value: 1),
      .polyPressure(channel: .number(1), note: 60, pressure: 9),
      .controlChange(channel: .number(1), controller: 7, value: 9), .timingClock,
    ] as [Message] {
      let isChanged = tracker.play(message)
      #expect(!isChanged, "\(message)")
    }
    #expect(tracker[60] == state(1, 80))
  }

  @Test func continuedHoldByOtherPedalIsNotChange() {
    var tracker = PianoTracker(sourceCount: 1)
    tracker.play(.on(60, 80))
    for pedal in [66, 64] as [Controller] {
      tracker.play(.controlChange(channel: .number(1), controller: pedal, value: 127))
    }
    tracker.play(.off(60))
    let isChanged = tracker.play(.pedal(0))
    #expect(!isChanged)
    #expect(tracker[60] == state(0, 80, sustained: 1))
  }

  /// The opacity of a pressed key in PianoUI.
  @Test func tintIsVelocityInHundredths() {
    for velocity in 0...127 {
      let state = state(1, UInt7(masking: UInt8(velocity)))
      #expect(state.tintHundredths == Int(Double(velocity) / 127 * 100))
    }
    #expect(state(1, 100).tintHundredths == 78)
    #expect(state(1, 127).tintHundredths == 100)
  }
}
