/// The subjects that sessions can name.
public struct SubjectCatalogue: Sendable {
  /// Those that midirec has itself.
  public static let standard = SubjectCatalogue([
    NotesSubject.self, GridSubject.self, PianoSubject.self, SynthSubject.self, ProgramSubject.self,
  ])

  private let kinds: [any Subject.Type]

  /// Makes a catalogue. Of several subjects with one name the first is taken.
  public init(_ kinds: [any Subject.Type]) { self.kinds = kinds }

  /// The names and options of all, in their order: what a session's reader has to know.
  public var forms: [SubjectForm] { kinds.map { $0.form } }

  /// Makes the subject that a session names.
  ///
  /// - Returns: Nothing where there is none of its name.
  /// - Throws: Which of its options is wrong.
  public func subject(for choice: Session.Subject) throws(SubjectOptionError) -> (any Subject)? {
    guard let kind = kinds.first(where: { $0.form.name == choice.name }) else { return nil }
    return try kind.init(SubjectOptions(choice.options))
  }
}
