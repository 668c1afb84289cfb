package import Following
package import MIDICore
package import MIDIFiles
internal import Timelines

extension NoteAlignment {
  /// Returns the human-readable alignment: the verdict, the tempo, the spread of chords, the velocities, and then one
  /// mistake per line: those of parts and passages, and then those of notes, each in order of the performance.
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
    let summary = PlayingSummary(self, meter: meter)
    var lines = [
      "expected: \(expectedName.printable): \(expected.noteText)",
      "actual:   \(actualName.printable): \(actual.noteText)",
      verdictText,
      "followed: \(matchText)",
    ]
    if isDoubtful {
      lines.append("          most notes don't match; is it another piece?")
    } else {
      if let tempo = summary.tempoText(meter) { lines.append("tempo:    \(tempo)") }
      if let chords = summary.chordText(meter) { lines.append("chords:   \(chords)") }
      if let velocities = summary.velocityText { lines.append("velocity: \(velocities)") }
    }
    if !mistakes.isEmpty { lines += [""] + mistakeLines(limit, middleC, meter) }
    return lines.joined(separator: "\n")
  }

  /// Whether so few notes match that the takes are probably different pieces, in which less than half match by chance.
  private var isDoubtful: Bool { matchCount * 2 < min(expected.notes.count, actual.notes.count) }

  /// The number of matches and ornaments.
  package var matchText: String {
    let matched = Set(passages.lazy.flatMap(\.matches).map(\.expected)).count
    let ornamentText =
      ornaments.isEmpty
      ? "" : "; \(pluralized(ornaments.count, "ornament")) that the expected notes don't have"
    return "\(grouped(matched)) of \(pluralized(expected.notes.count, "note")) were played\(ornamentText)"
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

extension PlayingSummary {
  /// Returns the mean tempo with the slowest and the fastest bar, or `nil` if nothing matches.
  func tempoText(_ meter: MeterMap?) -> String? {
    guard let meanTempo else { return nil }
    func text(_ tempo: Double) -> String {
      unit.map { "\(rounded(tempo)) \($0)" } ?? "\(rounded(tempo * 100))% of the expected tempo"
    }
    let tempos = tempos.map(\.tempo)
    guard let slowest = tempos.min(by: { $0.value < $1.value }),
      let fastest = tempos.max(by: { $0.value < $1.value }), tempos.count > 1
    else { return text(meanTempo) }
    func place(_ tempo: NoteAlignmentDocument.Tempo) -> String {
      meter.map { "in bar \($0.position(at: tempo.expectedTime).bar)" }
        ?? "at \(tempo.expectedTime.shortText)"
    }
    func number(_ tempo: NoteAlignmentDocument.Tempo) -> String {
      unit != nil ? rounded(tempo.value) : "\(rounded(tempo.value * 100))%"
    }
    // A steady tempo has no slowest bar.
    if number(slowest) == number(fastest) { return text(meanTempo) }
    return
      "\(text(meanTempo)) on average, from \(number(slowest)) \(place(slowest)) to \(number(fastest)) \(place(fastest))"
  }

  /// Returns the spread of the chords, or `nil` if there are none.
  func chordText(_ meter: MeterMap?) -> String? {
    guard let meanSpread, let widest = chords.max(by: { $0.spread < $1.spread }) else { return nil }
    return
      "notes start within \(meanSpread.shortText) on average, at most \(widest.spread.shortText) at \(timeText(widest.expectedTime, meter))"
  }

  /// The velocities, or `nil` if no note matches.
  var velocityText: String? {
    guard let velocities else { return nil }
    let text =
      velocities.least == velocities.greatest
      ? "\(velocities.least)"
      : "\(rounded(velocities.mean)) on average, from \(velocities.least) to \(velocities.greatest)"
    guard let differences = velocityDifferences else { return text }
    guard differences.least < differences.greatest || differences.least != 0 else {
      return "\(text); as expected"
    }
    let mean = Int(differences.mean.rounded())
    let change = mean == 0 ? "as expected" : "\(abs(mean)) \(mean > 0 ? "higher" : "lower") than expected"
    return
      "\(text); \(change) on average, from \(signed(differences.least)) to \(signed(differences.greatest))"
  }

  private func rounded(_ value: Double) -> String { String(Int(value.rounded())) }

  private func signed(_ value: Int) -> String { value > 0 ? "+\(value)" : "\(value)" }
}
