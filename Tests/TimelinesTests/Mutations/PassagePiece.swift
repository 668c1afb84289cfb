import MIDICore
import TestSupport
import Timelines

/// A generated piece with two hands, whose passages can be changed.
struct PassagePiece {
  /// A note of a piece.
  struct Item {
    var onset: Nanoseconds
    var length: Nanoseconds
    var number: Int
    var velocity: Int
    var isLeft: Bool
  }

  /// The notes in order of time.
  var items: [Item] = []
  /// The movements of the sustain pedal.
  var pedals: [(time: Nanoseconds, isDown: Bool)] = []
  /// Whether the left hand has the channel 2. Otherwise, both hands have the channel 1.
  let hasTwoChannels: Bool
  /// Whether the times and velocities are those of a person. Otherwise, notes are on a grid.
  let isHuman: Bool
  /// The number of bars.
  let barCount: Int
  /// The number of quarter notes of a bar, doubled.
  let eighthsPerBar: Int
  /// The length of a quarter note.
  let quarter: Nanoseconds
  let beats: BeatGrid

  /// Generates a piece.
  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    eighthsPerBar = [8, 8, 6, 6].randomElement(using: &generator) ?? 8
    let microseconds = UInt32(60_000_000 / Int.random(in: 60...180, using: &generator))
    quarter = .microseconds(microseconds)
    barCount = Int.random(in: 8...32, using: &generator)
    hasTwoChannels = Bool.random(using: &generator)
    isHuman = Bool.random(using: &generator)
    beats = BeatGrid(
      tempoMap: TempoMap(division: .ticksPerQuarter(480), tempos: [(.zero, microseconds)]),
      ticksPerQuarter: 480,
      meters: [BeatGrid.Meter(start: .zero, lengthOfBar: UInt64(240 * eighthsPerBar), unit: 1)])
    generate(&generator)
  }

  private mutating func generate(_ generator: inout SeededGenerator) {
    let scale = [0, 2, 4, 5, 7, 9, 11]
    let key = Int.random(in: 57...67, using: &generator)
    var degree = 4
    var rhythms: [[Int]] = []
    for _ in 0..<4 {
      // Lengths in sixteenth notes.
      var (rhythm, left) = ([Int](), eighthsPerBar * 2)
      while left > 0 {
        let length = min(left, [1, 2, 2, 2, 3, 4, 4, 6].randomElement(using: &generator) ?? 2)
        rhythm.append(length)
        left -= length
      }
      rhythms.append(rhythm)
    }
    let breaksChords = Bool.random(using: &generator)
    let sixteenth = quarter / 4
    var phrase: [(rhythm: [Int], degrees: [Int])] = []
    for bar in 0..<barCount {
      let start = sixteenth * (bar * eighthsPerBar * 2)
      if bar >= 4, bar % 4 != 3, Int.random(in: 0..<4, using: &generator) == 0 {
        phrase.append(phrase[bar - 4])
      } else {
        let rhythm = rhythms.randomElement(using: &generator) ?? [4]
        let degrees = rhythm.map { _ in
          degree = min(max(degree + Int.random(in: -3...3, using: &generator), 0), 14)
          return degree
        }
        phrase.append((rhythm, degrees))
      }
      var time = start
      for (length, degree) in zip(phrase[bar].rhythm, phrase[bar].degrees) {
        let isRest = Int.random(in: 0..<10, using: &generator) == 0
        if !isRest {
          add(time, sixteenth * length, key + 12 * (degree / 7) + scale[degree % 7], false, &generator)
        }
        time += sixteenth * length
      }
      let root = [0, 3, 4, 5].randomElement(using: &generator) ?? 0
      let chord = [0, 2, 4].map { key - 24 + 12 * ((root + $0) / 7) + scale[(root + $0) % 7] }
      if breaksChords {
        for eighth in 0..<eighthsPerBar {
          add(start + quarter * eighth / 2, quarter / 2, chord[eighth % 3], true, &generator)
        }
      } else {
        for half in 0..<2 {
          for number in chord {
            add(
              start + sixteenth * (half * eighthsPerBar), sixteenth * (eighthsPerBar - 1), number, true,
              &generator)
          }
        }
      }
      if isHuman, breaksChords {
        pedals.append((start + .milliseconds(20), true))
        pedals.append((start + sixteenth * (eighthsPerBar * 2) - .milliseconds(60), false))
      }
    }
    items.sort { $0.onset < $1.onset }
  }

  private mutating func add(
    _ time: Nanoseconds, _ length: Nanoseconds, _ number: Int, _ isLeft: Bool,
    _ generator: inout SeededGenerator
  ) {
    let jitter = isHuman ? Int64.random(in: -8000...8000, using: &generator) : 0
    let velocity = isHuman ? Int.random(in: 40...100, using: &generator) : isLeft ? 64 : 80
    items.append(
      Item(
        onset: max(.zero, time + .microseconds(jitter)), length: length * 9 / 10, number: number,
        velocity: velocity, isLeft: isLeft))
  }

  /// The length of a bar.
  var bar: Nanoseconds { quarter * eighthsPerBar / 2 }

  /// The end of the last bar.
  var end: Nanoseconds { bar * barCount }

  /// The piece as it is recorded.
  var performance: Performance {
    var timed: [(time: Nanoseconds, order: Int, message: Message)] = []
    for item in items {
      let channel: Channel = item.isLeft && hasTwoChannels ? 1 : 0
      let number = NoteNumber(clamping: item.number)
      timed.append(
        (item.onset, 2, .noteOn(channel: channel, note: number, velocity: UInt7(clamping: max(1, item.velocity)))))
      timed.append(
        (item.onset + max(item.length, .microseconds(1)), 0, .noteOff(channel: channel, note: number, velocity: 64)))
    }
    for pedal in pedals {
      for channel in hasTwoChannels ? [0, 1] as [Channel] : [0] {
        timed.append(
          (pedal.time, 1, .controlChange(channel: channel, controller: .sustain, value: pedal.isDown ? 127 : 0)))
      }
    }
    timed.sort { ($0.time, $0.order) < ($1.time, $1.order) }
    let last = timed.last?.time ?? .zero
    return Performance(
      Recording(tracks: [
        Recording.Track(
          name: "", messages: timed.map { TimedMessage(time: $0.time, message: $0.message) }, end: last)
      ]))
  }
}
