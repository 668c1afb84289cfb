public import Timelines

/// The result of a subject for a recording: everything that is compared with the expectation.
public struct Observation: Sendable {
  /// The timeline, or `nil` if it isn't compared.
  public var timeline: Timeline?
  /// The compared texts, each part once.
  public var texts: [Text]
  /// The Standard MIDI File that it wrote, as the part ``ArtifactKind/file``, or `nil`.
  package var take: WrittenTake?
  /// The artifacts that only the subject's module can compare, each part once.
  package var artifacts: [any Artifact] = []

  /// A text of a subject.
  public struct Text: Hashable, Sendable {
    /// The part.
    public let part: ArtifactKind
    /// The text, after volatile parts were replaced.
    public let text: String

    /// Creates a text with the given values.
    public init(_ part: ArtifactKind, _ text: String) {
      self.part = part
      self.text = text
    }
  }

  /// Creates an observation with the given values.
  public init(timeline: Timeline?, texts: [Text] = []) {
    self.timeline = timeline
    self.texts = texts
  }
}

/// A part of a subject's result that is compared separately, with its own expectation.
public enum ArtifactKind: String, Codable, Hashable, Sendable, CaseIterable {
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

  /// The parts of programs.
  package static let ofPrograms: [ArtifactKind] = [.timeline, .output, .errors, .file]

  /// Returns the display name of the part: `grid` for a timeline, `program.output` for a text.
  public func name(of subject: String) -> String { self == .timeline ? subject : "\(subject).\(rawValue)" }
}
