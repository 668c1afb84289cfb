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
      let isOfPassages = [.skipped, .added, .repeated].contains(kind)
      return "\(isOfPassages ? pluralized(count, "passage") : grouped(count)) \(kind.rawValue)"
    }
    return parts.isEmpty ? "same notes" : "different: \(parts.joined(separator: ", "))"
  }
}

extension NoteAlignment.Mistake.Kind {
  /// The name of a kind.
  enum Name: String, CaseIterable {
    case missing, extra
    case wrongPitch = "wrong pitch"
    case swapped, skipped, added, repeated

    /// The sign in a list of mistakes.
    var sign: String {
      switch self {
      case .missing, .skipped: "−"
      case .extra, .added: "+"
      case .wrongPitch: "↕"
      case .swapped: "⇄"
      case .repeated: "»"
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
    case .repeated(let expected, let actual): (Array(expected), Array(actual))
    }
  }
}
