import MIDICore
import TestSupport
import Timelines

/// A piece with a changed passage as a sequencer program would change it, and the truth about it.
struct PassageMutation {
  /// The kind of the change.
  enum Kind: String, CaseIterable {
    case transposed, handLower, lowNotesLower
    case missing, missingHand
    case softer, level, levelBars
    case shorter, shorterBars
    case late, lateHand
    case inserted, cut, stretched, drifted
    case swung, quantized, humanized
  }

  /// A change of one note.
  enum Single: CaseIterable {
    case drop, add, semitone, velocity, shift
  }

  /// A single change that a comparison must report.
  struct SingleChange {
    var kind: Single
    /// The note in the piece, or the added note.
    var original: PassagePiece.PieceNote
    /// The note before the change, or the added note.
    var before: PassagePiece.PieceNote
    /// The note after the change, or `nil` if it was dropped.
    var after: PassagePiece.PieceNote?
  }

  let piece: PassagePiece
  let kind: Kind
  /// The effect, with its exact parameter.
  private(set) var effect: PassageEffect
  /// The time range of the passage.
  private(set) var range: (start: Nanoseconds, end: Nanoseconds)
  /// The notes of the piece after the change, `nil` for notes that weren't played.
  private(set) var notes: [PassagePiece.PieceNote?]
  /// The pedals after the change.
  private(set) var pedals: [PassagePiece.PedalStep]
  /// Whether each note of the piece has the effect.
  private(set) var isInside: [Bool]
  /// Whether the effect on a note can't be told, because it is within the tolerances or the note has a single change.
  private(set) var isNeutral: [Bool]
  /// The notes that overlap others of their keys only after the change.
  private(set) var collisionCount = 0
  /// The notes that sound across the place of an inserted or cut passage. Either length is right for them.
  private(set) var interruptedCount = 0
  private(set) var singles: [SingleChange] = []
  /// The notes of the piece after the change without the single changes.
  private(set) var unsingled: [PassagePiece.PieceNote?]
  private(set) var added: [PassagePiece.PieceNote] = []

  /// The tolerances of all these comparisons.
  static let tolerances = (
    onset: Nanoseconds.milliseconds(5), offset: Nanoseconds.milliseconds(8), velocity: 3
  )
  /// The minimum number of visibly changed notes.
  private static let minCount = 6

  /// The changed performance.
  var performance: Performance {
    Performance(PassagePiece.recording(notes.compactMap { $0 } + added, pedals))
  }

  /// The changed performance without single changes.
  var performanceWithoutSingles: Performance {
    Performance(PassagePiece.recording(unsingled.compactMap { $0 }, pedals))
  }

  /// Changes a piece, or returns `nil` if the change isn't possible or not clear.
  ///
  /// - Parameter singleCount: The number of single changes, or `nil` for zero to three.
  init?(
    _ kind: Kind, _ piece: PassagePiece, _ generator: inout SeededGenerator, singleCount: Int? = nil
  ) {
    self.piece = piece
    self.kind = kind
    notes = piece.notes
    unsingled = []
    pedals = piece.pedals
    range = (.zero, piece.barLines.last ?? .zero)
    isInside = piece.notes.map { _ in false }
    isNeutral = isInside
    effect = .missing
    // Beats have no place in a take without them.
    if piece.beats == nil, kind == .swung || kind == .quantized { return nil }
    guard piece.barCount >= 4 else { return nil }
    switch kind {
    case .transposed: transpose(&generator)
    case .handLower:
      guard lowerHand(&generator) else { return nil }
    case .lowNotesLower:
      effect = .transposed(bySemitones: -12)
      changeNotes(where: { $0.number < 60 }) { $0.number -= 12 }
      // If only one note of the changed parts stays, the parts were transposed.
      let changed = Set(notes.indices.filter { isInside[$0] }.map { piece.notes[$0].part })
      guard isInside.contains(false) else { return nil }
      let stayed = notes.indices.count { !isInside[$0] && changed.contains(piece.notes[$0].part) }
      guard stayed != 1 else { return nil }
    case .missing, .missingHand:
      guard silence(&generator) else { return nil }
    case .softer: changeVelocities(&generator)
    case .level, .levelBars:
      if kind == .levelBars { pickBars(&generator) }
      effect = .velocitiesSet(to: 100)
      changeNotes { $0.velocity = 100 }
    case .shorter, .shorterBars:
      if kind == .shorterBars { pickBars(&generator) }
      scaleDurations(&generator)
    case .late: delay(&generator)
    case .lateHand:
      guard delayHand(&generator) else { return nil }
    case .inserted: insert(&generator)
    case .cut: cut(&generator)
    case .stretched: stretch(&generator)
    case .drifted:
      guard drift(&generator) else { return nil }
    case .swung:
      guard swing(&generator) else { return nil }
    case .quantized:
      guard piece.isHuman else { return nil }
      quantize(&generator)
    case .humanized: humanize(&generator)
    }
    guard notes.allSatisfy({ note in note.map { 0...127 ~= $0.number } ?? true }) else { return nil }
    roundTimes()
    // Scaled velocities at the limits aren't scaled.
    for index in notes.indices where isInside[index] && !isVisible(index) { isNeutral[index] = true }
    let collided = collisions
    for index in collided { isNeutral[index] = true }
    collisionCount = collided.count
    guard collided.count <= max(2, notes.count / 25), visibleCount >= Self.minCount else { return nil }
    unsingled = notes
    let count = generator.element(of: [0, 0, 1, 2, 3])
    for _ in 0..<(singleCount ?? count) { addSingle(&generator) }
    guard visibleCount >= Self.minCount else { return nil }
  }

