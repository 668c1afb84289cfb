package import Foundation
package import Instruments
package import MIDICore
package import MIDIFiles
package import SystemPackage
package import Timelines

/// A part of a subject's result: a timeline, a text, or audio.
///
/// A subject returns its parts in an ``SubjectObservation``. ``SubjectRun`` compares each part with the accepted file of its
/// name, and writes a part that differs to the pending file. `midirec review` reads both files and compares them again.
/// Reports print the ``Judgment``. Reports in files contain ``PartFiles``, so that a different machine can repeat the
/// comparison.
///
/// All others know only this protocol. To add a part, conform a type in a file of its own, add its name to
/// ``PartName``, and list the type in the ``SubjectRegistry``.
package protocol ComparedPart: Sendable {
  /// The result of a comparison.
  associatedtype Judgment: PartJudgment
  /// The facts on which a comparison depends besides the two parts, such as tolerances.
  associatedtype Context: Codable & Sendable

  /// The form of the file as words: `a text`.
  static var form: String { get }
  /// Returns whether a file of a part with this name has this form.
  static func fits(_ file: [UInt8], as name: PartName) -> Bool
  /// Returns the context of a comparison in a session.
  ///
  /// - Parameters:
  ///   - options: The tolerances.
  ///   - accepted: Returns the accepted timeline of the subject, or `nil` if there is none.
  ///   - recording: Returns the recording that was played.
  static func context(
    _ options: Comparison.Options, accepted: () -> Timeline?, recording: () -> Recording
  ) -> Context

  /// Reads a file.
  ///
  /// - Parameter path: The path, for errors.
  init(_ file: [UInt8], of path: FilePath) throws(SessionError)
  /// Returns the part as its file stores it, and the contents of the file.
  ///
  /// - Parameter session: The session's file, for errors.
  func stored(for session: FilePath) throws(SessionError) -> (part: Self, file: [UInt8])
  /// Returns whether a file is known to store this part, without reading it.
  func isStored(in file: [UInt8]) -> Bool
  /// Returns whether a different run gave an equal part.
  func isSame(as other: Self) -> Bool
  /// Compares the part with the expected one.
  func judgment(against expected: Self, in context: Context) -> Judgment
  /// Returns the part to accept, in which everything that matches has its expected form, or `nil` for the part itself.
  func merged(into expected: Self, _ judgment: Judgment) -> Self?

  /// The part with which each result is compared in place of an accepted file, or `nil` if results can be accepted.
  var demanded: Self? { get }
  /// A remark on the result, as a sentence without a period, or `nil`.
  var remark: String? { get }
  /// Whether the part is a timeline without notes and controllers.
  var isSilent: Bool { get }
  /// A part of a sentence for a review: `has 3 notes`.
  var summary: String { get }
  /// Whether the file is audio, which a review invites to hear.
  static var isAudio: Bool { get }
  /// The notes that a synthesizer plays in a review, or `nil` if the part has none.
  var notes: Performance? { get }
  /// Returns the lines that differ from the expected part, or all lines without one. Audio has no lines.
  func changedLines(from expected: Self?) -> [ContextLines.Line]
  /// The comparison with an empty part, for the page of a part without an expectation, or `nil` if it has no page.
  var newJudgment: Judgment? { get }
}

/// The comparison of a part with the expected one, for reports.
package protocol PartJudgment: Sendable {
  /// The most important fact in one line, such as the number of differences, or `nil` if nothing differs.
  var finding: String? { get }
  /// A remark on a part that matches, as a sentence without a period, or `nil`.
  var remark: String? { get }
  /// The kinds and amounts of the differences, without their notes and times. Results with equal patterns differ in the
  /// same way.
  var pattern: AnyHashable { get }
  /// The alignment of the results in one line, or `nil` if they aren't aligned.
  var alignmentText: String? { get }

  /// Returns the differences, one per line.
  ///
  /// - Parameter limit: The maximum number of listed differences, or `nil` for all.
  func lines(limit: Int?, _ style: PartStyle) -> [String]
  /// The evidence for the finding, by line, for reports of any length.
  var evidenceLines: [String] { get }
  /// Advice to the user and the last lines of a program, by line.
  var details: [String] { get }
  /// Returns the verdict for a review, one line per fact.
  ///
  /// - Parameters:
  ///   - names: The names of the two files.
  ///   - limit: The maximum number of listed differences.
  func reviewLines(_ names: PartNames, limit: Int, _ style: PartStyle) -> [String]
  /// Adds the differences to a JSON document.
  func describe(in document: inout SessionsDocument.Outcome, _ style: PartStyle)
  /// Returns the page of the differences, or `nil` if the part has no page.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - names: The names of the expected and the actual result.
  ///   - files: The compared files, or `nil` if they weren't kept.
  ///   - home: The index page to link to, or `nil`.
  func page(
    _ title: String, _ names: PartNames, _ style: PartStyle, of files: PartFiles?, home: String?
  ) -> [UInt8]?
}

