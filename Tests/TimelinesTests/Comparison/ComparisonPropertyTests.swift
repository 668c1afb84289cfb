import MIDICore
import TestSupport
import Testing
import Timelines

/// Properties of comparisons of arbitrary takes.
@Suite struct ComparisonPropertyTests {
  private func random(_ seed: UInt64, _ count: Int = 400) -> Timeline {
    var generator = SeededGenerator(seed: seed)
    return Timeline(Recording.random(count, sources: 2, &generator))
  }

  @Test(arguments: 0..<(TestEnvironment.isFull ? 30 : 8) as Range<UInt64>, [true, false])
  func takeEqualsItselfWithoutShift(seed: UInt64, aligns: Bool) {
    let take = Performance(random(seed))
    let strict = Comparison.Options(
      onsetTolerance: .zero, offsetTolerance: .zero, alignsStart: aligns)
    let comparison = Comparison(expected: take, actual: take, options: strict)
    #expect(comparison.differences.isEmpty)
    #expect(comparison.alignment == TakeAlignment())
  }

  @Test(arguments: 0..<(TestEnvironment.isFull ? 20 : 6) as Range<UInt64>)
  func sidesAreSymmetric(seed: UInt64) {
    let (one, two) = (Performance(random(seed)), Performance(random(seed + 100)))
    let options = Comparison.Options(alignsStart: false, findsPassages: false)
    let forth = Comparison(expected: one, actual: two, options: options)
    let back = Comparison(expected: two, actual: one, options: options)
    func counts(_ comparison: Comparison) -> (missing: Int, extra: Int, pairs: Int) {
      let changes = comparison.noteChanges
      return (
        changes.count { $0 == [.missing] }, changes.count { $0 == [.extra] || $0 == [.retriggered] },
        comparison.pairs.count
      )
    }
    #expect(counts(forth).missing == counts(back).extra)
    #expect(counts(forth).extra == counts(back).missing)
    #expect(counts(forth).pairs == counts(back).pairs)
    #expect(forth.alignment.shift == .zero)
  }

  @Test(arguments: 0..<(TestEnvironment.isFull ? 20 : 6) as Range<UInt64>)
  func earlyOnOneSideIsLateOnTheOther(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // At least a second apart, so that each note is paired separately.
    let numbers: [NoteNumber] = (0..<30).map { _ in
      NoteNumber(masking: .random(in: 40...90, using: &generator))
    }
    func take(_ delays: [Int64]) -> Performance {
      Performance(
        sources: [""],
        notes: zip(numbers, delays).enumerated().map { index, note in
          let onset = Nanoseconds.milliseconds(Int64(index) * 2500 + note.1)
          return Note(
            channel: .number(1), number: note.0, velocity: 9, onset: onset, offset: onset + .milliseconds(100)
          )
        }, end: .seconds(100))
    }
    let delays = numbers.map { _ in Int64.random(in: -400...400, using: &generator) }
    let (even, uneven) = (take(numbers.map { _ in 0 }), take(delays))
    let options = Comparison.Options(alignsStart: false, findsPassages: false)
    let forth = Comparison(expected: even, actual: uneven, options: options).noteChanges
    let back = Comparison(expected: uneven, actual: even, options: options).noteChanges
    let mirrored = back.map { changes in
      changes.map { change -> NoteChange in
        switch change {
        case .early(let span): .late(by: span)
        case .late(let span): .early(by: span)
        default: change
        }
      }
    }
    #expect(forth == mirrored)
    #expect(forth.count == delays.count { abs($0) > 5 })
  }

  @Test(arguments: 0..<(TestEnvironment.isFull ? 20 : 6) as Range<UInt64>)
  func comparisonIsDeterministic(seed: UInt64) {
    let (one, two) = (Performance(random(seed)), Performance(random(seed + 1)))
    let first = Comparison(expected: one, actual: two)
    let second = Comparison(expected: one, actual: two)
    #expect(first.differences == second.differences)
    #expect(first.alignment == second.alignment)
  }

