import MIDICore
import Testing

@testable import Timelines

/// The effects of changes on notes, curves, events, and times.
@Suite struct PassageApplicationTests {
  private func performance(_ messages: [(Int64, Message)]) -> Performance {
    Performance(Played.timeline(messages))
  }

  private func melody() -> Performance { performance(Compared.melody()) }

  private func onsets(_ performance: Performance) -> [Int64] {
    performance.notes.map { $0.onset.rawValue / 1_000_000 }
  }

  private func passage(_ start: Int64, _ end: Int64?) -> Passage {
    Passage(start: .milliseconds(start), end: end.map { .milliseconds($0) })
  }

  private func applied(_ effect: PassageEffect, _ passage: Passage, to performance: Performance)
    -> Performance
  {
    performance.applying([PassageChange(effect, of: passage)], beats: nil).performance
  }

  @Test func pitchesAndVelocitiesChangeInThePassage() {
    let changed = applied(.transposed(bySemitones: 2), passage(500, 1500), to: melody())
    #expect(changed.notes.map(\.number) == [60, 66, 69, 60])
    let softer = applied(.velocitiesShifted(by: -120), passage(500, nil), to: melody())
    #expect(softer.notes.map(\.velocity) == [100, 1, 1, 1])
  }

  @Test func silentNotesAreMissing() {
    let (changed, indices) = melody().applying([PassageChange(.missing, of: passage(500, 1000))], beats: nil)
    #expect(changed.notes.map(\.number) == [60, 67, 60])
    #expect(indices == [0, 2, 3])
  }

  @Test func lateNotesKeepTheirLengths() {
    let changed = applied(.late(by: .milliseconds(40)), passage(500, 1500), to: melody())
    #expect(onsets(changed) == [0, 540, 1040, 1500])
    #expect(changed.notes.allSatisfy { $0.duration == .milliseconds(250) })
  }

  @Test func durationsScale() {
    let changed = applied(.durationsScaled(toThousandths: 500), passage(0, 1000), to: melody())
    #expect(changed.notes.map(\.duration) == [125, 125, 250, 250].map { .milliseconds($0) })
    #expect(changed.notes.allSatisfy { $0.silence == $0.offset })
  }

  @Test func delayMovesEverythingAfterIt() {
    let changed = applied(.delayed(by: .milliseconds(300)), passage(1000, nil), to: melody())
    #expect(onsets(changed) == [0, 500, 1300, 1800])
    #expect(changed.end == melody().end + .milliseconds(300))
  }

  @Test func cutPassageIsMissing() {
    let changed = applied(.cut(), passage(500, 1000), to: melody())
    #expect(onsets(changed) == [0, 500, 1000])
    #expect(changed.notes.map(\.number) == [60, 67, 60])
  }

  @Test func stretchedNotesAreLonger() {
    let changed = applied(.stretched(byBillionths: 100_000_000), passage(500, 1000), to: melody())
    #expect(onsets(changed) == [0, 500, 1050, 1550])
    #expect(changed.notes[1].duration == .milliseconds(275))
  }

  @Test func pedalHoldsMovedNotes() {
    let pedal: [(Int64, Message)] = [(300, Played.control(64, 127)), (900, Played.control(64, 0))]
    let given = performance(Compared.note(60, 0) + pedal)
    #expect(given.notes[0].silence == .milliseconds(250))
    let late = applied(.late(by: .milliseconds(100)), passage(0, nil), to: given)
    #expect(late.notes[0].silence == .milliseconds(900))
  }

  @Test func restartedNoteEndsTheHeldNote() {
    let pedal: [(Int64, Message)] = [(100, Played.control(64, 127)), (1900, Played.control(64, 0))]
    let given = performance(Compared.note(60, 0) + Compared.note(60, 1000) + pedal)
    #expect(given.notes[0].silence == .milliseconds(1000))
    let late = applied(.late(by: .milliseconds(80)), passage(500, nil), to: given)
    #expect(late.notes.map(\.silence) == [.milliseconds(1080), .milliseconds(1900)])
  }

  @Test func longerNotesOverlap() {
    let given = performance(Compared.note(60, 0) + Compared.note(60, 300))
    let longer = applied(.durationsScaled(toThousandths: 2000), Passage(), to: given)
    #expect(longer.notes.map(\.overlapCount) == [0, 1])
  }

  /// Two tracks play one key, which the second one strikes while the first one holds it.
  @Test func shorterNotesOfTracksWithOnePortNoLongerOverlap() {
    let tracks = [(0, 1000), (500, 1500)].map { (start: Int64, end: Int64) in
      Recording.Track(
        name: "hand \(start)",
        messages: Compared.note(60, start, end).map {
          TimedMessage(time: .milliseconds($0.0), message: $0.1)
        })
    }
    let given = Performance(Recording(tracks: tracks))
    #expect(given.notes.map(\.overlapCount) == [0, 1])
    let changed = applied(.durationsScaled(toThousandths: 400), passage(0, nil), to: given)
    #expect(changed.notes.map(\.overlapCount) == [0, 0])
  }

  @Test func firstNoteOffEndsTheFirstNote() {
    let given = performance(Compared.note(60, 0, 400) + Compared.note(60, 500, 600))
    let early = applied(.late(by: .milliseconds(-350)), passage(500, nil), to: given)
    #expect(early.notes.map(\.offset) == [.milliseconds(250), .milliseconds(400)])
  }

  @Test func hangingNoteHasItsNewPitch() {
    let given = performance([(0, Played.on(60, 100))])
    let higher = applied(.transposed(bySemitones: 12), Passage(), to: given)
    #expect(higher.unended.map(\.change) == [.note(72, .hanging)])
    #expect(applied(.missing, Passage(), to: given).unended.isEmpty)
  }

  @Test func driftIsGradualAndEndsWithItsDelay() {
    // Four seconds that get 20 percent slower are 400 ms longer. Half of the time has a quarter of the delay.
    let effect = PassageEffect.drifted(fromBillionths: 0, toBillionths: 200_000_000, by: .milliseconds(400))
    let axis = ChangedAxis([PassageChange(effect, of: passage(1000, 5000))])
    let delays = [1000, 3000, 5000, 6000].map { (time: Int64) in
      axis.time(of: .milliseconds(time)).subtracting(.milliseconds(time))
    }
    #expect(delays == [.zero, .milliseconds(100), .milliseconds(400), .milliseconds(400)])
  }

  @Test(arguments: [
    PassageEffect.delayed(by: .milliseconds(300)), .delayed(by: .milliseconds(-300)), .cut(),
    .stretched(byBillionths: 70_000_000), .stretched(byBillionths: -70_000_000),
    .drifted(fromBillionths: 10_000_000, toBillionths: 90_000_000, by: .milliseconds(40)),
  ])
  func givenTimeIsTheInverse(effect: PassageEffect) {
    let axis = ChangedAxis([PassageChange(effect, of: passage(1000, 2000))])
    for milliseconds in stride(from: -200 as Int64, to: 5000, by: 37) {
      let time = Nanoseconds.milliseconds(milliseconds)
      let given = axis.givenTime(of: axis.time(of: time))
      #expect(axis.time(of: given) == axis.time(of: time))
      #expect(given <= time)
    }
  }
}
