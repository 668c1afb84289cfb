import MIDICore
import TestSupport
import Timelines

/// A generated piece for two hands, with its bars and beats.
struct PassagePiece {
  /// A note of a piece.
  struct PieceNote: Hashable {
    var track = 0
    var channel: Channel = .number(1)
    var number: Int
    var velocity: Int
    var onset: Nanoseconds
    var end: Nanoseconds
    /// The hand: 0 is the right one.
    var hand = 0
  }

  /// A movement of a sustain pedal.
  struct PedalStep {
    var track: Int
    var channel: Channel
    var time: Nanoseconds
    var isDown: Bool
  }

  /// The notes in order of onset.
  private(set) var notes: [PieceNote] = []
  private(set) var pedals: [PedalStep] = []
  /// The bar lines, including the end.
  let barLines: [Nanoseconds]
  let grid: BeatGrid
  /// The beats that the comparison knows, or `nil` for a take without beats.
  let beats: BeatGrid?
  /// Whether the onsets are irregular.
  let isHuman: Bool
  /// Whether all velocities are equal.
  let isLevel: Bool
  /// Whether a few bars are repeated to the end.
  let isLoop: Bool

  static let ticksPerQuarter = 480

  var barCount: Int { barLines.count - 1 }
}

// MARK: Generation

extension PassagePiece {
  /// The places of the hands' notes.
  private enum Layout: CaseIterable {
    case oneChannel, twoChannels, twoSources, twoSourcesAndChannels
  }

  /// Creates the piece of a seed. Each has 40 to about 600 notes.
  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed &* 7919 &+ 17)
    let meter = [(4, 4), (3, 4), (6, 8)].randomElement(using: &generator) ?? (4, 4)
    let bar = Self.ticksPerQuarter * 4 * meter.0 / meter.1
    let isCompound = meter.1 == 8
    isHuman = Int.random(in: 0..<5, using: &generator) < 2
    isLoop = seed % 8 == 7
    isLevel = !isHuman && Bool.random(using: &generator)
    var score = PieceScore(bar: bar, beat: isCompound ? 720 : 480, isCompound: isCompound, &generator)
    let wanted = Int.random(in: 1...16, using: &generator)
    score.compose(atLeast: 36 * wanted + 4, isLoop: isLoop, &generator)

    var tempos = [(Ticks.zero, Self.tempo(&generator))]
    if Int.random(in: 0..<5, using: &generator) == 0 {
      let line = bar * Int.random(in: 1..<score.barCount, using: &generator)
      tempos.append((Ticks(rawValue: UInt64(line)), Self.tempo(&generator)))
    }
    let map = TempoMap(
      division: .ticksPerQuarter(UInt16(Self.ticksPerQuarter)), tempos: tempos.map { ($0.0, $0.1) })
    grid = BeatGrid(
      tempoMap: map, ticksPerQuarter: UInt64(Self.ticksPerQuarter),
      meters: [BeatGrid.Meter(start: .zero, lengthOfBar: UInt64(bar), unit: 1)])
    beats = grid
    func time(_ ticks: Int) -> Nanoseconds {
      map.time(at: Ticks(rawValue: UInt64(ticks))).roundedToMicrosecond
    }
    barLines = (0...score.barCount).map { time($0 * bar) }

    let layout = Layout.allCases.randomElement(using: &generator) ?? .oneChannel
    let level = Int.random(in: 60...105, using: &generator)
    let isDynamic = isHuman || Bool.random(using: &generator)
    for note in score.notes {
      var onset = time(note.onset)
      var end = time(note.onset + note.duration)
      if isHuman {
        let delay = Nanoseconds.microseconds(Int.random(in: -8000...8000, using: &generator))
        onset = max(onset + delay, .zero)
        end += delay - (end - onset) / Int.random(in: 5...40, using: &generator)
      }
      let accent = note.onset % bar == 0 ? 8 : note.onset % 480 == 0 ? 4 : 0
      let noise = isDynamic ? Int.random(in: -12...12, using: &generator) : 0
      notes.append(
        PieceNote(
          track: layout == .twoSources || layout == .twoSourcesAndChannels ? note.hand : 0,
          channel: layout == .twoChannels || layout == .twoSourcesAndChannels
            ? Channel(masking: UInt8(note.hand)) : .number(1),
          number: note.pitch, velocity: isLevel ? level : level + accent + noise, onset: onset,
          end: max(end, onset + .milliseconds(20)), hand: note.hand))
    }
    removeUnisons()
    if Int.random(in: 0..<4, using: &generator) == 0 {
      let places = Set(notes.map { [$0.track, Int($0.channel.rawValue)] }).sorted {
        $0.lexicographicallyPrecedes($1)
      }
      for place in places {
        let channel = Channel(masking: UInt8(place[1]))
        for (start, next) in zip(barLines, barLines.dropFirst()) {
          pedals.append(
            PedalStep(track: place[0], channel: channel, time: start + .milliseconds(60), isDown: true))
          pedals.append(
            PedalStep(track: place[0], channel: channel, time: next - .milliseconds(15), isDown: false))
        }
      }
    }
  }

  /// Creates a piece of played notes. Without bar lines and beats, bars of two seconds separate passages.
  init(
    played: [PieceNote], pedals: [PedalStep] = [], barLines: [Nanoseconds]? = nil, beats: BeatGrid? = nil
  ) {
    isHuman = true
    isLevel = Set(played.map(\.velocity)).count == 1
    isLoop = false
    self.beats = beats
    grid =
      beats
      ?? BeatGrid(
        tempoMap: TempoMap(division: .ticksPerQuarter(UInt16(Self.ticksPerQuarter)), tempos: []),
        ticksPerQuarter: UInt64(Self.ticksPerQuarter),
        meters: [BeatGrid.Meter(start: .zero, lengthOfBar: UInt64(4 * Self.ticksPerQuarter), unit: 1)])
    let end = played.map(\.end).max() ?? .zero
    self.barLines = barLines ?? (0...Int(end.rawValue / 2_000_000_000) + 1).map { .seconds(2 * $0) }
    notes = played
    removeUnisons()
    self.pedals = pedals
  }

  private static func tempo(_ generator: inout SeededGenerator) -> UInt32 {
    UInt32(60_000_000 / Int.random(in: 60...180, using: &generator))
  }

  /// Removes the second of two notes that start a key together, and ends notes before their key is struck again.
  private mutating func removeUnisons() {
    notes.sort { ($0.onset, $0.number, $0.hand) < ($1.onset, $1.number, $1.hand) }
    var last: [Int: Int] = [:]
    var kept: [PieceNote] = []
    for note in notes {
      let key = note.key
      if let previous = last[key] {
        if note.onset - kept[previous].onset < .milliseconds(40) { continue }
        kept[previous].end = min(kept[previous].end, note.onset - .milliseconds(2))
      }
      last[key] = kept.count
      kept.append(note)
    }
    notes = kept
  }
}

