import MIDICore
import TestSupport
import Testing
import Timelines

/// Changes of a whole take, by examples. `TakeMutationTests` combines them with other changes.
@Suite struct TakeChangeTests {
  private typealias Notes = [(Int64, Message)]

  /// Two bars of a melody on one channel.
  private static let tune: [NoteNumber] = [60, 62, 64, 67, 65, 64, 62, 60]

  private func takeChanges(_ comparison: Comparison) -> [TakeChange] {
    comparison.differences.compactMap { if case .take(let change) = $0 { change } else { nil } }
  }

  private func tune(
    _ semitones: Int = 0, channel: Channel = .number(1), velocity: UInt7 = 100,
    at times: (Int64) -> Int64 = { $0 }
  ) -> Notes {
    Self.tune.enumerated().flatMap { index, number in
      let onset = times(Int64(index * index * 40 + index * 300))
      return Compared.note(
        NoteNumber(clamping: Int(number.rawValue) + semitones), onset, onset + 150, velocity: velocity,
        channel: channel)
    }
  }

  /// A drum on channel 10.
  private let drum: Notes = (0..<8).flatMap { Compared.note(36, $0 * 310, channel: .number(10)) }

  @Test(arguments: [-24, -12, -1, 1, 7, 12, 40])
  func transpositionOfAllNotesIsReportedOnce(semitones: Int) {
    let comparison = Compared.takes(tune(), tune(semitones))
    #expect(comparison.differences == [.take(.transposed(bySemitones: semitones, part: TakePart()))])
    #expect(comparison.pairs.count == 8)
    #expect(comparison.given.notes[0].number == 60)
    #expect(Int(comparison.expected.notes[0].number.rawValue) == 60 + semitones)
  }

