public import MIDICore
public import Timelines

/// The subjects that sessions can name.
public struct SubjectRegistry: Sendable {
  private typealias Entry = (definition: SubjectDefinition, kind: any Subject.Type)

  /// The registry with only ``NotesSubject``.
  public static let notes = SubjectRegistry([NotesSubject.self])

  /// The subjects that need no system library: `notes`, `grid`, and `piano`.
  public static let standard = SubjectRegistry.notes.adding([GridSubject.self, PianoSubject.self])

  private let entries: [Entry]
  /// The parts that the subjects have.
  private let parts: [any ComparedPart.Type]

  private init(
    _ entries: [Entry], parts: [any ComparedPart.Type] = [TimelinePart.self, TextPart.self]
  ) {
    self.entries = entries
    self.parts = parts
  }

  /// Creates a registry. If several subjects have the same name, the first one counts.
  public init(_ kinds: [any Subject.Type]) {
    self.init(kinds.map { ($0.definition, $0) })
  }

  /// Creates a registry in which only ``NotesSubject`` has the given name and options.
  package init(notesAs definition: SubjectDefinition) {
    self.init([(definition, NotesSubject.self)])
  }

  /// The names and options of all subjects, in order.
  public var definitions: [SubjectDefinition] { entries.map(\.definition) }

  /// Returns a registry with additional subjects, and the parts that only they have.
  package func adding(_ kinds: [any Subject.Type], parts: [any ComparedPart.Type] = []) -> SubjectRegistry {
    SubjectRegistry(entries + SubjectRegistry(kinds).entries, parts: self.parts + parts)
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
    guard let kind = entries.first(where: { $0.definition.name == choice.name })?.kind else { return nil }
    return try kind.init(SubjectOptions(choice))
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
