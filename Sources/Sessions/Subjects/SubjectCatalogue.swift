/// The subjects that sessions can name.
public struct SubjectCatalogue: Sendable {
  /// The catalogue that has ``NotesSubject`` alone.
  public static let notes = SubjectCatalogue([NotesSubject.self])

  private let kinds: [any Subject.Type]
  /// The artifacts that the subjects produce.
  package let artifacts: [any Artifact.Type]

  /// Creates a catalogue. If several subjects have the same name, the first one counts.
  public init(_ kinds: [any Subject.Type]) { self.init(kinds, artifacts: []) }

  package init(_ kinds: [any Subject.Type], artifacts: [any Artifact.Type]) {
    self.kinds = kinds
    self.artifacts = artifacts
  }

  /// The names and options of all subjects, in their order.
  public var forms: [SubjectForm] { kinds.map { $0.form } }

  /// Returns a catalogue that also has the subjects of another one.
  package func adding(_ kinds: [any Subject.Type], artifacts: [any Artifact.Type] = []) -> SubjectCatalogue {
    SubjectCatalogue(self.kinds + kinds, artifacts: self.artifacts + artifacts)
  }

  /// Creates the subject that a session names, or returns `nil` if the catalogue doesn't have it.
  ///
  /// - Throws: The first of its options that has a wrong value.
  public func subject(for choice: Session.Subject) throws(SubjectOptionError) -> (any Subject)? {
    guard let kind = kinds.first(where: { $0.form.name == choice.name }) else { return nil }
    return try kind.init(SubjectOptions(choice.options))
  }
}
