public import MIDICore
public import Timelines

/// The subjects that sessions can name.
public struct SubjectRegistry: Sendable {
  private struct Entry: Sendable {
    let definition: SubjectDefinition
    let make: @Sendable (SubjectOptions) throws(SubjectOptionError) -> any Subject

    init(
      _ definition: SubjectDefinition,
      make: @escaping @Sendable (SubjectOptions) throws(SubjectOptionError) -> any Subject
    ) {
      self.definition = definition
      self.make = make
    }

    init(_ kind: any Subject.Type) {
      self.init(kind.definition) { options throws(SubjectOptionError) in try kind.init(options) }
    }
  }

  /// The registry with only ``NotesSubject``.
  public static let notes = SubjectRegistry([NotesSubject.self])

  /// The subjects that need no system library: `notes`, `grid`, and `piano`.
  public static let standard = SubjectRegistry.notes.adding([GridSubject.self, PianoSubject.self])

  private let entries: [Entry]
  /// The parts that the subjects have.
  private let parts: [any ComparedPart.Type]

  private init(
    _ entries: [Entry],
    parts: [any ComparedPart.Type] = [TimelinePart.self, TextPart.self, FindingsPart.self]
  ) {
    self.entries = entries
    self.parts = parts
  }

  /// Creates a registry. If several subjects have the same name, the first one counts.
  public init(_ kinds: [any Subject.Type]) {
    self.init(kinds.map { Entry($0) })
  }

  /// Creates a registry in which only ``NotesSubject`` has the given name and options.
  package init(notesAs definition: SubjectDefinition) {
    self.init([Entry(definition) { NotesSubject($0) }])
  }

  /// Creates a registry in which only a subject with the given name and options exists, whose timeline is known.
  package init(_ timeline: Timeline, as definition: SubjectDefinition) {
    self.init([Entry(definition) { _ in KnownSubject(timeline) }])
  }

  /// The names and options of all subjects, in order.
  public var definitions: [SubjectDefinition] { entries.map(\.definition) }

  /// Returns a registry with additional subjects. If several subjects have the same name, the first one counts.
  public func adding(_ kinds: [any Subject.Type]) -> SubjectRegistry { adding(kinds, parts: []) }

  /// Returns a registry with additional subjects, and the parts that only they have.
  package func adding(_ kinds: [any Subject.Type], parts: [any ComparedPart.Type]) -> SubjectRegistry {
    SubjectRegistry(entries + kinds.map { Entry($0) }, parts: self.parts + parts)
  }

  /// Returns the type of a part that has the form of all given files, or `nil` if the registry doesn't have it.
  func partType(of name: PartName, for files: [[UInt8]]) -> (any ComparedPart.Type)? {
    parts.first { type in files.allSatisfy { type.fits($0, as: name) } }
  }

  /// Returns whether a session can name a subject.
  package func contains(_ name: String) -> Bool { entries.contains { $0.definition.name == name } }

  /// Creates the subject that a session names, or returns `nil` if the registry doesn't have it.
  ///
  /// - Throws: `SubjectOptionError` for the first invalid option.
  public func subject(for choice: Session.Subject) throws(SubjectOptionError) -> (any Subject)? {
    guard let entry = entries.first(where: { $0.definition.name == choice.name }) else { return nil }
    return try entry.make(SubjectOptions(choice))
  }
}

/// The timeline of the recording's notes, without a program.
public struct NotesSubject: Subject {
  /// The definition, whose name is `notes`.
  public static let definition = SubjectDefinition.notes

  /// Creates the subject, which has no options.
  public init(_ options: SubjectOptions = SubjectOptions([])) {}

  /// Returns the timeline of the recording.
  public func timeline(of recording: Recording) -> Timeline { Timeline(recording) }
}

/// A timeline that a test has already made.
private struct KnownSubject: Subject {
  static let definition = SubjectDefinition(name: "timeline")

  private let timeline: Timeline

  init(_ timeline: Timeline) { self.timeline = timeline }

  init(_ options: SubjectOptions) { self.init(Timeline(Recording())) }

  func timeline(of recording: Recording) -> Timeline { timeline }
}