/// The notes of a piece in ticks.
private struct PieceScore {
  struct ScoreNote {
    var hand: Int
    var onset: Int
    var duration: Int
    var pitch: Int
  }

  private let bar: Int
  private let beat: Int
  private let isCompound: Bool
  private let key: Int
  private let leftRoot: Int
  private var place: Int
  private(set) var notes: [ScoreNote] = []
  private(set) var barCount = 0

  private static let scale = [0, 2, 4, 5, 7, 9, 11]

  init(bar: Int, beat: Int, isCompound: Bool, _ generator: inout SeededGenerator) {
    self.bar = bar
    self.beat = beat
    self.isCompound = isCompound
    key = Int.random(in: 0..<12, using: &generator)
    place = Int.random(in: 36...42, using: &generator)
    leftRoot = Int.random(in: 21...26, using: &generator)
  }

  /// Adds bars until the piece has enough notes. New phrases follow earlier ones as often as not.
  mutating func compose(atLeast count: Int, isLoop: Bool, _ generator: inout SeededGenerator) {
    var phrases: [[[ScoreNote]]] = []
    while notes.count < count || barCount < 8 {
      let phrase: [[ScoreNote]]
      if !phrases.isEmpty, isLoop || Int.random(in: 0..<3, using: &generator) == 0 {
        phrase = phrases.randomElement(using: &generator) ?? []
      } else {
        let length = [1, 2, 2, 4, 4].randomElement(using: &generator) ?? 2
        let style = (Int.random(in: 0..<7, using: &generator), Int.random(in: 0..<6, using: &generator))
        phrase = (0..<length).map { _ in rightHand(style.0, &generator) + leftHand(style.1, &generator) }
        phrases.append(phrase)
      }
      for content in phrase {
        notes += content.map { note in
          ScoreNote(
            hand: note.hand, onset: note.onset + barCount * bar, duration: note.duration, pitch: note.pitch)
        }
        barCount += 1
      }
    }
  }

  private func pitch(_ step: Int) -> Int { step / 7 * 12 + Self.scale[step % 7] + key }

  private mutating func walk(_ generator: inout SeededGenerator) {
    let interval = [-3, -2, -1, -1, 0, 1, 1, 2, 3].randomElement(using: &generator) ?? 0
    place = min(max(place + interval, 35), 47)
  }

