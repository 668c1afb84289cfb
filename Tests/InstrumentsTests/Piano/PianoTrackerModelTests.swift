import Instruments
import MIDICore
import TestSupport
import Testing

@Suite struct PianoTrackerModelTests {
  private static let allKeys = (0...127).map { NoteNumber(masking: UInt8($0)) }

  /// Returns a message with few keys and channels, so that they interact.
  private func message(_ generator: inout SeededGenerator) -> Message {
    let channel = Channel(masking: .random(in: 0...2, using: &generator))
    let key = NoteNumber(masking: .random(in: 60...63, using: &generator))
    let velocity = UInt7(masking: .random(in: 0...127, using: &generator))
    switch Int.random(in: 0...19, using: &generator) {
    case 0...8: return .noteOn(channel: channel, note: key, velocity: velocity)
    case 9...15: return .noteOff(channel: channel, note: key, velocity: velocity)
    case 16...18: return .pedal(velocity, channel: channel)
    default:
      return .controlChange(
        channel: channel, controller: Bool.random(using: &generator) ? 120 : 123, value: 0)
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func trackerMatchesModel(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var tracker = PianoTracker(sourceCount: 3)
    var model = PianoModel()
    var time = Nanoseconds.zero
    for _ in 0..<100 {
      let message = message(&generator)
      let source = Int.random(in: 0...2, using: &generator)
      let before = tracker.keys
      let isChanged = tracker.apply(message, at: time, from: source)
      model.apply(message, from: source)
      time += .milliseconds(1)
      #expect(tracker.keys == Self.allKeys.map { model[$0] }, "after \(message)")
      #expect(isChanged == (tracker.keys != before))
      #expect(tracker.activeKeys == Self.allKeys.filter { tracker[$0] != KeyState() })
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func sourcesOfOnePortShowLikeOneSource(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var several = PianoTracker(sourceCount: 3, ports: [4, 4, 4])
    var one = PianoTracker(sourceCount: 1)
    for step in 0..<100 {
      let message = message(&generator)
      let time = Nanoseconds.milliseconds(step)
      _ = several.apply(message, at: time, from: Int.random(in: 0...2, using: &generator))
      _ = one.apply(message, at: time)
      let states = [several, one].map { tracker in
        tracker.keys.map { [$0.pressCount, $0.isSustained ? 1 : 0, $0.tintHundredths] }
      }
      #expect(states[0] == states[1], "after \(message)")
    }
  }
}
