package import Following
package import MIDICore
package import MIDIFiles
internal import Timelines

/// A note alignment as a self-contained HTML page: both takes with lines between matching notes, the tempo, and the
/// velocities, on a musical or a real time axis, and the mistakes.
package struct NoteAlignmentPage {
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
    var page = NoteAlignmentPage(alignment)
    page.appendKinds()
    page.data.append(title)
    page.data.append(alignment.verdictText)
    page.data.append(remarks(summary, expectedName, actualName, middleC))
    page.data.append(signed: Int64(middleC.rawValue))
    page.data.append(summary.unit ?? "% speed")
    page.data.append(meter == nil ? 0 : 1)
    page.data.append(summary.review.bars.count)
    for (start, bar) in zip(summary.review.starts, summary.review.bars) {
      page.append(expectedTime: start)
      page.data.append(bar.pageState)
    }
    page.data.append(summary.tempos.count)
    for (tempo, end) in summary.tempos {
      page.append(tempo.expectedTime, tempo.actualTime)
      page.append(end.expected, end.actual)
      // In hundredths of its unit.
      page.data.append(Int64(exactly: (tempo.value * (summary.unit != nil ? 100 : 10_000)).rounded()) ?? 0)
    }
    page.appendNotes()
    page.data.append(alignment.mistakes.count)
    for (index, mistake) in alignment.mistakes.enumerated() {
      page.append(mistake, text: texts[index], times: times[index])
    }
    let items = zip(times, texts).map { "\($0.0) · \($0.1) \($1)" }
    let body =
      HTMLPage.listWithoutScripts(items, title: title, verdict: alignment.verdictText)
      + HTMLPage.alignment.body + HTMLPage.data(page.data.bytes, id: "alignment")
    return HTMLPage.alignment.bytes(title: title, body: body)
  }

  private static func remarks(
    _ summary: PlayingSummary, _ expectedName: String, _ actualName: String, _ middleC: MiddleC
  ) -> [String] {
    ["Expected (above): \(expectedName.printable). Actual (below): \(actualName.printable)."]
      + summary.lines(middleC).map { "\($0.label.prefix(1).uppercased())\($0.label.dropFirst()): \($0.text)" }
  }

  // MARK: Packing

  private let alignment: NoteAlignment
  /// The previous time on both axes, to which times are relative.
  private var last: (expected: Int64, actual: Int64) = (0, 0)
  /// The compact form of the alignment, which `alignmentdata.js` reads.
  private var data = PackedBytes()

  private init(_ alignment: NoteAlignment) { self.alignment = alignment }

  private mutating func appendKinds() {
    data.append(NoteAlignment.Mistake.Kind.Name.allCases.count)
    for name in NoteAlignment.Mistake.Kind.Name.allCases {
      // Notes that were played elsewhere have the color of expected notes.
      let color = [.swapped, .repeated, .displaced, .transposed].contains(name) ? "same" : "actual"
      for text in [name.rawValue, name.sign, color] { data.append(text) }
    }
  }

  /// Appends a time on both axes.
  private mutating func append(_ expected: Nanoseconds, _ actual: Nanoseconds) {
    let time = (expected: expected.microseconds, actual: actual.microseconds)
    data.append(signed: time.expected - last.expected)
    data.append(signed: time.actual - last.actual)
    last = time
  }

  /// Appends an expected time, and the time in the performance by the first passage that reaches it.
  private mutating func append(expectedTime time: Nanoseconds) {
    let passage = alignment.passages.first { passage in
      passage.warp.points.last.map { $0.expected >= time } ?? false
    }
    append(time, (passage ?? alignment.passages.last)?.warp.actualTime(of: time) ?? time)
  }

  /// Appends the notes of both takes, the partners of the actual notes, and the ornaments.
  private mutating func appendNotes() {
    for (notes, isExpected) in [(alignment.expected.notes, true), (alignment.actual.notes, false)] {
      data.append(notes.count)
      for note in notes {
        for time in [note.onset, note.offset ?? note.onset] {
          if isExpected { append(expectedTime: time) } else { append(alignment.expectedTime(of: time), time) }
        }
        for value in [note.number.rawValue, note.velocity.rawValue, note.channel.rawValue] {
          data.append(value)
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
  private mutating func append(_ mistake: NoteAlignment.Mistake, text: String, times: (String, String)) {
    data.append(NoteAlignment.Mistake.Kind.Name.allCases.prefix { $0 != mistake.kind.name }.count)
    let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
    for text in [parts.first ?? "", parts.dropFirst().first ?? "", times.0, times.1] { data.append(text) }
    append(mistake.expectedTime, mistake.actualTime)
    append(mistake.kind.notes.expected)
    append(mistake.kind.notes.actual)
  }

  private mutating func append(_ numbers: [Int]) {
    data.append(numbers.count)
    for number in numbers { data.append(number) }
  }
}
