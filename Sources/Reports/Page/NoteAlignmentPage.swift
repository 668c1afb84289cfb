package import MIDICore
package import MIDIFiles
package import Timelines

/// A note alignment as a self-contained HTML page: both takes with lines between matching notes, the tempo, and the
/// velocities, on a musical or a real time axis, and the mistakes.
package enum NoteAlignmentPage {
  /// The maximum number of bars on the ruler.
  private static let maxBarCount = 20_000

  /// Returns the page's bytes. Equal alignments and names give equal bytes.
  ///
  /// - Parameters:
  ///   - alignment: The alignment.
  ///   - expectedName: The name of the score, or of the performance to compare with.
  ///   - actualName: The name of the performance.
  ///   - middleC: The octave of middle C in names of notes.
  ///   - meter: The bars and beats of the expected times, or `nil` for seconds.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  package static func bytes(
    of alignment: NoteAlignment, expectedName: String, actualName: String, middleC: MiddleC = .octave4,
    meter: MeterMap? = nil
  ) -> [UInt8] {
    let title = [expectedName, actualName].map { $0.split(separator: "/").last.map(String.init) ?? $0 }
      .joined(separator: " and ").printable
    let summary = PlayingSummary(alignment, meter: meter)
    let texts = alignment.mistakes.map { alignment.text(of: $0, middleC: middleC) }
    let times = alignment.mistakes.map { (timeText($0.expectedTime, meter), $0.actualTime.clockText) }
    var data = AlignmentData(alignment)
    data.appendKinds()
    data.bytes.append(title)
    data.bytes.append(alignment.verdictText)
    data.bytes.append(remarks(on: alignment, summary, expectedName, actualName, meter))
    data.bytes.append(signed: Int64(middleC.rawValue))
    data.bytes.append(summary.isInBeats ? "BPM" : "% speed")
    let bars = meter?.bars(through: alignment.expected.end, limit: maxBarCount) ?? []
    data.bytes.append(bars.count)
    for bar in bars { data.append(expectedTime: bar) }
    data.bytes.append(summary.tempos.count)
    for tempo in summary.tempos {
      data.append(tempo.expectedTime, tempo.actualTime)
      data.append(tempo.expectedEnd, tempo.actualEnd)
      // In hundredths of its unit.
      data.bytes.append(Int64(exactly: (tempo.value * (summary.isInBeats ? 100 : 10_000)).rounded()) ?? 0)
    }
    data.appendNotes()
    data.bytes.append(alignment.mistakes.count)
    for (index, mistake) in alignment.mistakes.enumerated() {
      data.append(mistake, text: texts[index], times: times[index])
    }
    let items = zip(times, texts).map { "\($0.0) · \($0.1) \($1)" }
    let body =
      HTMLPage.listWithoutScripts(items, title: title, verdict: alignment.verdictText)
      + PageAssets.alignment.body + HTMLPage.data(data.bytes.bytes, id: "alignment")
    return HTMLPage.bytes(title: title, .alignment, body: body)
  }

  private static func remarks(
    on alignment: NoteAlignment, _ summary: PlayingSummary, _ expectedName: String, _ actualName: String,
    _ meter: MeterMap?
  ) -> [String] {
    [
      "Expected (above): \(expectedName.printable). Actual (below): \(actualName.printable).",
      alignment.matchText,
    ]
      + [
        summary.tempoText(meter).map { "Tempo: \($0)" }, summary.chordText(meter).map { "Chords: \($0)" },
        summary.velocityText.map { "Velocity: \($0)" },
      ].compactMap { $0 }
  }
}

/// The compact form of an alignment, which `alignmentdata.js` reads.
private struct AlignmentData {
  private let alignment: NoteAlignment
  /// The previous time on both axes, to which times are relative.
  private var last: (expected: Int64, actual: Int64) = (0, 0)
  var bytes = PackedBytes()

  init(_ alignment: NoteAlignment) { self.alignment = alignment }

  mutating func appendKinds() {
    bytes.append(NoteAlignment.Mistake.Kind.Name.allCases.count)
    for kind in NoteAlignment.Mistake.Kind.Name.allCases {
      // Notes that were played, but at another place, have the color of those that are as expected.
      let color = [.swapped, .repeated].contains(kind) ? "same" : DifferenceAspect.actual.rawValue
      for text in [kind.rawValue, kind.sign, color] { bytes.append(text) }
    }
  }

  /// Appends a time on both axes.
  mutating func append(_ expected: Nanoseconds, _ actual: Nanoseconds) {
    let time = (expected: expected.microseconds, actual: actual.microseconds)
    bytes.append(signed: time.expected - last.expected)
    bytes.append(signed: time.actual - last.actual)
    last = time
  }

  /// Appends an expected time, and the time in the performance by the first passage that reaches it.
  mutating func append(expectedTime time: Nanoseconds) {
    let passage = alignment.passages.first { passage in
      passage.warp.points.last.map { $0.expected >= time } ?? false
    }
    append(time, (passage ?? alignment.passages.last)?.warp.actualTime(of: time) ?? time)
  }

  /// Appends the notes of both takes, the partners of the actual notes, and the ornaments.
  mutating func appendNotes() {
    for (notes, isExpected) in [(alignment.expected.notes, true), (alignment.actual.notes, false)] {
      bytes.append(notes.count)
      for note in notes {
        for time in [note.onset, note.offset ?? note.onset] {
          if isExpected { append(expectedTime: time) } else { append(alignment.expectedTime(of: time), time) }
        }
        for value in [note.number.rawValue, note.velocity.rawValue, note.channel.rawValue] {
          bytes.append(value)
        }
      }
    }
    var partners = Array(repeating: 0, count: alignment.actual.notes.count)
    for match in alignment.passages.flatMap(\.matches) { partners[match.actual] = match.expected + 1 }
    for case .wrongPitch(let expected, let actual) in alignment.mistakes.map(\.kind) {
      partners[actual] = expected + 1
    }
    append(partners)
    append(alignment.ornaments.flatMap(\.extra))
  }

  /// Appends a mistake. Its text has a subject before a colon, or is the subject.
  mutating func append(_ mistake: NoteAlignment.Mistake, text: String, times: (String, String)) {
    bytes.append(NoteAlignment.Mistake.Kind.Name.allCases.firstIndex(of: mistake.kind.name) ?? 0)
    let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
    for text in [parts.first ?? "", parts.dropFirst().first ?? "", times.0, times.1] { bytes.append(text) }
    append(mistake.expectedTime, mistake.actualTime)
    append(mistake.kind.notes.expected)
    append(mistake.kind.notes.actual)
  }

  private mutating func append(_ numbers: [Int]) {
    bytes.append(numbers.count)
    for number in numbers { bytes.append(number) }
  }
}

extension NoteAlignment.Mistake.Kind.Name {
  /// The sign of the kind on a page.
  fileprivate var sign: String {
    switch self {
    case .missing, .skipped: "−"
    case .extra, .added: "+"
    case .wrongPitch: "↕"
    case .swapped: "⇄"
    case .repeated: "»"
    }
  }
}