  @Test func transpositionOfChordsInOctavesIsReportedOnce() {
    func chords(_ semitones: Int) -> Notes {
      var notes: Notes = []
      for chord in 0..<6 {
        for octave in 3...6 {
          let number = NoteNumber(clamping: octave * 12 + chord % 3 * 2 + semitones)
          notes += Compared.note(number, Int64(chord) * 400)
        }
      }
      return notes
    }
    #expect(
      Compared.takes(chords(0), chords(12)).differences
        == [.take(.transposed(bySemitones: 12, part: TakePart()))])
  }

  @Test func transpositionWithoutDrumsNamesItsChannel() {
    #expect(
      Compared.takes(tune() + drum, tune(2) + drum).differences
        == [.take(.transposed(bySemitones: 2, part: TakePart(channels: [.number(1)])))])
  }

  @Test func channelsCanHaveDifferentTranspositions() {
    let comparison = Compared.takes(
      tune() + tune(-20, channel: .number(2)), tune(12) + tune(-8, channel: .number(2)))
    #expect(comparison.differences == [.take(.transposed(bySemitones: 12, part: TakePart()))])
    let other = Compared.takes(
      tune() + tune(-20, channel: .number(2)), tune(12) + tune(-21, channel: .number(2)))
    #expect(
      other.differences == [
        .take(.transposed(bySemitones: 12, part: TakePart(channels: [.number(1)]))),
        .take(.transposed(bySemitones: -1, part: TakePart(channels: [.number(2)]))),
      ])
  }

  /// Member channels of the lower zone have few notes each.
  @Test func transpositionOfOneZoneIsFound() {
    let zones: Notes = [(0, Played.control(101, 0)), (0, Played.control(100, 6)), (0, Played.control(6, 7))]
    func lower(_ semitones: Int) -> Notes {
      var notes: Notes = []
      for index in 0..<14 {
        let number = NoteNumber(clamping: 50 + index * 5 % 13 + semitones)
        notes += Compared.note(
          number, Int64(index * index * 20 + index * 250), channel: Channel(masking: UInt8(1 + index % 7)))
      }
      return notes
    }
    let upper = tune(channel: .number(15))
    let comparison = Compared.takes(zones + lower(0) + upper, zones + lower(-12) + upper)
    let channels = (1...7).map { Channel(masking: $0) }
    #expect(
      comparison.differences == [.take(.transposed(bySemitones: -12, part: TakePart(channels: channels)))])
  }

  @Test func otherChannelIsReportedOnce() {
    #expect(
      Compared.takes(tune() + drum, tune(channel: .number(5)) + drum).differences
        == [.take(.channelChanged(from: .number(1), to: .number(5), source: nil))])
  }

  @Test func controllersMoveWithTheirChannel() {
    let bends: Notes = (0..<6).map { ($0 * 100 + 20, Played.bend(UInt14(clamping: 9000 + $0))) }
    let moved: Notes = bends.map { time, message in
      guard case .pitchBend(_, let value) = message else { return (time, message) }
      return (time, .pitchBend(channel: .number(5), value: value))
    }
    #expect(
      Compared.takes(tune() + bends, tune(channel: .number(5)) + moved).differences
        == [.take(.channelChanged(from: .number(1), to: .number(5), source: nil))])
  }

  @Test func controllersOfATrackWithoutNotesMoveWithTheNotes() {
    func take(_ channel: Channel) -> Performance {
      let controllers: [Controller] = [1, 7, 64]
      let values: Notes = (0..<18).map { (index: Int64) in
        let value = UInt7(clamping: 10 + Int(index) * 5)
        return (
          index * 90 + 20,
          .controlChange(
            channel: channel, controller: controllers[Int(index) % 3], value: value)
        )
      }
      return Compared.performance([("Notes", tune(channel: channel)), ("Pedals", values)])
    }
    let comparison = Comparison(expected: take(.number(1)), actual: take(.number(5)))
    #expect(comparison.differences == [.take(.channelChanged(from: .number(1), to: .number(5), source: nil))])
  }

  @Test(arguments: [-30, -10, 10, 20])
  func offsetOfVelocitiesIsReportedOnce(offset: Int) {
    func scale(_ offset: Int) -> Notes {
      (0..<8).flatMap { Compared.note(60, $0 * 300, velocity: UInt7(clamping: 40 + 8 * Int($0) + offset)) }
    }
    #expect(Compared.takes(scale(0), scale(offset)).differences == [.take(.velocitiesShifted(by: offset))])
  }

  @Test(arguments: [(2, 1), (1, 2), (5, 4), (1, 4), (4, 1)] as [(Int64, Int64)])
  func misreadTempoIsReportedOnce(times: Int64, divisor: Int64) {
    let comparison = Compared.takes(
      tune(at: { $0 * 4 }) + tune(7, at: { 12_000 + $0 * 4 }),
      tune(at: { $0 * 4 * times / divisor }) + tune(7, at: { (12_000 + $0 * 4) * times / divisor })
    ) { $0.offsetTolerance = .seconds(10) }
    let billionths = (times * 1_000_000_000) / divisor - 1_000_000_000
    #expect(comparison.differences == [.take(.stretched(byBillionths: billionths))])
  }

  @Test func renumberedControllerIsReportedOnce() {
    func sweep(_ controller: Controller) -> Notes {
      (0..<6).map {
        (
          $0 * 100,
          .controlChange(channel: .number(1), controller: controller, value: UInt7(clamping: $0 * 9))
        )
      }
    }
    #expect(
      Compared.takes(tune() + sweep(1), tune() + sweep(11)).differences
        == [.take(.controllerChanged(from: .controller(1), to: .controller(11), part: TakePart()))])
  }

  @Test func missingSourceIsReportedOnce() {
    let keys = (name: "Keys", notes: tune())
    let comparison = Comparison(
      expected: Compared.performance([keys, ("Pads", tune(-12, channel: .number(4)))]),
      actual: Compared.performance([keys]))
    #expect(comparison.differences == [.take(.sourceMissing(1))])
  }

  @Test func sourceWithValuesOnlyLacksItsNotes() {
    let keys = (name: "Keys", notes: Compared.melody())
    let volume = [(Int64(0), Played.control(7, 79, channel: .number(4)))]
    let notes = [48, 52, 55, 48, 50].enumerated().flatMap {
      Compared.note($1, Int64($0) * 500, channel: .number(4))
    }
    let comparison = Comparison(
      expected: Compared.performance([keys, ("Pads", volume + notes)]),
      actual: Compared.performance([keys, ("Pads", volume)]))
    #expect(comparison.differences.map(comparison.description) == ["Pads: 5 notes missing"])
  }

  @Test func doubledSourceIsReportedOnce() {
    let keys = (name: "Keys", notes: tune())
    let inItself = Compared.performance([("Keys", tune().flatMap { [$0, $0] })])
    #expect(
      Comparison(expected: Compared.performance([keys]), actual: inItself).differences
        == [.take(.sourceDoubled(0, copy: nil))])
    let inAnother = Compared.performance([keys, ("Copy", tune())])
    #expect(
      Comparison(expected: Compared.performance([keys]), actual: inAnother).differences
        == [.take(.sourceDoubled(0, copy: "Copy"))])
  }

  /// With fewer notes, each is reported.
  @Test func threeNotesAreNoTake() {
    let comparison = Compared.takes(Compared.melody([60, 64, 67]), Compared.melody([62, 66, 69]))
    #expect(comparison.noteChanges == Array(repeating: [.wrongPitch(semitones: 2)], count: 3))
  }

  /// One note more or less doesn't make a transposition appear or vanish.
  @Test(arguments: 0..<8)
  func changedNoteStaysVisible(index: Int) {
    var actual = tune(3)
    actual[2 * index].1 = Played.on(100)
    actual[2 * index + 1].1 = Played.off(100)
    let comparison = Compared.takes(tune(), actual)
    #expect(takeChanges(comparison) == [.transposed(bySemitones: 3, part: TakePart())])
    #expect(comparison.noteChanges.count == 1)
  }

  @Test func minorityOfTransposedNotesIsReportedNoteByNote() {
    let low = (0..<4).flatMap { Compared.note(48, 4000 + $0 * 300) }
    let high = (0..<4).flatMap { Compared.note(49, 4000 + $0 * 300) }
    let comparison = Compared.takes(
      tune() + tune(4, at: { $0 + 9000 }) + low, tune() + tune(4, at: { $0 + 9000 }) + high)
    #expect(takeChanges(comparison).isEmpty)
    #expect(comparison.noteChanges == Array(repeating: [.wrongPitch(semitones: 1)], count: 4))
  }

  @Test func changesOfAWholeTakeAreAcceptedAsAWhole() {
    let (expected, actual) = (Played.timeline(tune()), Played.timeline(tune(1)))
    let comparison = Comparison(expected: Performance(expected), actual: Performance(actual))
    #expect(comparison.mergedTimeline(expected: expected, actual: actual) == actual)
  }
}

