import Following
import MIDICore
import TestSupport
import Testing
import Timelines

/// Performances as people practice: one hand, some notes, another pitch, another order. The notes are those of random
/// performances without mistakes, whose matches are known.
@Suite struct PracticeTests {
  private typealias Kind = NoteAlignment.Mistake.Kind

  /// A change of a performance.
  enum Practice: String, CaseIterable {
    case rightHand, leftHand, rightHandOfTwoTracks
    case halfOfTheNotes, thirdOfTheNotes, fifthOfTheNotes
    case octaveHigher, toneLower
    case rightHandOctaveHigher
    case passageToneHigher
    case chordsOf24
    case halvesExchanged
  }

  /// A score, a performance, and its matches.
  private struct Piece {
    var score: [Note] = []
    var performance: [(note: Note, match: Int?)] = []

    init(seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      let score = RandomScore(barCount: 24, using: &generator)
      self.score = score.notes.map {
        Self.note($0.pitch, Int($0.onset * 500), Int($0.duration * 500), velocity: 64)
      }
      performance = RandomPerformance(of: score, mistakeRate: 0, using: &generator).notes.map { note in
        let made = Self.note(
          note.pitch, Int(note.onset * 1000), Int(note.duration * 1000), velocity: note.velocity)
        if case .note(let expected) = note.role { return (made, expected) }
        return (made, nil)
      }
    }

    static func note(_ pitch: Int, _ onset: Int, _ duration: Int, velocity: Int) -> Note {
      Note(
        channel: Channel(masking: 0), number: NoteNumber(clamping: pitch),
        velocity: UInt7(clamping: velocity),
        onset: .milliseconds(onset), offset: .milliseconds(onset + max(duration, 1)))
    }

    /// The alignment, and the F-measure of its matches.
    func aligned(sources: [String] = [""]) -> (alignment: NoteAlignment, quality: Double) {
      let played = performance.indices.sorted {
        (performance[$0].note.onset, $0) < (performance[$1].note.onset, $1)
      }
      let alignment = NoteAlignment(
        expected: Performance(sources: sources, notes: score, end: .seconds(3600)),
        actual: Performance(sources: [""], notes: played.map { performance[$0].note }, end: .seconds(3600)))
      let truth = Set(
        played.enumerated().compactMap { place, index in performance[index].match.map { [$0, place] } })
      let found = Set(alignment.passages.flatMap(\.matches).map { [$0.expected, $0.actual] })
      return (alignment, 2 * Double(truth.intersection(found).count) / Double(truth.count + found.count))
    }
  }

  private static let split = 62

  private static func piece(_ practice: Practice, seed: UInt64) -> Piece {
    var piece = Piece(seed: seed)
    let count = piece.performance.count
    func isRight(_ place: Int) -> Bool { piece.performance[place].note.number.rawValue >= Self.split }
    func transpose(_ places: some Sequence<Int>, by semitones: Int) {
      for place in places {
        let pitch = Int(piece.performance[place].note.number.rawValue) + semitones
        piece.performance[place].note.number = NoteNumber(clamping: pitch)
      }
    }
    var generator = SeededGenerator(seed: seed)
    switch practice {
    case .rightHand: piece.performance = (0..<count).filter(isRight).map { piece.performance[$0] }
    case .leftHand: piece.performance = (0..<count).filter { !isRight($0) }.map { piece.performance[$0] }
    case .rightHandOfTwoTracks:
      piece.performance = (0..<count).filter(isRight).map { piece.performance[$0] }
      for index in piece.score.indices where piece.score[index].number.rawValue < Self.split {
        piece.score[index].source = 1
      }
    case .halfOfTheNotes: piece.performance.removeAll { _ in Bool.random(using: &generator) }
    case .thirdOfTheNotes: piece.performance.removeAll { _ in Int.random(in: 0..<3, using: &generator) > 0 }
    case .fifthOfTheNotes: piece.performance.removeAll { _ in Int.random(in: 0..<5, using: &generator) > 0 }
    case .octaveHigher: transpose(0..<count, by: 12)
    case .toneLower: transpose(0..<count, by: -2)
    case .rightHandOctaveHigher: transpose((0..<count).filter(isRight), by: 12)
    case .passageToneHigher: transpose(count / 3..<count / 2, by: 2)
    case .chordsOf24:
      for part in 1...8 {
        let place = count * part / 9
        guard let match = piece.performance[place].match else { continue }
        let taken = Set(
          piece.score.filter { $0.onset == piece.score[match].onset }.map { Int($0.number.rawValue) })
        for pitch in (30..<100).filter({ !taken.contains($0) }).shuffled(using: &generator).prefix(24) {
          let number = NoteNumber(clamping: pitch)
          var (written, played) = (piece.score[match], piece.performance[place].note)
          (written.number, played.number) = (number, number)
          played.onset = played.onset.adding(.milliseconds(Int.random(in: 0..<20, using: &generator)))
          piece.score.append(written)
          piece.performance.append((played, piece.score.count - 1))
        }
      }
      let order = piece.score.indices.sorted {
        (piece.score[$0].onset, piece.score[$0].number.rawValue)
          < (piece.score[$1].onset, piece.score[$1].number.rawValue)
      }
      let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
      piece.score = order.map { piece.score[$0] }
      for index in piece.performance.indices {
        piece.performance[index].match = piece.performance[index].match.flatMap { places[$0] }
      }
    case .halvesExchanged:
      // The bar in the middle starts at 24 seconds of the score.
      let second = piece.performance.indices.filter { index in
        piece.performance[index].match.map { piece.score[$0].onset >= .seconds(24) } ?? false
      }
      let first = Set(piece.performance.indices).subtracting(second)
      let (middle, end) = (
        second.map { piece.performance[$0].note.onset }.min() ?? .zero,
        piece.performance[count - 1].note.onset.adding(.seconds(1))
      )
      for (places, move) in [
        (Array(first), end.subtracting(middle)), (second, Nanoseconds.zero.subtracting(middle)),
      ] {
        for place in places {
          piece.performance[place].note.onset = piece.performance[place].note.onset.adding(move)
          piece.performance[place].note.offset = piece.performance[place].note.offset?.adding(move)
        }
      }
    }
    return piece
  }

