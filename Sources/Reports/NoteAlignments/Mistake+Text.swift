package import MIDICore
internal import MIDIFiles
package import Timelines

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
    var counts: [Mistake.Kind.Name: Int] = [:]
    for mistake in mistakes { counts[mistake.kind.name, default: 0] += 1 }
    return Mistake.Kind.Name.allCases.compactMap { name in counts[name].map { (name, $0) } }
  }

  /// The verdict in one line: the number of mistakes of each kind.
  package var verdictText: String {
    let parts = mistakeCounts.map { $0.kind.text(count: $0.count) }
    return parts.isEmpty ? "same notes" : "different: \(parts.joined(separator: ", "))"
  }
}

extension NoteAlignment.Mistake.Kind {
  /// The name of a kind.
  enum Name: String, CaseIterable {
    case missing, extra
    case wrongPitch = "wrong pitch"
    case swapped, skipped, added, repeated

    /// Returns the count of mistakes as text.
    fileprivate func text(count: Int) -> String {
      switch self {
      case .missing, .extra, .wrongPitch, .swapped: "\(grouped(count)) \(rawValue)"
      case .skipped, .added, .repeated: "\(pluralized(count, "passage")) \(rawValue)"
      }
    }
  }

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
}
