import MIDICore
import TestSupport
import Testing
import Timelines

@Suite struct AlignmentTests {
  private func compare(_ expected: Recording, _ actual: Recording) -> Comparison {
    Comparison(expected: Performance(expected), actual: Performance(actual))
  }

  @Test(arguments: [12_345_678_000, -1_000, 250_000_000, 3_000_000] as [Int64])
  func takeThatStartsLaterIsEqual(shift: Int64) {
    let shift = Nanoseconds(rawValue: shift)
    let late = Nanoseconds.seconds(1)
    let comparison = compare(Score.recording(shift: late), Score.recording(shift: late + shift))
    #expect(comparison.alignment.shift == shift)
    #expect(comparison.differences.isEmpty)
    #expect(comparison.maxDeviation == .zero)
  }

  @Test func missingFirstNoteDoesNotShiftOthers() {
    let actual = Score.recording(shift: .seconds(3)) { index, on, off in
      if index == 0 { (on, off) = (nil, nil) }
    }
    let comparison = compare(Score.recording(), actual)
    #expect(comparison.alignment.shift == .seconds(3))
    #expect(comparison.kinds == [[.missing]])
  }

  @Test func lateNoteDoesNotShiftOthers() {
    let actual = Score.recording(shift: .seconds(3)) { index, on, off in
      if index == 0 { (on, off) = (Score.note(60, .milliseconds(100)), Score.end(60, .milliseconds(350))) }
    }
    let comparison = compare(Score.recording(), actual)
    #expect(comparison.alignment.shift == .seconds(3))
    #expect(comparison.noteChanges == [[.late(by: .milliseconds(100))]])
  }

  @Test func recordingsWithoutNotesAreAlignedByValues() {
    func pedals(_ shift: Int64) -> [(Int64, Message)] {
      [(shift, Played.control(64, 127)), (shift + 1000, Played.control(64, 0))]
    }
    let comparison = Compared.takes(pedals(0), pedals(70), aligns: true)
    #expect(comparison.alignment.shift == .milliseconds(70))
    #expect(comparison.differences.isEmpty)
  }

  @Test func shiftKeepsAsMuchAsPossibleWithinTolerance() {
    // Under the median of these delays, 4 ms, the last bend would be 9 ms early.
    let expected = Compared.melody() + [(600, Played.bend(9000))]
    let actual =
      Compared.melody([60], from: 3000) + Compared.melody([64], from: 3508)
      + Compared.melody([67], from: 4008)
      + Compared.melody([60], from: 4504) + [(3603, Played.bend(9000))]
    #expect(Compared.takes(expected, actual, aligns: true).differences.isEmpty)
  }

  @Test func takesThatMostlyAgreeExactlyAreNotShifted() {
    // A shift of 1 ms would keep the other ends within the tolerance.
    let actual = [60, 64, 67, 60].enumerated().flatMap { index, number in
      Compared.note(number, Int64(index) * 500, Int64(index) * 500 + 256)
    }
    let comparison = Compared.takes(Compared.melody(), actual, aligns: true)
    #expect(comparison.alignment == TakeAlignment())
    #expect(comparison.noteChanges == Array(repeating: [.tooLong(by: .milliseconds(6))], count: 4))
  }

  @Test func shiftOfFixedStartIsReportedOnce() {
    let comparison = Comparison(
      expected: Performance(Score.recording()),
      actual: Performance(Score.recording(shift: .milliseconds(20))),
      options: .init(alignsStart: false))
    #expect(comparison.differences == [.take(.shifted(by: .milliseconds(20)))])
    #expect(comparison.alignment.shift == .milliseconds(20))
  }

  @Test func twoLateNotesAreNotAShift() {
    let comparison = Compared.takes(
      Compared.melody([60, 62]), Compared.melody([60, 62], from: 30))
    #expect(comparison.kinds == [[.late], [.late]])
    #expect(comparison.alignment == TakeAlignment())
  }

