public import Timelines

/// What a subject did with a recording: all that is compared with what is expected.
public struct Observation: Sendable {
  /// What its notes did; nothing where that is not compared.
  public var timeline: Timeline?
  /// The texts that are compared, each part once.
  public var texts: [Text]
  /// What only the subject's own module can compare, each part once.
  package var artifacts: [any Artifact] = []

  /// A text that came of a subject.
  public struct Text: Hashable, Sendable {
    /// What it is.
    public let part: ArtifactKind
    /// Its characters, after what is volatile was replaced.
    public let text: String

    /// Makes one of its parts.
    public init(_ part: ArtifactKind, _ text: String) {
      self.part = part
      self.text = text
    }
  }

  /// Makes one of its parts.
  public init(timeline: Timeline?, texts: [Text] = []) {
    self.timeline = timeline
    self.texts = texts
  }
}

/// A part of what a subject does that is compared by itself, with an expectation of its own.
public enum ArtifactKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// What its notes did.
  case timeline
  /// What it wrote to standard output.
  case output
  /// What it wrote to standard error.
  case errors
  /// What stands in a file that it wrote.
  case file
  /// What it sounds like.
  case sound

  /// Those that a program can have, which plays, writes and ends.
  package static let ofPrograms: [ArtifactKind] = [.timeline, .output, .errors, .file]

  /// What people call this part of a subject: `grid` for its timeline, `program.output` for a text.
  public func name(of subject: String) -> String { self == .timeline ? subject : "\(subject).\(rawValue)" }
}
