/// The subjects that sessions can name.
public struct SubjectRegistry: Sendable {
  private struct Entry: Sendable {
    let definition: SubjectDefinition
    let kind: any Subject.Type
  }

  /// The registry with only ``NotesSubject``.
  public static let notes = SubjectRegistry([NotesSubject.self])

  /// The subjects that need no system library: `notes`, `grid`, and `piano`.
  public static let standard = SubjectRegistry.notes.adding([GridSubject.self, PianoSubject.self])

  private let entries: [Entry]
  /// The artifacts that the subjects produce.
  package let artifacts: [any Artifact.Type]

  private init(_ entries: [Entry], artifacts: [any Artifact.Type]) {
    self.entries = entries
    self.artifacts = artifacts
  }

  /// Creates a registry. If several subjects have the same name, the first one counts.
  public init(_ kinds: [any Subject.Type]) { self.init(kinds, artifacts: []) }

  package init(_ kinds: [any Subject.Type], artifacts: [any Artifact.Type]) {
    self.init(kinds.map { Entry(definition: $0.definition, kind: $0) }, artifacts: artifacts)
  }

  /// Creates a registry in which only ``NotesSubject`` has the given name and options.
  package init(notesAs definition: SubjectDefinition) {
    self.init([Entry(definition: definition, kind: NotesSubject.self)], artifacts: [])
  }

  /// The names and options of all subjects, in order.
  public var definitions: [SubjectDefinition] { entries.map(\.definition) }

  /// Returns a registry with additional subjects.
  package func adding(_ kinds: [any Subject.Type], artifacts: [any Artifact.Type] = []) -> SubjectRegistry {
    let others = SubjectRegistry(kinds, artifacts: artifacts)
    return SubjectRegistry(entries + others.entries, artifacts: self.artifacts + others.artifacts)
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