  private mutating func rightHand(_ style: Int, _ generator: inout SeededGenerator) -> [ScoreNote] {
    var notes: [ScoreNote] = []
    func add(_ onset: Int, _ duration: Int, _ step: Int) {
      notes.append(ScoreNote(hand: 0, onset: onset, duration: duration * 9 / 10, pitch: pitch(step)))
    }
    switch style {
    case 0:
      for onset in stride(from: 0, to: bar, by: 240) {
        walk(&generator)
        add(onset, 240, place)
      }
    case 1, 2:
      var onset = 0
      while onset < bar {
        let lengths = isCompound ? [120, 240, 240, 480, 720] : [120, 240, 240, 480, 480, 720, 960]
        let duration = min(lengths.randomElement(using: &generator) ?? 240, bar - onset)
        walk(&generator)
        if Int.random(in: 0..<8, using: &generator) > 0 {
          add(onset, duration, place)
          if duration >= 480, Bool.random(using: &generator) { add(onset, duration, place + 2) }
        }
        onset += duration
      }
    case 3:
      let rises = Bool.random(using: &generator)
      place = rises ? min(place, 38) : max(place, 45)
      for index in 0..<bar / 120 {
        add(index * 120, 120, place)
        place += (index % 8 < 6) == rises ? 1 : -1
      }
      place = min(max(place, 35), 47)
    case 4:
      for onset in stride(from: 0, to: bar, by: beat / (isCompound ? 1 : 2)) {
        if onset % beat == 0 { walk(&generator) }
        for step in [0, 2, 4] { add(onset, beat / 3, place + step) }
      }
    case 5:
      let part = isCompound ? 240 : 160
      for onset in stride(from: 0, to: bar, by: part) {
        if onset % beat == 0 { walk(&generator) }
        add(onset, part, place + onset / part % 2)
      }
    default:
      for onset in stride(from: 0, to: bar, by: beat) {
        walk(&generator)
        for step in [0, 2, 4, 7].prefix(Int.random(in: 1...4, using: &generator)) {
          add(onset, beat, place + step)
        }
      }
    }
    return notes
  }

  private func leftHand(_ style: Int, _ generator: inout SeededGenerator) -> [ScoreNote] {
    var notes: [ScoreNote] = []
    let root = leftRoot + generator.element(of: [0, 3, 4, 1])
    func add(_ onset: Int, _ duration: Int, _ step: Int) {
      notes.append(ScoreNote(hand: 1, onset: onset, duration: duration * 9 / 10, pitch: pitch(step)))
    }
    switch style {
    case 0, 1:
      for onset in stride(from: 0, to: bar, by: 240) {
        add(onset, 240, root + [0, 4, 2, 4][onset / 240 % 4])
      }
    case 2:
      for onset in stride(from: 0, to: bar, by: beat) {
        for step in [0, 4] { add(onset, beat, root + step) }
      }
    case 3:
      for onset in stride(from: 0, to: bar, by: beat) {
        for step in [-7, 0] { add(onset, beat, root + step + onset / beat % 3) }
      }
    case 4:
      for onset in stride(from: 0, to: bar, by: 240) {
        add(onset, 240, root + [0, 2, 4, 6, 7, 6, 4, 2][onset / 240 % 8])
      }
    default: break
    }
    return notes
  }
}

// MARK: Performances

extension PassagePiece.PieceNote {
  /// A number for the source and the channel.
  var part: Int { track << 4 | Int(channel.rawValue) }

  /// A number for the source, the channel, and the pitch.
  var key: Int { part << 7 | number }
}

extension PassagePiece {
  /// The performance of the piece.
  var performance: Performance { Performance(Self.recording(notes, pedals)) }

  /// Returns a recording of notes and pedals. Notes end before others start, and pedals fall after notes start.
  static func recording(_ notes: [PieceNote], _ pedals: [PedalStep]) -> Recording {
    typealias Ranked = (time: Nanoseconds, rank: Int, message: Message)
    let count = 1 + (notes.map(\.track).max() ?? 0)
    var tracks = [[Ranked]](repeating: [], count: max(count, 1 + (pedals.map(\.track).max() ?? 0)))
    for note in notes {
      let number = NoteNumber(clamping: note.number)
      tracks[note.track].append(
        (
          note.onset, 2,
          .noteOn(channel: note.channel, note: number, velocity: UInt7(clamping: note.velocity))
        ))
      tracks[note.track].append((note.end, 0, .noteOff(channel: note.channel, note: number, velocity: 64)))
    }
    for pedal in pedals {
      tracks[pedal.track].append(
        (
          pedal.time, 1,
          .controlChange(channel: pedal.channel, controller: .sustain, value: pedal.isDown ? 127 : 0)
        ))
    }
    return Recording(
      tracks: tracks.filter { !$0.isEmpty }.enumerated().map { index, messages in
        Recording.Track(
          name: "hand \(index + 1)",
          messages: messages.sorted { ($0.time, $0.rank) < ($1.time, $1.rank) }.map {
            TimedMessage(time: $0.time, message: $0.message)
          })
      })
  }
}

extension Nanoseconds {
  /// The nearest whole number of microseconds, as in performances.
  var roundedToMicrosecond: Nanoseconds { Nanoseconds(rawValue: (rawValue + 500) / 1000 * 1000) }
}