  @Test func lateSecondHalfIsNotAShift() {
    let first = Compared.melody([60, 62, 64, 65])
    let second: [NoteNumber] = [67, 69, 71, 72]
    let comparison = Compared.takes(
      first + Compared.melody(second, from: 2000), first + Compared.melody(second, from: 2100))
    #expect(comparison.kinds == Array(repeating: [.late], count: 4))
  }

  /// Ten minutes of notes on a scale, 0.3 to 0.9 seconds apart.
  private func longTake(_ seed: UInt64) -> [Note] {
    var generator = SeededGenerator(seed: seed)
    var time = Nanoseconds.seconds(2)
    return (0..<1000).map { _ in
      time = time + .milliseconds(Int.random(in: 300...900, using: &generator))
      return Note(
        channel: .number(1), number: NoteNumber(masking: .random(in: 48...72, using: &generator)),
        velocity: 90,
        onset: time, offset: time + .milliseconds(200))
    }
  }

  private func take(_ notes: [Note]) -> Performance {
    Performance(sources: [""], notes: notes, end: notes.last?.silence ?? .zero)
  }

  private func moved(_ note: Note, _ move: (Nanoseconds) -> Nanoseconds) -> Note {
    var note = note
    note.onset = move(note.onset)
    note.offset = note.offset.map(move)
    note.silence = note.silence.map(move)
    return note
  }