/// A take that starts at a different place stays aligned, whatever else changes.
@Suite struct RobustAlignmentTests {
  private static let notes: [(Int64, Message)] = (0..<40).flatMap { (index: Int) -> [(Int64, Message)] in
    let onset = Int64(index * 170 + index % 5 * 13)
    return Compared.note(NoteNumber(clamping: 48 + index * 7 % 25), onset, onset + 100)
  }

  private func compare(_ actual: [(Int64, Message)], semitones: Int) -> Comparison {
    let actual = actual.map { time, message in
      switch message {
      case .noteOn(let channel, let note, let velocity):
        (time, Message.noteOn(channel: channel, note: note.up(semitones), velocity: velocity))
      case .noteOff(let channel, let note, let velocity):
        (time, Message.noteOff(channel: channel, note: note.up(semitones), velocity: velocity))
      default: (time, message)
      }
    }
    return Compared.takes(Self.notes, actual, aligns: true)
  }

  @Test(arguments: [0, 5])
  func missingFirstNotesAreReported(semitones: Int) {
    let comparison = compare(Array(Self.notes.dropFirst(6)), semitones: semitones)
    #expect(comparison.noteChanges == Array(repeating: [.missing], count: 3))
    #expect(comparison.alignment.shift == .zero)
  }

  @Test(arguments: [0, 5])
  func addedFirstNoteIsReported(semitones: Int) {
    let comparison = compare(
      Compared.note(90, 0, 50) + Self.notes.map { ($0.0 + 700, $0.1) }, semitones: semitones)
    #expect(comparison.noteChanges == [[.extra]])
    #expect(comparison.alignment.shift == .milliseconds(700))
  }

  @Test(arguments: [0, 5], [0, 1])
  func missingHalfIsReportedOnce(semitones: Int, half: Int) {
    let kept = half == 0 ? Self.notes.prefix(40) : Self.notes.suffix(40)
    let comparison = compare(Array(kept), semitones: semitones)
    #expect(comparison.passages.map(\.noteCount) == [20])
    #expect(comparison.noteChanges.isEmpty)
    #expect(comparison.alignment.shift == .zero)
  }

  @Test(arguments: [0, 5])
  func jitterWithinToleranceIsNoDifference(semitones: Int) {
    let actual = Self.notes.enumerated().map { index, message in
      (message.0 + Int64(index / 2 % 2) * 5, message.1)
    }
    let comparison = compare(actual, semitones: semitones)
    #expect(comparison.noteChanges.isEmpty)
  }
}

extension NoteNumber {
  fileprivate func up(_ semitones: Int) -> NoteNumber { NoteNumber(clamping: Int(rawValue) + semitones) }
}