  private var visibleCount: Int { isInside.indices.count { isInside[$0] && !isNeutral[$0] } }

  /// Returns whether a note differs beyond the tolerances from the note that the piece without the change has.
  private func isVisible(_ index: Int) -> Bool {
    let given = piece.notes[index]
    guard let note = notes[index] else { return true }
    let rounded = given.onset.roundedToMicrosecond
    return given.number != note.number || abs(given.velocity - note.velocity) > Self.tolerances.velocity
      || (rounded - note.onset).magnitude > Self.tolerances.onset
      // A shift within the tolerance may hide a part of another length.
      || ((given.end - given.onset) - (note.end - note.onset)).magnitude
        > Self.tolerances.offset + Self.tolerances.onset
  }
}

// MARK: Changes of notes

extension PassageMutation {
  /// Picks one bar to half of the bars. The first bar stays, because it aligns the takes.
  private mutating func pickBars(_ generator: inout SeededGenerator, max most: Int = .max) {
    let limit = min(most, piece.barCount / 2)
    // Small passages are as frequent as large ones.
    var count = 1
    while count < limit, Int.random(in: 0..<4, using: &generator) > 0 {
      count += Int.random(in: 1...3, using: &generator)
    }
    count = min(count, limit)
    let first = Int.random(in: 1...piece.barCount - count, using: &generator)
    range = (piece.barLines[first], piece.barLines[first + count])
  }

  private func isInRange(_ note: PassagePiece.PieceNote) -> Bool {
    let onset = note.onset.roundedToMicrosecond
    return range.start <= onset && onset < range.end
      || range.end == piece.barLines.last && onset >= range.start
  }

  /// Changes the notes of the passage that satisfy a condition.
  private mutating func changeNotes(
    where isChanged: (PassagePiece.PieceNote) -> Bool = { _ in true },
    _ change: (inout PassagePiece.PieceNote) -> Void
  ) {
    for index in notes.indices where isInRange(piece.notes[index]) && isChanged(piece.notes[index]) {
      guard var note = notes[index] else { continue }
      change(&note)
      notes[index] = note
      isInside[index] = true
    }
  }

  private mutating func removeNotes(where isRemoved: (PassagePiece.PieceNote) -> Bool = { _ in true }) {
    for index in notes.indices where isInRange(piece.notes[index]) && isRemoved(piece.notes[index]) {
      notes[index] = nil
      isInside[index] = true
    }
  }

  private mutating func transpose(_ generator: inout SeededGenerator) {
    pickBars(&generator)
    let semitones = generator.element(of: [2, 2, -2, 1, -1, 3, 5, -5, 7, 12, -12])
    effect = .transposed(bySemitones: semitones)
    changeNotes { $0.number += semitones }
  }

  private mutating func lowerHand(_ generator: inout SeededGenerator) -> Bool {
    pickBars(&generator)
    guard let hand = pickHand(&generator) else { return false }
    let semitones = hand == 1 ? -12 : 12
    effect = .transposed(bySemitones: semitones)
    changeNotes(where: { $0.hand == hand }) { $0.number += semitones }
    return true
  }