  @Test(arguments: Practice.allCases) func practiceIsFollowed(practice: Practice) {
    let qualities = (1...32).map { Self.piece(practice, seed: $0).aligned().quality }
    #expect(qualities.reduce(0, +) / 32 >= 0.97, "\(practice): \(qualities)")
    #expect(qualities.allSatisfy { $0 >= 0.8 }, "\(practice): \(qualities)")
  }

  /// A performance of a hand has at most one mistake of its own.
  @Test(arguments: [false, true]) func handThatIsntPlayedIsOneMistake(isTrack: Bool) throws {
    let piece = Self.piece(isTrack ? .rightHandOfTwoTracks : .rightHand, seed: 3)
    let (alignment, _) = piece.aligned(sources: isTrack ? ["right", "left"] : [""])
    let left = piece.score.indices.filter { piece.score[$0].number.rawValue < Self.split }
    #expect(alignment.mistakes.count <= 2, "\(alignment.mistakes.map(\.kind))")
    let parts = alignment.mistakes.compactMap { mistake -> NoteAlignment.Part? in
      if case .unplayed(let part) = mistake.kind { part } else { nil }
    }
    let part = try #require(parts.first)
    #expect(parts.count == 1)
    #expect(part.line?.source == (isTrack ? 1 : nil))
    if isTrack {
      #expect(part.notes == left)
    } else {
      // Pitches next to the split may belong to either part.
      #expect(abs(part.notes.count - left.count) <= left.count / 10)
      #expect(part.hand == .left || part.pitches?.lowerBound == NoteNumber(masking: 0))
    }
  }

  @Test(arguments: [12, -12, 2, -7]) func transpositionIsOneMistake(semitones: Int) throws {
    var piece = Piece(seed: 5)
    let (same, quality) = piece.aligned()
    for place in piece.performance.indices {
      let pitch = Int(piece.performance[place].note.number.rawValue) + semitones
      piece.performance[place].note.number = NoteNumber(clamping: pitch)
    }
    let transposed = piece.aligned()
    #expect(transposed.alignment.semitones == semitones)
    #expect(transposed.quality == quality)
    #expect(transposed.alignment.mistakes.count == same.mistakes.count + 1)
    let transpositions = transposed.alignment.mistakes.compactMap { mistake -> NoteAlignment.Transposition? in
      if case .transposed(let transposition) = mistake.kind { transposition } else { nil }
    }
    #expect(transpositions.map(\.semitones) == [semitones])
    #expect(transpositions.map(\.matches.count) == [same.matchCount])
  }

  /// Wrong notes at one interval, each among many right notes, are wrong notes and no transposed passage.
  @Test(arguments: [20, 50, 100]) func scatteredWrongNotesAreNoTransposition(distance: Int) {
    var piece = Piece(seed: 7)
    let scattered = Array(stride(from: 0, to: piece.performance.count, by: distance))
    for place in scattered {
      piece.performance[place].note.number = NoteNumber(
        clamping: Int(piece.performance[place].note.number.rawValue) + 1)
    }
    let kinds = piece.aligned().alignment.mistakes.map(\.kind)
    #expect(!kinds.contains { if case .transposed = $0 { true } else { false } }, "\(kinds)")
  }

  /// One of five voices is a transposition of its own if 16 of its notes are higher.
  @Test func transposedVoiceAmongOthersIsFound() throws {
    let chords = (0..<48).map { index in
      [40, 45, 52, 57].map { $0 + (index * 5) % 7 } + [72 + (index * 7) % 12]
    }
    var piece = Piece(seed: 1)
    piece.score = chords.enumerated().flatMap { index, chord in
      chord.map { Piece.note($0, index * 500, 400, velocity: 64) }
    }
    piece.performance = piece.score.enumerated().map { ($1, $0) }
    for place in piece.performance.indices where place % 5 == 4 && 80..<160 ~= place {
      let pitch = Int(piece.performance[place].note.number.rawValue) + 13
      piece.performance[place].note.number = NoteNumber(clamping: pitch)
    }
    let (alignment, quality) = piece.aligned()
    #expect(quality == 1)
    let kind = try #require(alignment.mistakes.map(\.kind).first)
    guard case .transposed(let transposition) = kind else {
      Issue.record("\(kind)")
      return
    }
    #expect(transposition.semitones == 13)
    #expect(transposition.matches.map(\.expected) == Array(stride(from: 84, to: 160, by: 5)))
    #expect(alignment.mistakes.count == 1)
  }

  @Test func exchangedHalvesAreDisplacedAndNotRepeated() throws {
    let (alignment, _) = Self.piece(.halvesExchanged, seed: 1).aligned()
    let kinds = alignment.mistakes.map(\.kind)
    #expect(kinds.count { if case .displaced = $0 { true } else { false } } == 1, "\(kinds)")
    #expect(!kinds.contains { if case .repeated = $0 { true } else { false } }, "\(kinds)")
    // So that a warped take keeps all notes.
    #expect(!alignment.actual.notes.contains { alignment.isRepeated(at: $0.onset) })
  }
}
