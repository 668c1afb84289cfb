package import Following
package import MIDICore
package import MIDIFiles
internal import Timelines

extension NoteAlignment {
  /// Returns the human-readable alignment: the verdict, how it was played, and then one mistake per line: those of parts
  /// and passages, and then those of notes, each in order of the performance.
  ///
  /// - Parameters:
  ///   - expectedName: The name of the score, or of the performance to compare with.
  ///   - actualName: The name of the performance.
  ///   - limit: The maximum number of listed mistakes, or `nil` for all.
  ///   - middleC: The octave of middle C in names of notes.
  ///   - meter: The bars and beats of the expected times, or `nil` for seconds.
  package func text(
    expectedName: String, actualName: String, limit: Int?, middleC: MiddleC = .octave4, meter: MeterMap? = nil
  ) -> String {
    var lines = [
      "expected: \(expectedName.printable): \(expected.noteText)",
      "actual:   \(actualName.printable): \(actual.noteText)",
      verdictText,
    ]
    lines += PlayingSummary(self, meter: meter).lines(middleC).map { label, text in
      "\(label):" + String(repeating: " ", count: 9 - label.count) + text
    }
    if isDoubtful { lines.append("          most notes don't match; is it another piece?") }
    if !mistakes.isEmpty { lines += [""] + mistakeLines(limit, middleC, meter) }
    return lines.joined(separator: "\n")
  }

  /// Whether so few notes match that the takes are probably different pieces.
  ///
  /// A performance with few notes of the score plays hardly any others, and one with many others plays most of the score.
  /// In different pieces, notes that match by chance are scattered among others in both.
  var isDoubtful: Bool {
    if matchCount * 2 < min(expected.notes.count, actual.notes.count) { return true }
    let matches = passages.flatMap(\.matches)
    guard let first = matches.map(\.actual).min(), let last = matches.map(\.actual).max() else {
      return false
    }
    var isReached = [Bool](repeating: false, count: expected.notes.count)
    for note in passages.lazy.flatMap(\.expected) { isReached[note] = true }
    let reached = isReached.count { $0 }
    let played = Set(matches.lazy.map(\.expected)).count
    return played * 10 < reached * 6 && matches.count * 10 < (last - first + 1) * 6
  }

  /// Returns the mistakes, one per line, each with its times in the expected and in the actual take.
  private func mistakeLines(_ limit: Int?, _ middleC: MiddleC, _ meter: MeterMap?) -> [String] {
    // Passages are few, and explain most.
    let ordered = mistakes.filter { $0.kind.name.unit != nil } + mistakes.filter { $0.kind.name.unit == nil }
    let listed = ordered.prefix(max(0, limit ?? ordered.count))
    let rows = listed.map { mistake in
      (
        place: timeText(mistake.expectedTime, meter), time: mistake.actualTime.description,
        text: text(of: mistake, middleC: middleC) + endText(of: mistake, meter)
      )
    }
    let widths = (rows.map(\.place.count).max() ?? 0, rows.map(\.time.count).max() ?? 0)
    var lines = rows.map { row in
      "\(padded(row.place, to: widths.0))  \(padded(row.time, to: widths.1))  \(row.text)"
    }
    let rest = mistakes.count - listed.count
    if rest > 0 { lines.append("… and \(grouped(rest)) more") }
    return lines
  }

  /// Returns where a passage of a mistake ends, or an empty text for single notes.
  private func endText(of mistake: Mistake, _ meter: MeterMap?) -> String {
    switch mistake.kind {
    case .skipped(let notes), .repeated(let notes, _), .displaced(let notes, _):
      ", to \(timeText(expected.notes[notes.upperBound - 1].onset, meter))"
    case .added(let notes): ", to \(actual.notes[notes.upperBound - 1].onset)"
    case .transposed(let transposition):
      transposition.semitones == semitones
        ? ""
        : ", to \(timeText(expected.notes[transposition.matches[transposition.matches.count - 1].expected].onset, meter))"
    case .missing, .extra, .wrongPitch, .swapped, .unplayed: ""
    }
  }
}

extension Performance {
  /// The number of notes and the length: `288 notes, 61.25 s`.
  fileprivate var noteText: String { "\(pluralized(notes.count, "note")), \(end.shortText)" }
}