  /// Picks a hand that a source, a channel, or a range of pitches separates in the passage from the other hand, which
  /// plays there, too.
  private func pickHand(_ generator: inout SeededGenerator) -> Int? {
    let hand = Int.random(in: 0...1, using: &generator)
    let members = piece.notes.filter(isInRange)
    let (mine, others) = (members.filter { $0.hand == hand }, members.filter { $0.hand != hand })
    // One note isn't a hand.
    guard let one = mine.first, let other = others.first, others.count > 1 else { return nil }
    if one.track != other.track || one.channel != other.channel { return hand }
    let (low, high) = hand == 1 ? (mine, others) : (others, mine)
    return (low.map(\.number).max() ?? 127) < (high.map(\.number).min() ?? 0) ? hand : nil
  }

  private mutating func silence(_ generator: inout SeededGenerator) -> Bool {
    pickBars(&generator)
    effect = .missing
    if kind == .missing {
      removeNotes()
    } else {
      guard let hand = pickHand(&generator) else { return false }
      removeNotes { $0.hand == hand }
    }
    return true
  }

  private mutating func changeVelocities(_ generator: inout SeededGenerator) {
    pickBars(&generator)
    if Bool.random(using: &generator) {
      let thousandths = generator.element(of: [500, 600, 700, 800, 1200, 1300])
      effect = .velocitiesScaled(toThousandths: thousandths)
      changeNotes { $0.velocity = min(max(($0.velocity * thousandths + 500) / 1000, 1), 127) }
    } else {
      let offset = generator.element(of: [-30, -20, -15, -10, 10, 15, 20])
      effect = .velocitiesShifted(by: offset)
      changeNotes { $0.velocity = min(max($0.velocity + offset, 1), 127) }
    }
  }

  private mutating func scaleDurations(_ generator: inout SeededGenerator) {
    let thousandths = generator.element(of: [500, 500, 300, 400, 600, 700, 800, 900, 1100, 1300, 1500])
    effect = .durationsScaled(toThousandths: thousandths)
    changeNotes { $0.end = $0.onset + ($0.end - $0.onset) * thousandths / 1000 }
  }

  private mutating func delay(_ generator: inout SeededGenerator) {
    pickBars(&generator)
    let quarter = ticks(after: range.start, 480) - range.start
    let delay =
      quarter / generator.element(of: [16, 8, 4]) * generator.element(of: [1, 1, -1])
    effect = .late(by: delay)
    changeNotes {
      $0.onset += delay
      $0.end += delay
    }
  }

  private mutating func delayHand(_ generator: inout SeededGenerator) -> Bool {
    pickBars(&generator)
    guard let hand = pickHand(&generator) else { return false }
    let delay = Nanoseconds.milliseconds(generator.element(of: [15, 25, 40, 70, 110, -20, -50]))
    effect = .late(by: delay)
    changeNotes(where: { $0.hand == hand }) {
      $0.onset += delay
      $0.end += delay
    }
    return true
  }

  /// Swings the notes. Ends alone don't swing.
  private mutating func swing(_ generator: inout SeededGenerator) -> Bool {
    if Bool.random(using: &generator) { pickBars(&generator) }
    let ratio = generator.element(of: [1500, 2000, 3000])
    let parts = generator.element(of: [2, 2, 4])
    effect = .swung(
      ratioThousandths: ratio, partsPerQuarter: parts, includesEnds: Bool.random(using: &generator))
    let pair = 2 * 480 / Double(parts)
    let first = Double(ratio) / Double(ratio + 1000)
    placeNotes { place in
      let start = (place / pair + 1e-9).rounded(.down) * pair
      let part = max(place - start, 0) / pair
      let moved = part <= 0.5 ? part * 2 * first : first + (part - 0.5) * 2 * (1 - first)
      return start + moved * pair
    }
    return zip(piece.notes, notes).count {
      ($1?.onset.distance(to: $0.onset) ?? .zero) > Self.tolerances.onset
    } >= Self.minCount
  }

  private mutating func quantize(_ generator: inout SeededGenerator) {
    let parts = generator.element(of: [2, 4, 4])
    effect = .quantized(partsPerQuarter: parts, includesEnds: Bool.random(using: &generator))
    let part = 480 / Double(parts)
    placeNotes { ($0 / part).rounded() * part }
  }

  /// Moves notes to other places in ticks, and their ends by the same function of the place, or with their notes.
  private mutating func placeNotes(_ moved: (Double) -> Double) {
    let (grid, includesEnds) = (piece.grid, effect.includesEnds)
    func time(_ time: Nanoseconds) -> Nanoseconds { grid.time(ofPlace: moved(grid.place(of: time))) }
    changeNotes { note in
      let onset = time(note.onset)
      note.end = includesEnds ? time(note.end) : note.end + (onset - note.onset)
      note.onset = onset
    }
  }