/// The names of an expected and an actual result.
package typealias PartNames = (expected: String, actual: String)

extension ComparedPart {
  package var demanded: Self? { nil }
  package var remark: String? { nil }
  package var isSilent: Bool { false }
  package static var isAudio: Bool { false }
  package var notes: Performance? { nil }
  package var newJudgment: Judgment? { nil }
  package func merged(into expected: Self, _ judgment: Judgment) -> Self? { nil }
  package func changedLines(from expected: Self?) -> [ContextLines.Line] { [] }

  /// Returns whether a part of any type is equal.
  func isSame(asAny other: any ComparedPart) -> Bool { (other as? Self).map(isSame) ?? false }

  /// Returns the lines that differ from an expected part of the same type.
  func changedLines(fromAny expected: (any ComparedPart)?) -> [ContextLines.Line] {
    changedLines(from: expected as? Self)
  }
}

extension PartJudgment {
  package var evidenceLines: [String] { [] }
  package var details: [String] { [] }
  package var remark: String? { nil }
  package var alignmentText: String? { nil }

  /// The verdict in one line: `different: 1 missing`.
  package var verdictText: String { finding.map { "different: \($0)" } ?? "same" }
}

/// The name of a part, which is also a part of the name of its files.
public enum PartName: String, Codable, Hashable, Sendable, CaseIterable {
  /// The timeline.
  case timeline
  /// The standard output.
  case output
  /// The standard error.
  case errors
  /// The contents of a file that it wrote.
  case file
  /// The audio.
  case sound
  /// The invariants that the recording violates, or that hold.
  case findings

  package static let ofPrograms: [PartName] = [.timeline, .output, .errors, .file]

  /// Returns the display name of the part: `grid` for a timeline, `program.output` for a text.
  public func name(of subject: String) -> String { self == .timeline ? subject : "\(subject).\(rawValue)" }

  var fileExtension: String { self == .sound ? "flac" : "txt" }
}

/// The notation of notes and times in reports.
package struct PartStyle: Sendable {
  /// An additional view of the timelines, or `nil` for notes only.
  package var view: InstrumentView?
  /// The bars and beats of the times, or `nil` if they are unknown.
  package var meter: MeterMap?
  /// Whether texts give positions in bars and beats, and pages show them at first.
  package var givesBeats: Bool

  /// Creates a style, by default of notes only, with times in seconds.
  package init(view: InstrumentView? = nil, meter: MeterMap? = nil, givesBeats: Bool = false) {
    self.view = view
    self.meter = meter
    self.givesBeats = givesBeats
  }
}

/// The files of an expected and an actual part, and the context of their comparison, which can be repeated.
package struct PartFiles: Codable, Hashable, Sendable {
  package let name: PartName
  /// The expected file.
  package let expected: Data
  /// The actual file.
  package let actual: Data
  /// The ``ComparedPart/Context`` as JSON.
  package let context: Data

  /// Creates the files of a comparison.
  package init(
    _ name: PartName, expected: [UInt8], actual: [UInt8], context: some Encodable
  ) {
    self.name = name
    (self.expected, self.actual) = (Data(expected), Data(actual))
    let encoder = JSONEncoder()
    // Keys in any other order differ from run to run.
    encoder.outputFormatting = .sortedKeys
    self.context = (try? encoder.encode(context)) ?? Data()
  }

  /// Compares the files again, and returns the judgment, or `nil` if they can't be compared or don't differ.
  package func judgment(_ catalog: SubjectRegistry) -> (any PartJudgment)? {
    guard let type = catalog.partType(of: name, for: [Array(expected), Array(actual)]),
      let judgment = judgment(as: type), judgment.finding != nil
    else { return nil }
    return judgment
  }

  private func judgment<Part: ComparedPart>(as _: Part.Type) -> (any PartJudgment)? {
    guard let expected = try? Part(Array(expected), of: ""), let actual = try? Part(Array(actual), of: ""),
      let context = try? JSONDecoder().decode(Part.Context.self, from: context)
    else { return nil }
    return actual.judgment(against: expected, in: context)
  }
}
