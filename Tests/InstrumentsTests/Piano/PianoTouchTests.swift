import Instruments
import MIDICore
import TestSupport
import Testing

@Suite struct PianoTouchTests {
  private func on(_ key: NoteNumber, _ velocity: UInt7 = 100, channel: Channel = .number(1)) -> Message {
    .noteOn(channel: channel, note: key, velocity: velocity)
  }

  private func off(_ key: NoteNumber, channel: Channel = .number(1)) -> Message {
    .noteOff(channel: channel, note: key, velocity: 64)
  }

  @Test func repeatedPressIsOneNote() {
    var touch = PianoTouch()
    var sent: [Message] = []
    for _ in 0..<50 { sent += touch.move(1, to: 60) }
    for _ in 0..<3 { sent += touch.lift(1) }
    #expect(sent == [on(60), off(60)])
  }

  @Test func noteHasConfiguredVelocityAndChannel() {
    var touch = PianoTouch(channel: .number(10), velocity: 33)
    #expect(touch.move(1, to: 60) == [on(60, 33, channel: .number(10))])
  }

  @Test func noteEndsOnItsOriginalChannel() {
    var touch = PianoTouch(channel: .number(3))
    _ = touch.move(1, to: 60)
    touch.channel = .number(4)
    #expect(touch.lift(1) == [off(60, channel: .number(3))])
  }

  @Test func noteOnNeverHasVelocity0() {
    var touch = PianoTouch(velocity: 0)
    #expect(touch.move(1, to: 60) == [on(60, 1)])
  }

  @Test func draggingReleasesPreviousKey() {
    var touch = PianoTouch()
    _ = touch.move(1, to: 60)
    #expect(touch.move(1, to: 61) == [off(60), on(61)])
  }

  @Test func draggingOffKeysReleasesAndReturningPlays() {
    var touch = PianoTouch()
    _ = touch.move(1, to: 60)
    #expect(touch.move(1, to: nil) == [off(60)])
    #expect(touch.move(1, to: nil).isEmpty)
    #expect(touch.move(1, to: 60) == [on(60)])
  }

  @Test func keySoundsUntilLastPointerLeaves() {
    var touch = PianoTouch()
    #expect(touch.move(1, to: 60) == [on(60)])
    #expect(touch.move(2, to: 60).isEmpty)
    #expect(touch.lift(1).isEmpty)
    #expect(touch.move(2, to: 62) == [off(60), on(62)])
  }

  @Test func liftingAllPointersEndsAllNotes() {
    var touch = PianoTouch()
    for (pointer, key) in ([64, 60, 67, 60] as [NoteNumber]).enumerated() {
      _ = touch.move(pointer, to: key)
    }
    #expect(touch.liftAll() == [off(60), off(64), off(67)])
    #expect(touch.liftAll().isEmpty)
    #expect(touch.lift(0).isEmpty)
  }

  @Test func liftedPointersHoldNoKeys() {
    var touch = PianoTouch()
    for pointer in 0...1 { _ = touch.move(pointer, to: 60) }
    _ = touch.liftAll()
    #expect(touch.move(0, to: 60) == [on(60)])
    #expect(touch.lift(0) == [off(60)])
  }

  @Test func unknownPointerIsIgnored() {
    var touch = PianoTouch()
    #expect(touch.lift(7).isEmpty)
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func soundingKeysMatchPointers(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var touch = PianoTouch()
    var pointers: [Int: NoteNumber] = [:]
    var sounding: Set<NoteNumber> = []
    for _ in 0..<100 {
      let pointer = Int.random(in: 0...3, using: &generator)
      let key =
        Bool.random(using: &generator)
        ? NoteNumber(masking: .random(in: 60...63, using: &generator)) : nil
      pointers[pointer] = key
      for message in touch.move(pointer, to: key) {
        switch message {
        case .noteOn(.number(1), let note, 100): #expect(sounding.insert(note).inserted)
        case .noteOff(.number(1), let note, 64): #expect(sounding.remove(note) != nil)
        default: Issue.record("\(message) was sent")
        }
      }
      #expect(sounding == Set(pointers.values))
    }
  }
}