  private mutating func humanize(_ generator: inout SeededGenerator) {
    if Int.random(in: 0..<4, using: &generator) == 0 { pickBars(&generator) }
    let limit = Int.random(in: 10...30, using: &generator) * 1000
    let endLimit = generator.element(of: [0, limit / 2])
    effect = .humanized(within: .microseconds(limit))
    var noise = generator
    changeNotes { note in
      let delay = Nanoseconds.microseconds(Int.random(in: -limit...limit, using: &noise))
      let moved = max(note.onset + delay, .zero)
      note.end += moved - note.onset + .microseconds(Int.random(in: -endLimit...endLimit, using: &noise))
      note.onset = moved
      note.end = max(note.end, note.onset + .milliseconds(5))
    }
    generator = noise
  }
}

// MARK: Changes of time

extension PassageMutation {
  /// Moves all messages by a function of time. Notes with the effect have other times.
  ///
  /// Notes that end where the passage begins stay.
  private mutating func moveTime(_ moved: (Nanoseconds) -> Nanoseconds) {
    for index in notes.indices {
      guard var note = notes[index] else { continue }
      note.onset = moved(note.onset)
      note.end = note.end == range.start ? note.end : max(moved(note.end), note.onset)
      notes[index] = note
      isInside[index] = true
    }
    for index in pedals.indices { pedals[index].time = moved(pedals[index].time) }
  }

  private mutating func insert(_ generator: inout SeededGenerator) {
    let line = Int.random(in: 1..<piece.barCount, using: &generator)
    let count = generator.element(of: [1, 1, 1, 2])
    let start = piece.barLines[line]
    let delay = (piece.barLines[line] - piece.barLines[line - 1]) * count
    range = (start, piece.barLines[piece.barLines.count - 1])
    effect = .delayed(by: delay)
    interruptedCount = piece.notes.count { $0.onset < start && $0.end > start }
    moveTime { $0 >= start ? $0 + delay : $0 }
  }

  private mutating func cut(_ generator: inout SeededGenerator) {
    pickBars(&generator)
    effect = .cut()
    let (start, end) = range
    interruptedCount = piece.notes.count { $0.onset < start && $0.end > start }
    removeNotes()
    pedals.removeAll { start <= $0.time && $0.time < end }
    moveTime { $0 < start ? $0 : $0 < end ? start : $0 - (end - start) }
  }

  private mutating func stretch(_ generator: inout SeededGenerator) {
    pickBars(&generator)
    let percent = generator.element(of: [10, 10, -10, 5, -5, 20, 35, -30, 60, 100, -50])
    effect = .stretched(byBillionths: Int64(percent) * 10_000_000)
    let (start, end) = range
    moveTime { $0 < start ? $0 : $0 + (min($0, end) - start) * percent / 100 }
  }

  /// Slows the whole piece or some bars down, or speeds them up. After the bars, the tempo is as before.
  ///
  /// A tempo of a few notes doesn't rise or fall.
  private mutating func drift(_ generator: inout SeededGenerator) -> Bool {
    let isWhole = Bool.random(using: &generator)
    if !isWhole { pickBars(&generator) }
    let percent = generator.element(of: isWhole ? [10, -10, 5, -5, 7] : [10, -10, 20, -15, 30])
    let (start, end) = range
    let length = Double((end - start).rawValue)
    effect = .drifted(
      fromBillionths: 0, toBillionths: Int64(percent) * 10_000_000,
      by: Nanoseconds(rawValue: Int64(length * Double(percent) / 200)))
    moveTime { time in
      guard time > start else { return time }
      let inside = Double((min(time, end) - start).rawValue)
      return time + Nanoseconds(rawValue: Int64(inside * inside / (2 * length) * Double(percent) / 100))
    }
    return Set(piece.notes.filter(isInRange).map(\.onset)).count >= 16
  }

  private func ticks(after time: Nanoseconds, _ count: Double) -> Nanoseconds {
    piece.grid.time(ofPlace: piece.grid.place(of: time) + count)
  }

  private mutating func roundTimes() {
    for index in notes.indices {
      guard var note = notes[index] else { continue }
      if note.onset < .zero { note.onset = .zero }
      note.onset = note.onset.roundedToMicrosecond
      note.end = max(note.end.roundedToMicrosecond, note.onset + .microseconds(1))
      notes[index] = note
    }
  }