  /// A melody with chords, pedal, bends, pressure, and events, at least 40 ms apart on each channel.
  private func piece(_ seed: UInt64) -> [(time: Int64, message: Message)] {
    var generator = SeededGenerator(seed: seed)
    var messages: [(time: Int64, message: Message)] = []
    var time: Int64 = 500_000
    for index in 0..<80 {
      time += .random(in: 200...700, using: &generator) * 1000
      let number = NoteNumber(masking: .random(in: 50...70, using: &generator))
      messages.append((time, Played.on(number, UInt7(masking: .random(in: 1...127, using: &generator)))))
      messages.append(
        (time + 100_000, Played.bend(UInt14(masking: .random(in: 0...16383, using: &generator)))))
      messages.append((time + 160_000, Played.off(number)))
      switch index % 5 {
      case 0: messages.append((time + 50_000, Played.control(64, 127)))
      case 3: messages.append((time + 50_000, Played.control(64, 0)))
      case 4: messages.append((time + 50_000, Played.control(1, UInt7(masking: UInt8(index)))))
      default: messages.append((time + 50_000, .songSelect(UInt7(masking: UInt8(index)))))
      }
    }
    return messages
  }

  private func take(_ messages: [(time: Int64, message: Message)]) -> Performance {
    let ordered = messages.sorted { $0.time < $1.time }
    return Performance(
      Recording(tracks: [
        .init(
          messages: ordered.map { TimedMessage(time: .microseconds($0.time), message: $0.message) },
          end: .seconds(90))
      ]))
  }

  @Test(
    arguments: 0..<(TestEnvironment.isFull ? 60 : 12) as Range<UInt64>, [0, 3_000_000, -400_000] as [Int64])
  func deviationsWithinTolerancesAreNotReported(seed: UInt64, shift: Int64) {
    var generator = SeededGenerator(seed: seed + 1000)
    let expected = piece(seed)
    let actual = expected.map { time, message -> (time: Int64, message: Message) in
      let time = time + shift + .random(in: -5000...5000, using: &generator)
      switch message {
      case .noteOn(let channel, let note, let velocity):
        let played = Int(velocity.rawValue) + .random(in: -4...4, using: &generator)
        return (time, .noteOn(channel: channel, note: note, velocity: UInt7(clamping: max(1, played))))
      case .pitchBend(let channel, let value):
        let played = Int(value.rawValue) + .random(in: -256...256, using: &generator)
        return (time, .pitchBend(channel: channel, value: UInt14(clamping: max(0, played))))
      default: return (time, message)
      }
    }
    let comparison = Comparison(
      expected: take(expected), actual: take(actual),
      options: .init(velocityTolerance: 4, valueTolerance: 2, alignsStart: shift != 0 || seed % 2 == 0))
    #expect(comparison.differences.isEmpty, "\(comparison.differences)")
    #expect((comparison.alignment.shift - .microseconds(shift)).magnitude < .milliseconds(5))
  }

  @Test func anyTimesAndValuesAreCompared() {
    var generator = SeededGenerator(seed: 77)
    func time() -> Nanoseconds {
      let edges: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
      return Nanoseconds(
        rawValue: Bool.random(using: &generator)
          ? edges.randomElement(using: &generator) ?? 0 : .random(in: .min ... .max, using: &generator))
    }
    func take() -> Performance {
      let notes = (0..<8).map { _ in
        Note(
          channel: .number(1), number: .random(in: 60...61, &generator), velocity: 1, onset: time(),
          offset: Bool.random(using: &generator) ? time() : nil,
          silence: Bool.random(using: &generator) ? time() : nil)
      }
      return Performance(
        sources: ["A"], notes: notes.sorted { $0.onset < $1.onset },
        events: [.init(time: time(), source: 0, channel: nil, change: .system(.start))], end: time())
    }
    for _ in 0..<(TestEnvironment.isFull ? 3000 : 300) {
      let (one, two) = (take(), take())
      let options = Comparison.Options(
        onsetTolerance: time(), offsetTolerance: time(), offsetRatio: Ratio(1, over: 3),
        velocityTolerance: .max, valueTolerance: .max, alignsStart: .random(using: &generator))
      let comparison = Comparison(expected: one, actual: two, options: options)
      #expect(comparison.pairs.count <= 8)
    }
  }
}

extension NoteNumber {
  fileprivate static func random(in range: ClosedRange<UInt8>, _ generator: inout SeededGenerator)
    -> NoteNumber
  {
    NoteNumber(masking: .random(in: range, using: &generator))
  }
}
