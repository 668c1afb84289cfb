/// The subjects that sessions can name.
public struct SubjectRegistry: Sendable {
  private struct Entry: Sendable {
    let definition: SubjectDefinition
    let kind: any Subject.Type
  }

  /// The catalog that has ``NotesSubject`` alone.
  public static let notes = SubjectRegistry([NotesSubject.self])

  private let entries: [Entry]
  /// The artifacts that the subjects produce.
  package let artifacts: [any Artifact.Type]

  private init(_ entries: [Entry], artifacts: [any Artifact.Type]) {
    self.entries = entries
    self.artifacts = artifacts
  }

  /// Creates a catalog. If several subjects have the same name, the first one counts.
  public init(_ kinds: [any Subject.Type]) { self.init(kinds, artifacts: []) }

  package init(_ kinds: [any Subject.Type], artifacts: [any Artifact.Type]) {
    self.init(kinds.map { Entry(definition: $0.definition, kind: $0) }, artifacts: artifacts)
  }

  /// Creates the catalog in which ``NotesSubject`` alone has the given name and options.
  package init(notesAs definition: SubjectDefinition) {
    self.init([Entry(definition: definition, kind: NotesSubject.self)], artifacts: [])
  }

  /// The names and options of all subjects, in their order.
  public var definitions: [SubjectDefinition] { entries.map(\.definition) }

  /// Returns a catalog that also has the subjects of another one.
  package func adding(_ kinds: [any Subject.Type], artifacts: [any Artifact.Type] = []) -> SubjectRegistry {
    let others = SubjectRegistry(kinds, artifacts: artifacts)
    return SubjectRegistry(entries + others.entries, artifacts: self.artifacts + others.artifacts)
  }

  /// Returns whether a session can name a subject.
  package func contains(_ name: String) -> Bool { entries.contains { $0.definition.name == name } }

  /// Creates the subject that a session names, or returns `nil` if the catalog doesn't have it.
  ///
  /// - Throws: The first of its options that has a wrong value.
  public func subject(for choice: Session.Subject) throws(SubjectOptionError) -> (any Subject)? {
    guard let kind = entries.first(where: { $0.definition.name == choice.name })?.kind else { return nil }
    return try kind.init(SubjectOptions(choice.options))
  }
}