  /// The notes that overlap others of their key.
  private var collisions: Set<Int> {
    var found: Set<Int> = []
    let played = notes.enumerated().compactMap { index, note in note.map { (index: index, note: $0) } }
      .sorted { ($0.note.key, $0.note.onset) < ($1.note.key, $1.note.onset) }
    for ((one, first), (two, second)) in zip(played, played.dropFirst()) where first.key == second.key {
      if second.onset <= first.end { found.formUnion([one, two]) }
    }
    return found
  }
}

extension BeatGrid {
  /// Returns the place of a time in ticks.
  func place(of time: Nanoseconds) -> Double {
    guard time > .zero else { return 0 }
    let next = tempoMap.ticks(at: time)
    guard next.rawValue > 0 else { return 0 }
    let last = Ticks(rawValue: next.rawValue - 1)
    let (start, end) = (tempoMap.time(at: last), tempoMap.time(at: next))
    return Double(last.rawValue) + Double((time - start).rawValue) / Double((end - start).rawValue)
  }

  /// Returns the time of a place in ticks.
  func time(ofPlace place: Double) -> Nanoseconds {
    let tick = max(place, 0).rounded(.down)
    let start = tempoMap.time(at: Ticks(rawValue: UInt64(tick)))
    let end = tempoMap.time(at: Ticks(rawValue: UInt64(tick) + 1))
    return start + Nanoseconds(rawValue: Int64((max(place, 0) - tick) * Double((end - start).rawValue)))
  }
}

// MARK: Single changes

extension PassageMutation {
  /// Returns the mutation with one more single change, or `nil` if it isn't possible.
  ///
  /// - Parameter isInside: Whether the changed note is within the time range of the passage.
  func adding(_ kind: Single, isInside: Bool, _ generator: inout SeededGenerator) -> PassageMutation? {
    let candidates = notes.indices.filter { isInRange(piece.notes[$0]) == isInside }.shuffled(
      using: &generator)
    for index in candidates.prefix(20) {
      var other = self
      if kind == .add {
        other.addNote(near: index, &generator)
      } else {
        other.change(index, kind, &generator)
      }
      if other.singles.count > singles.count, other.visibleCount >= Self.minCount { return other }
    }
    return nil
  }

  private mutating func addSingle(_ generator: inout SeededGenerator) {
    let kind = generator.element(of: Single.allCases)
    let index = Int.random(in: notes.indices, using: &generator)
    if kind == .add { addNote(near: index, &generator) } else { change(index, kind, &generator) }
  }

  private mutating func change(_ index: Int, _ kind: Single, _ generator: inout SeededGenerator) {
    // The first note aligns the takes.
    guard index > 0, let before = notes[index], unsingled[index] == before, !isCollided(index) else { return }
    var after = before
    switch kind {
    case .drop, .add: break
    case .semitone: after.number += Bool.random(using: &generator) ? 1 : -1
    case .velocity: after.velocity += before.velocity > 70 ? -25 : 25
    case .shift:
      let delay = Nanoseconds.milliseconds(Int.random(in: 90...180, using: &generator))
      after.onset += delay
      after.end += delay
    }
    if kind == .semitone || kind == .shift { guard isFree(after, but: index) else { return } }
    notes[index] = kind == .drop ? nil : after
    isNeutral[index] = true
    singles.append(
      SingleChange(kind: kind, original: piece.notes[index], before: before, after: notes[index]))
  }

  private mutating func addNote(near index: Int, _ generator: inout SeededGenerator) {
    guard var note = notes[index] else { return }
    note.number = min(max(note.number + Int.random(in: -9...9, using: &generator), 1), 126)
    note.onset += .microseconds(Int.random(in: 30_000...300_000, using: &generator))
    note.end = note.onset + .milliseconds(200)
    guard isFree(note, but: nil) else { return }
    added.append(note)
    singles.append(SingleChange(kind: .add, original: note, before: note, after: note))
  }

  private func isCollided(_ index: Int) -> Bool { isNeutral[index] && isInside[index] && isVisible(index) }

  /// Returns whether no other note of the key is near, neither in the piece nor after the change.
  private func isFree(_ note: PassagePiece.PieceNote, but index: Int?) -> Bool {
    let room = Nanoseconds.milliseconds(1300)
    func isNear(_ other: PassagePiece.PieceNote) -> Bool {
      other.key == note.key && other.onset - room <= note.end && other.end + room >= note.onset
    }
    return !notes.indices.contains { other in
      other != index && (notes[other].map(isNear) ?? false || isNear(piece.notes[other]))
    } && !added.contains(where: isNear)
  }
}
