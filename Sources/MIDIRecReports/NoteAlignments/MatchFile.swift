package import Following
internal import MIDICore
package import MIDIFiles
internal import Timelines

/// A note alignment in the match file format 1.0.0, which parangonar and partitura read.
///
/// The format is described in "The match file format: Encoding Alignments between Scores and Performances" (Foscarin and
/// others, 2022). It needs the notation of a score, which a MIDI file has only in part: note names follow the key
/// signature, and voices and staves are unknown.
package struct MatchFile {
  /// The length of a tick of the performance, in nanoseconds: 31,250 per quarter note at 120 BPM.
  private static let tick: Int64 = 16_000

  private let alignment: NoteAlignment
  private let meter: MeterMap
  private let score: MIDIFile
  /// The key signatures in order of time.
  private let keys: [(time: Nanoseconds, value: KeySignature)]
  private var lines: [String] = []

  /// Returns the file's text.
  ///
  /// - Parameters:
  ///   - alignment: The alignment.
  ///   - score: The file of the expected take.
  ///   - meter: The bars and beats of that file.
  ///   - scoreName: The name of the expected take.
  ///   - performanceName: The name of the actual take.
  /// - Complexity: O(*n* (log *n* + *m*)), where *n* is the number of notes, and *m* that of time and key signatures.
  package static func text(
    of alignment: NoteAlignment, score: MIDIFile, meter: MeterMap, scoreName: String, performanceName: String
  ) -> String {
    var file = MatchFile(alignment, score: score, meter: meter)
    file.addHeader(scoreName, performanceName)
    file.addNotes()
    file.addPedals()
    return file.lines.map { $0 + ".\n" }.joined()
  }

  private init(_ alignment: NoteAlignment, score: MIDIFile, meter: MeterMap) {
    self.alignment = alignment
    self.score = score
    self.meter = meter
    keys = Self.timed(in: score) { if case .meta(.keySignature(let key)) = $0 { key } else { nil } }
  }

  /// Returns the values of some of a file's events, in order of time.
  private static func timed<Value>(
    in score: MIDIFile, _ value: (MIDIFile.Event) -> Value?
  ) -> [(time: Nanoseconds, value: Value)] {
    let tempoMap = score.tempoMap(of: score.tracks)
    return score.tracks.flatMap { track in
      track.events.compactMap { event in value(event.event).map { (tempoMap.time(at: event.time), $0) } }
    }.sorted { $0.time < $1.time }
  }

  private mutating func addHeader(_ scoreName: String, _ performanceName: String) {
    func value(_ path: String) -> String {
      let name = path.split(separator: "/").last ?? "-"
      let scalars = name.unicodeScalars.map { "(),".unicodeScalars.contains($0) || $0.isInvisible ? "_" : $0 }
      return String(String.UnicodeScalarView(scalars))
    }
    lines = [
      "info(matchFileVersion,1.0.0)", "info(piece,-)", "info(scoreFileName,\(value(scoreName)))",
      "info(midiFileName,\(value(performanceName)))", "info(composer,-)", "info(performer,-)",
      "info(midiClockUnits,31250)", "info(midiClockRate,500000)",
    ]
    var signatures = Self.timed(in: score) { event -> String? in
      guard case .meta(.timeSignature(let signature)) = event, signature.numerator > 0 else { return nil }
      return "\(signature.numerator)/\(1 << Int(min(signature.denominatorPower, 16)))"
    }
    if signatures.first?.time != .zero { signatures.insert((.zero, "4/4"), at: 0) }
    let keyNames = keys.isEmpty ? [(Nanoseconds.zero, "C")] : keys.map { ($0.time, $0.value.matchName) }
    // Files often have the same signatures in each track.
    let properties =
      keyNames.map { property("keySignature", $1, at: $0) }
      + signatures.map { property("timeSignature", $0.value, at: $0.time) }
    for line in properties where !lines.contains(line) { lines.append(line) }
  }

  private func property(_ name: String, _ value: String, at time: Nanoseconds) -> String {
    let place = meter.place(at: time)
    return
      "scoreprop(\(name),\(value),\(place.bar):\(place.beat),\(place.offset),\(fourDecimals(meter.beats(at: time))))"
  }

  private mutating func addNotes() {
    let ornamental = Dictionary(
      alignment.ornaments.flatMap { ornament in ornament.extra.map { ($0, ornament.note.expected) } },
      uniquingKeysWith: { first, _ in first })
    var isMatched = [Bool](repeating: false, count: alignment.actual.notes.count)
    var matchCounts = [Int](repeating: 0, count: alignment.expected.notes.count)
    for match in alignment.passages.lazy.flatMap(\.matches) {
      isMatched[match.actual] = true
      matchCounts[match.expected] += 1
      lines.append(
        "\(scoreNote(match.expected, copy: matchCounts[match.expected]))-\(performedNote(match.actual))")
    }
    for note in matchCounts.indices where matchCounts[note] == 0 {
      lines.append("\(scoreNote(note, copy: 1))-deletion")
    }
    for note in isMatched.indices where !isMatched[note] {
      let role = ornamental[note].map { "ornament(\(anchor($0, copy: 1)),[trill])" } ?? "insertion"
      lines.append("\(role)-\(performedNote(note))")
    }
  }

  /// Returns the identifier of a note. Each time that the performance plays a note, the identifier differs.
  private func anchor(_ note: Int, copy: Int) -> String { "n\(note + 1)-\(copy)" }

  private func scoreNote(_ index: Int, copy: Int) -> String {
    let note = alignment.expected.notes[index]
    let end = note.offset ?? note.onset
    let place = meter.place(at: note.onset)
    let sharps = Int(keys.last { $0.time <= note.onset }?.value.sharps ?? 0)
    let (name, accidental, octave) = note.number.spelling(sharps: sharps)
    let fields = [
      anchor(index, copy: copy), "[\(name),\(accidental)]", "\(octave)", "\(place.bar):\(place.beat)",
      "\(place.offset)", "\(meter.length(from: note.onset, to: end))",
      fourDecimals(meter.beats(at: note.onset)),
      fourDecimals(meter.beats(at: end)), "[v\(note.channel.number)]",
    ]
    return "snote(\(fields.joined(separator: ",")))"
  }

  private func performedNote(_ index: Int) -> String {
    let note = alignment.actual.notes[index]
    let fields = [
      "n\(index)", "\(note.number.rawValue)", "\(ticks(note.onset))", "\(ticks(note.offset ?? note.onset))",
      "\(note.velocity.rawValue)", "\(note.channel.rawValue)", "\(note.source)",
    ]
    return "note(\(fields.joined(separator: ",")))"
  }

  private mutating func addPedals() {
    for (controller, name) in [(Controller.sustain, "sustain"), (.soft, "soft")] {
      let steps = alignment.actual.curves.filter { $0.quantity == .controller(controller) }.flatMap(\.steps)
      lines += steps.sorted { $0.time < $1.time }.map { "\(name)(\(ticks($0.time)),\($0.value))" }
    }
  }

  private func ticks(_ time: Nanoseconds) -> Int64 { max(time.rawValue, 0) / Self.tick }

  private func fourDecimals(_ value: Double) -> String {
    decimalText(Int64((value * 10_000).rounded()), decimals: 4, keepsZeros: true)
  }
}

extension NoteNumber {
  /// Returns the letter, the accidental (`n`, `#`, or `b`), and the octave, with flats if the key has flats.
  fileprivate func spelling(sharps: Int) -> (letter: String, accidental: String, octave: Int) {
    let letters = sharps < 0 ? "CDDEEFGGAABB" : "CCDDEFFGGAAB"
    let step = Int(rawValue) % 12
    let letter = letters[letters.index(letters.startIndex, offsetBy: step)]
    let isNatural = [0, 2, 4, 5, 7, 9, 11].contains(step)
    return (String(letter), isNatural ? "n" : sharps < 0 ? "b" : "#", Int(rawValue) / 12 - 1)
  }
}

extension KeySignature {
  /// The name in match files: `Bb` or `F#m`.
  fileprivate var matchName: String {
    String(tonic.map { $0 == "♭" ? "b" : $0 == "♯" ? "#" : $0 }) + (isMinor ? "m" : "")
  }
}
