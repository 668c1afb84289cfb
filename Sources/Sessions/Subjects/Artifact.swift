package import MIDICore
package import Timelines

/// A result of a subject that only its own module can store and compare, such as audio.
package protocol Artifact: Sendable {
  /// The part of a subject as which it is compared.
  static var part: ArtifactKind { get }
  /// An invitation to inspect a file, such as "Listen to it".
  static var invitation: String { get }

  /// The stored form of an artifact.
  associatedtype Stored

  /// Returns whether a different run gave an equal artifact.
  func isSame(as other: Self) -> Bool
  /// Returns whether an accepted artifact is known to be equal without a comparison.
  func isSame(as stored: Stored) -> Bool
  /// Returns the contents of its file.
  func fileBytes() throws(ArtifactError) -> [UInt8]

  /// Reads a file.
  ///
  /// - Parameter file: The expected or the actual file, for errors.
  static func stored(_ bytes: [UInt8], as file: ArtifactError.File) throws(ArtifactError) -> Stored
  /// Returns additional data for a comparison.
  ///
  /// - Parameters:
  ///   - expected: The accepted timeline of the same subject, or `nil` if it has none.
  ///   - recording: The recording that was played.
  static func context(expected: Timeline?, recording: Recording) -> [UInt8]
  /// Compares two artifacts.
  static func judgment(expected: Stored, actual: Stored, context: [UInt8]) -> ArtifactJudgment
  /// Returns a part of a sentence about an artifact: "lasts 1.500000 s".
  static func summary(of stored: Stored) -> String
}

extension Artifact {
  /// Returns whether an artifact of any type is equal.
  func isSame(asAny other: any Artifact) -> Bool { (other as? Self).map { isSame(as: $0) } ?? false }

  /// Reads and compares two files.
  package static func judgment(of files: ArtifactFiles) throws(ArtifactError) -> ArtifactJudgment {
    judgment(
      expected: try stored(files.expected, as: .expected), actual: try stored(files.actual, as: .actual),
      context: files.context)
  }
}

/// The files of an expected and an actual artifact.
public struct ArtifactFiles: Hashable, Sendable {
  /// The part of the subject.
  package let part: ArtifactKind
  /// The file of the expected artifact.
  package let expected: [UInt8]
  /// The file of the actual artifact.
  package let actual: [UInt8]
  /// The result of ``Artifact/context(expected:recording:)``.
  package let context: [UInt8]

  package init(part: ArtifactKind, expected: [UInt8], actual: [UInt8], context: [UInt8]) {
    self.part = part
    self.expected = expected
    self.actual = actual
    self.context = context
  }
}

/// The result of a comparison of two artifacts.
package enum ArtifactJudgment: Sendable {
  case same
  /// The artifacts differ within the limits. The remark is a sentence without a period.
  case alike(remark: String)
  case different(any ArtifactDifference)
}

/// A difference between an expected and an actual artifact, for reports.
public protocol ArtifactDifference: Sendable {
  /// The most important fact in one line.
  var finding: String { get }
  /// Further facts, by line.
  var lines: [String] { get }
  /// The difference in JSON reports.
  var document: any Encodable & Sendable { get }
  /// Returns an HTML page, or `nil` if the files can't be shown.
  ///
  /// - Parameters:
  ///   - files: The expected and the actual file.
  ///   - title: The page's title.
  ///   - home: The index page to link to.
  func page(of files: ArtifactFiles, title: String, home: String?) -> [UInt8]?
}

/// A failure to read or store the file of an artifact.
package struct ArtifactError: Error, Hashable {
  package enum File: Sendable {
    case expected, actual
  }

  /// The faulty file.
  package var file: File
  /// The reason, as a sentence without a period.
  package var reason: String

  package init(_ file: File, _ reason: String) {
    self.file = file
    self.reason = reason
  }
}