  @Test(
    arguments: [(10_000_000, 0), (-10_000_000, 0), (50_000, 0), (-200_000, 5_000), (3_000_000, -700)]
      as [(Int64, Int64)], [true, false])
  func driftIsFoundFromTheStart(drift: (Int64, Int64), aligns: Bool) throws {
    let (billionths, shift) = drift
    let notes = longTake(7)
    let actual = notes.map {
      moved($0) { time in
        let stretch = Int64((Int128(time.rawValue) * Int128(billionths)) / 1_000_000_000)
        return time + Nanoseconds(rawValue: stretch) + .milliseconds(shift)
      }
    }
    let comparison = Comparison(
      expected: take(notes), actual: take(actual), options: .init(alignsStart: aligns))
    // Over ten minutes, a nanosecond is less than a billionth.
    #expect(abs(comparison.alignment.tempoDrift - billionths) <= 1)
    #expect((comparison.alignment.shift - .milliseconds(shift)).magnitude < .microseconds(2))
    let isShifted = !aligns && shift != 0
    #expect(comparison.kinds == (isShifted ? [[.shifted], [.stretched]] : [[.stretched]]))
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func deviationsWithinToleranceOfDriftAreNotReported(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let notes = Array(longTake(seed).prefix(200))
    let actual = notes.map {
      moved($0) { time in
        time + Nanoseconds(rawValue: time.rawValue / 100) + generator.delay(within: 5000)
      }
    }
    let comparison = Comparison(
      expected: take(notes), actual: take(actual.sorted { $0.onset < $1.onset }),
      options: .init(alignsStart: seed % 2 == 0))
    #expect(comparison.kinds == [[.stretched]])
    #expect(abs(comparison.alignment.tempoDrift - 10_000_000) < 50_000)
  }

  @Test func driftWithinToleranceIsNotReported() {
    let notes = longTake(8)
    // 5 millionths of ten minutes are 3 ms.
    let actual = notes.map { moved($0) { $0 + Nanoseconds(rawValue: $0.rawValue / 200_000) } }
    let comparison = Comparison(
      expected: take(notes), actual: take(actual), options: .init(alignsStart: false))
    #expect(comparison.differences.isEmpty)
    #expect(comparison.alignment.tempoDrift == 0)
  }

  @Test func mistakesAreMeasuredInAlignedTake() {
    let notes = longTake(9)
    var actual = notes.map { moved($0) { $0 + Nanoseconds(rawValue: $0.rawValue / 100) + .seconds(4) } }
    actual[500].velocity = 91
    actual[700] = moved(actual[700]) { $0 + .milliseconds(101) }
    actual.remove(at: 100)
    let comparison = Comparison(expected: take(notes), actual: take(actual))
    #expect(comparison.kinds == [[.stretched], [.missing], [.wrongVelocity], [.late]])
    guard case .late(let delay)? = comparison.noteChanges.last?.first else { return #expect(Bool(false)) }
    #expect((delay - .milliseconds(100)).magnitude < .microseconds(2))
  }

  @Test(arguments: [(800, 0, false), (1250, 0, false), (900, 2, false), (700, 2, true)])
  func factorOfAllVelocitiesIsReportedOnce(thousandths: Int, outliers: Int, roundsDown: Bool) {
    var generator = SeededGenerator(seed: 3)
    let notes = longTake(10).prefix(100).map { note in
      var note = note
      note.velocity = UInt7(masking: .random(in: 1...127, using: &generator))
      return note
    }
    var actual = notes
    for index in actual.indices {
      let scaled = (Int(notes[index].velocity.rawValue) * thousandths + (roundsDown ? 0 : 500)) / 1000
      actual[index].velocity = UInt7(clamping: max(1, scaled))
    }
    for index in 0..<outliers { actual[index].velocity = notes[index].velocity > 64 ? 1 : 127 }
    let comparison = Comparison(expected: take(notes), actual: take(actual))
    #expect(comparison.alignment.velocityScale == thousandths)
    #expect(comparison.alignment.roundsVelocitiesDown == roundsDown)
    #expect(comparison.kinds == [[.velocitiesScaled]] + Array(repeating: [.wrongVelocity], count: outliers))
  }

  /// 1.492 explains as many notes as 1.5, but that of 80 instead of that of 83.
  @Test func roundestOfEquallyGoodFactorsIsReported() {
    var notes = Array(longTake(10).prefix(30))
    for index in notes.indices { notes[index].velocity = UInt7(masking: UInt8(2 * index + 5)) }
    (notes[28].velocity, notes[29].velocity) = (80, 83)
    var actual = notes
    for index in actual.indices {
      actual[index].velocity = UInt7(masking: notes[index].velocity.rawValue * 3 / 2)
    }
    actual[29].velocity = 123
    let comparison = Comparison(expected: take(notes), actual: take(actual))
    #expect(comparison.alignment.velocityScale == 1500)
    #expect(comparison.kinds == [[.velocitiesScaled], [.wrongVelocity]])
  }

  @Test func notesOneBesideTheFactorAreReported() {
    let notes = (1...40).map { index in
      let onset = Nanoseconds.milliseconds(Int64(index) * 500)
      let offset = onset.adding(.milliseconds(400))
      return Note(
        channel: .number(1), number: 60, velocity: UInt7(clamping: index + 10), onset: onset, offset: offset,
        silence: offset)
    }
    var actual = notes
    for index in actual.indices {
      actual[index].velocity = UInt7(clamping: Int(notes[index].velocity.rawValue) * 2 + (index < 2 ? 1 : 0))
    }
    let comparison = Comparison(expected: take(notes), actual: take(actual))
    #expect(comparison.alignment.velocityScale == 2000)
    #expect(comparison.kinds == [[.velocitiesScaled], [.wrongVelocity], [.wrongVelocity]])
  }

  @Test func unrelatedVelocitiesHaveNoFactor() {
    var generator = SeededGenerator(seed: 4)
    let notes = Array(longTake(11).prefix(40))
    var actual = notes
    for index in actual.indices {
      actual[index].velocity = .init(masking: .random(in: 1...89, using: &generator))
    }
    let comparison = Comparison(expected: take(notes), actual: take(actual))
    #expect(comparison.alignment.velocityScale == 1000)
    #expect(comparison.kinds == Array(repeating: [.wrongVelocity], count: 40))
  }

  @Test func threeChangedVelocitiesHaveNoFactor() {
    let expected = Compared.melody([60, 62, 64])
    let actual = expected.map { time, message -> (Int64, Message) in
      if case .noteOn(let channel, let note, _) = message {
        return (time, .noteOn(channel: channel, note: note, velocity: 50))
      }
      return (time, message)
    }
    #expect(Compared.takes(expected, actual).kinds == Array(repeating: [.wrongVelocity], count: 3))
  }
}
