internal import Following
internal import Instruments
package import MIDICore
internal import MIDIFiles
internal import MIDIRecReports
package import SystemPackage
package import Timelines

/// A compared timeline: of a subject's notes, or of a Standard MIDI File that a program wrote.
package struct TimelinePart: ComparedPart {
  package let timeline: Timeline
  /// A remark on the repairs of a damaged file, as a sentence without a period, or `nil` if the file is intact.
  package private(set) var remark: String?
  /// The text of the timeline, or the file that it was read from.
  private let file: [UInt8]

  /// Creates a part from a timeline.
  package init(_ timeline: Timeline) {
    self.timeline = timeline
    file = Array(timeline.text.utf8)
  }

  package init(_ file: [UInt8], of path: FilePath) throws(SessionError) {
    self.file = file
    do {
      timeline = try Timeline(text: file)
    } catch {
      if error.found?.contains("<<<<<<<") == true {
        throw SessionError(
          .badData, path, line: error.line,
          "has a merge conflict; keep one of the two versions, or run midirec test --update all with either")
      }
      throw SessionError(
        .badData, path, line: error.line, "expected \(error.expected), found \(error.found ?? "the end")")
    }
  }

  package static var form: String { "a Standard MIDI File" }

  /// A program's file is a text or a take. A change from one to the other is a change of text.
  package static func fits(_ file: [UInt8], as name: PartName) -> Bool {
    name == .timeline || name == .file && Timeline.isText(file)
  }

  package static func context(
    _ options: Comparison.Options, accepted: () -> Timeline?, recording: () -> Recording
  ) -> Comparison.Options { options }

  package func stored(for session: FilePath) -> (part: TimelinePart, file: [UInt8]) { (self, file) }
  package func isStored(in file: [UInt8]) -> Bool { file == self.file }
  package func isSame(as other: TimelinePart) -> Bool { file == other.file }

  package func judgment(against expected: TimelinePart, in context: Comparison.Options) -> Comparison {
    let expected = Performance(expected.timeline)
    var actual = Performance(timeline)
    if context.followsTempo {
      actual = NoteAlignment(expected: expected, actual: actual).actualOnExpectedAxis
    }
    return Comparison(expected: expected, actual: actual, options: context)
  }

  package func merged(into expected: TimelinePart, _ judgment: Comparison) -> TimelinePart? {
    TimelinePart(judgment.mergedTimeline(expected: expected.timeline, actual: timeline))
  }

  package var isSilent: Bool { !timeline.hasChannelMessages }
  package var summary: String { "has \(pluralized(Performance(timeline).notes.count, "note"))" }
  package var notes: Performance? { Performance(timeline) }

  package func changedLines(from expected: TimelinePart?) -> [ContextLines.Line] {
    guard let expected else { return timeline.text.split(separator: "\n").map { ("+", $0) } }
    return ContextLines(from: expected.timeline, to: timeline).lines
  }

  /// The comparison with an empty timeline.
  package var newJudgment: Comparison? {
    let empty = Timeline(sources: timeline.sources, entries: [], end: timeline.end)
    return Comparison(
      expected: Performance(empty), actual: Performance(timeline),
      options: Comparison.Options(alignsStart: false))
  }
}

extension Timeline {
  /// Whether there is a note, a controller, or any other change of a channel.
  var hasChannelMessages: Bool { entries.contains { $0.channel != nil } }
}

extension TimelinePart {
  /// The endings of names that only Standard MIDI Files have.
  private static let takeEndings = [".mid", ".midi", ".smf", ".kar", ".rmi"]

  /// Returns whether a file is meant to be a Standard MIDI File, which its first bytes or its name show.
  package static func isTake(_ file: [UInt8], named name: String) -> Bool {
    let name = name.lowercased()
    return MIDIFile.isBegun(by: file) || takeEndings.contains(where: name.hasSuffix)
  }

  /// Reads a Standard MIDI File that a subject wrote as well as possible.
  ///
  /// - Parameters:
  ///   - take: Any bytes.
  ///   - name: The name of the file.
  /// - Throws: ``SubjectFailure`` if it isn't a Standard MIDI File, or has several independent pieces.
  package init(take: [UInt8], named name: String) throws(SubjectFailure) {
    do {
      let decoded = try MIDIFile.decode(take)
      self.init(Timeline(try decoded.file.recording()))
      guard let first = decoded.diagnostics.listed.first else { return }
      let count = decoded.diagnostics.count
      let rest = count > 1 ? "; and \(count - 1) more" : ""
      remark = "\(name): \(pluralized(count, "violation")) repaired while reading: \(first)\(rest)"
    } catch {
      throw SubjectFailure(
        .misbehaved, "wrote \(name.quoted), which can't be read: \(MIDIFile.reason(of: error))")
    }
  }
}

extension Comparison: PartJudgment {
  package var finding: String? { differences.isEmpty ? nil : DifferenceCounts(differences).text }

  package var pattern: AnyHashable {
    var (takeChanges, noteChanges): (Set<TakeChange>, Set<NoteChange>) = ([], [])
    var (quantities, events): (Set<ValueCurve.Quantity>, Set<Timeline.Change>) = ([], [])
    var (passageEffects, hasSwaps): (Set<PassageEffect>, Bool) = ([], false)
    for difference in differences {
      switch difference {
      case .take(let change): takeChanges.insert(change)
      case .passage(let change): passageEffects.insert(change.effect)
      case .note(let note): noteChanges.formUnion(note.changes)
      case .swapped: hasSwaps = true
      case .value(let value): quantities.insert(value.quantity)
      case .event(let event): events.formUnion([event.expected, event.actual].compactMap { $0?.change })
      }
    }
    return [takeChanges, passageEffects, noteChanges, quantities, events, hasSwaps] as [AnyHashable]
  }

  package func lines(limit: Int?, _ style: PartStyle) -> [String] {
    differenceLines(
      limit: limit, timeText: { timeText($0, style.givesBeats ? style.meter : nil) },
      cellText: style.view?.cellText)
  }

  package func reviewLines(_ names: PartNames, limit: Int, _ style: PartStyle) -> [String] {
    let text = text(
      expectedName: names.expected, actualName: names.actual, differenceLimit: limit,
      timeText: { timeText($0, style.givesBeats ? style.meter : nil) }, cellText: style.view?.cellText)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  package func describe(in document: inout SessionsDocument.Outcome, _ style: PartStyle) {
    document.comparison = ComparisonDocument(
      self, meter: style.givesBeats ? style.meter : nil, view: style.view)
  }

  package func page(
    _ title: String, _ names: PartNames, _ style: PartStyle, of files: PartFiles?, home: String?
  ) -> [UInt8]? {
    ComparisonPage(
      self, title: title, expectedName: names.expected, actualName: names.actual, view: style.view,
      meter: style.meter, startsInBars: style.givesBeats
    ).bytes(home: home)
  }
}
