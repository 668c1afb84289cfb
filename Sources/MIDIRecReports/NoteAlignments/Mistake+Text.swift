package import Following
package import MIDICore
internal import MIDIFiles
internal import Timelines

extension NoteAlignment {
  /// Returns a mistake in a few words, such as `C4: played as D4`.
  package func text(of mistake: Mistake, middleC: MiddleC = .octave4) -> String {
    func expectedName(_ note: Int) -> String { expected.notes[note].number.name(middleC) }
    func actualName(_ note: Int) -> String { actual.notes[note].number.name(middleC) }
    switch mistake.kind {
    case .missing(let note): return "\(expectedName(note)): missing"
    case .extra(let note): return "\(actualName(note)): extra"
    case .wrongPitch(let note, let played): return "\(expectedName(note)): played as \(actualName(played))"
    case .swapped(let first, let second):
      return
        "\(expectedName(first.expected)): played after \(expectedName(second.expected)); expected before it"
    case .skipped(let notes): return "\(pluralized(notes.count, "note")) skipped"
    case .added(let notes): return "\(pluralized(notes.count, "note")) added"
    case .repeated(let notes, _): return "\(pluralized(notes.count, "note")) played again"
    case .displaced(let notes, _): return "\(pluralized(notes.count, "note")) played later than expected"
    case .transposed(let transposition):
      let isWhole = transposition.semitones == semitones
      return isWhole
        ? "\(intervalText(semitones)) throughout"
        : "\(pluralized(transposition.matches.count, "note")) \(intervalText(transposition.semitones))"
    case .unplayed(let part):
      return "\(name(of: part, middleC)): not played (\(pluralized(part.notes.count, "note")))"
    }
  }

  /// Returns the name of a part: its source, a hand, its channel, its pitches, or its share of the notes.
  func name(of part: Part, _ middleC: MiddleC) -> String {
    if part.isScattered {
      let share = Double(part.notes.count) / Double(max(expected.notes.count, 1))
      return "\(Int((share * 100).rounded()))% of the notes, throughout"
    }
    if let hand = part.hand { return name(of: hand) }
    if let pitches = part.pitches {
      return pitches.lowerBound.rawValue == 0
        ? "notes up to \(pitches.upperBound.name(middleC))"
        : "notes from \(pitches.lowerBound.name(middleC))"
    }
    return part.line.map(name) ?? ""
  }

  /// Returns the name of a hand.
  func name(of hand: Hand) -> String { hand == .left ? "left hand" : "right hand" }

  /// Returns the name of a source and channel: that of the source, a hand if the score has two parts, or the channel.
  func name(of line: Line) -> String {
    let lines = Dictionary(grouping: expected.notes) { Line(source: $0.source, channel: $0.channel) }
    let source = expected.sources.indices.contains(line.source) ? expected.sources[line.source] : ""
    let isOneChannel = !lines.keys.contains { $0.source == line.source && $0.channel != line.channel }
    if isOneChannel, !source.isEmpty, expected.sources.count(where: { $0 == source }) == 1 {
      return source.printable
    }
    if lines.count == 2, !lines.keys.contains(where: { $0.channel.number == 10 }) {
      func pitch(_ notes: [Note]) -> Int { notes.reduce(0) { $0 + Int($1.number.rawValue) } / notes.count }
      let own = lines[line].map(pitch) ?? 0
      let other = lines.filter { $0.key != line }.values.first.map(pitch) ?? 0
      return own < other ? "left hand" : "right hand"
    }
    return "channel \(line.channel)"
  }

  /// The parts of which hardly any note is played.
  var unplayedParts: [Part] {
    mistakes.compactMap { mistake in
      if case .unplayed(let part) = mistake.kind { part } else { nil }
    }
  }

  /// The number of mistakes of each kind, in the order of the kinds.
  var mistakeCounts: [(kind: Mistake.Kind.Name, count: Int)] {
    Mistake.Kind.Name.allCases.map { name in (name, mistakes.count { $0.kind.name == name }) }
      .filter { $0.1 > 0 }
  }

  /// The verdict in one line: the number of mistakes of each kind.
  package var verdictText: String {
    let parts = mistakeCounts.map { kind, count in
      "\(kind.unit.map { pluralized(count, $0) } ?? grouped(count)) \(kind.rawValue)"
    }
    return parts.isEmpty ? "same notes" : "different: \(parts.joined(separator: ", "))"
  }
}

extension NoteAlignment.Mistake.Kind {
  /// The name of a kind. Mistakes of parts and passages come first in lists.
  enum Name: String, CaseIterable {
    case unplayed = "not played"
    case transposed
    case displaced = "out of order"
    case skipped, added, repeated, missing, extra
    case wrongPitch = "wrong pitch"
    case swapped

    /// The sign in a list of mistakes.
    var sign: String {
      switch self {
      case .missing, .skipped, .unplayed: "−"
      case .extra, .added: "+"
      case .wrongPitch, .transposed: "↕"
      case .swapped, .displaced: "⇄"
      case .repeated: "»"
      }
    }

    /// What a mistake of the kind concerns, or `nil` for single notes.
    var unit: String? {
      switch self {
      case .missing, .extra, .wrongPitch, .swapped: nil
      case .skipped, .added, .repeated, .displaced, .transposed: "passage"
      case .unplayed: "part"
      }
    }
  }

  /// The name of the kind.
  var name: Name {
    switch self {
    case .missing: .missing
    case .extra: .extra
    case .wrongPitch: .wrongPitch
    case .swapped: .swapped
    case .skipped: .skipped
    case .added: .added
    case .repeated: .repeated
    case .displaced: .displaced
    case .transposed: .transposed
    case .unplayed: .unplayed
    }
  }

  /// The notes of both performances, as indices.
  var notes: (expected: [Int], actual: [Int]) {
    switch self {
    case .missing(let note): ([note], [])
    case .extra(let note): ([], [note])
    case .wrongPitch(let expected, let actual): ([expected], [actual])
    case .swapped(let first, let second):
      ([first.expected, second.expected], [first.actual, second.actual])
    case .skipped(let notes): (Array(notes), [])
    case .added(let notes): ([], Array(notes))
    case .repeated(let expected, let actual), .displaced(let expected, let actual):
      (Array(expected), Array(actual))
    case .transposed(let transposition):
      (transposition.matches.map(\.expected), transposition.matches.map(\.actual))
    case .unplayed(let part): (part.notes, [])
    }
  }
}
