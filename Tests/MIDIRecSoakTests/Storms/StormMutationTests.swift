import MIDICore
import MIDIRecSoak
import Testing

struct StormMutationTests {
  /// A melody of eighty notes, a pedal that ends, and a key and a bend that are still held at the end.
  static let take = Recording(tracks: [
    Recording.Track(
      name: "Piano",
      messages: [
        TimedMessage(time: .zero, message: .noteOn(channel: .number(1), note: 30, velocity: 80)),
        TimedMessage(time: .zero, message: .pitchBend(channel: .number(1), value: 9000)),
        TimedMessage(
          time: .zero, message: .controlChange(channel: .number(1), controller: .sustain, value: 127)),
      ]
        + (0..<80).flatMap { place in
          let note = NoteNumber(masking: UInt8(40 + place * 7 % 48))
          return [
            TimedMessage(
              time: .milliseconds(place * 100),
              message: .noteOn(channel: .number(1), note: note, velocity: 80)),
            TimedMessage(
              time: .milliseconds(place * 100 + 90),
              message: .noteOff(channel: .number(1), note: note, velocity: 64)),
          ]
        } + [
          TimedMessage(
            time: .seconds(9), message: .controlChange(channel: .number(1), controller: .sustain, value: 0))
        ])
  ])

  @Test func seedsMakeSameMutationsAsEver() {
    let digest = (0..<1000 as Range<UInt64>).reduce(0 as UInt64) { digest, seed in
      digest &* 31 &+ StormMutation.mutated(Storm(seed: seed).recording, seed: seed).digest
    }
    #expect(digest == 10_319_080_528_432_188_228)
  }

  @Test func seedsMakeDifferentMutations() {
    let takes = (0..<1000 as Range<UInt64>).map { StormMutation.mutated(Self.take, seed: $0) }
    #expect(Set(takes).count > 900)
    #expect(takes.count { $0 == Self.take } < 40)
    #expect(StormMutation.mutated(Self.take, seed: 7) == takes[7])
  }

  @Test func mutatedTakeHoldsWhatTakeHolds() {
    for seed in 0..<2000 as Range<UInt64> {
      let mutated = StormMutation.mutated(Self.take, seed: seed)
      #expect(mutated.messages.releasesAfterPanics == Self.take.messages.releasesAfterPanics, "seed \(seed)")
      #expect(mutated.isSorted, "seed \(seed)")
    }
  }

  @Test func mutatedTakeKeepsPairs() {
    for seed in 0..<2000 as Range<UInt64> {
      let mutated = StormMutation.mutated(Self.take, seed: seed)
      #expect(mutated.strayNoteOffCount == 0, "seed \(seed)")
    }
  }

  @Test func mutatedStormIsReleased() {
    for seed in 0..<2000 as Range<UInt64> {
      let storm = Storm(seed: seed).recording
      let mutated = StormMutation.mutated(storm, seed: seed)
      #expect(mutated.messages.releasesAfterPanics == [], "seed \(seed)")
      #expect(mutated.tracks.map(\.name) == storm.tracks.map(\.name))
    }
  }

  /// The pedal of the last track goes down at the end of the take, and can lose its release.
  @Test func releaseComesAfterSimultaneousMessages() {
    let pedal = ([127, 0] as [UInt7]).map { value in
      TimedMessage(
        time: .seconds(1),
        message: .controlChange(channel: .number(1), controller: .sustain, value: value))
    }
    let take = Recording(tracks: [Recording.Track(), Recording.Track(messages: pedal)])
    for seed in 0..<300 as Range<UInt64> {
      let mutated = StormMutation.mutated(take, seed: seed)
      #expect(mutated.messages.releasesAfterPanics == [], "seed \(seed)")
    }
  }

  @Test func longTakeIsCutToPassageOfWholeNotes() {
    let settings = StormSettings(messageCount: 20)
    for seed in 0..<500 as Range<UInt64> {
      let mutated = StormMutation.mutated(Self.take, seed: seed, settings)
      #expect(mutated.messages.count < 300, "seed \(seed)")
      #expect(mutated.strayNoteOffCount == 0, "seed \(seed)")
      #expect(
        Set(mutated.messages.releasesAfterPanics).isSubset(of: Self.take.messages.releasesAfterPanics),
        "seed \(seed)")
    }
    let counts = (0..<500 as Range<UInt64>).map {
      StormMutation.mutated(Self.take, seed: $0, settings).messages.count
    }
    #expect(15...40 ~= counts.reduce(0, +) / counts.count)
  }

  @Test func emptyTakeCanGetPiecesOfStorms() {
    let takes = (0..<200 as Range<UInt64>).map { StormMutation.mutated(Recording(), seed: $0) }
    #expect(takes.allSatisfy { $0.messages.releasesAfterPanics.isEmpty })
    #expect(takes.contains { !$0.messages.isEmpty })
  }
}
