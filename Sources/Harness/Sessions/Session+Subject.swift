extension Session {
  /// The subject of a kind with what was chosen for it; without any choice where the session doesn't name it.
  ///
  /// - Throws: Which of the options is wrong, and in which line.
  public func subject<Kind: Harness.Subject>(_: Kind.Type) throws(SessionError) -> Kind {
    let name = Kind.form.name
    let choice = subjects.first { $0.name == name }
    do {
      return try Kind(SubjectOptions(choice?.options ?? []))
    } catch {
      throw SessionError(error, of: name, in: self)
    }
  }
}

extension SessionError {
  /// Says what is wrong with an option of a subject.
  init(_ error: SubjectOptionError, of subject: String, in session: Session) {
    self.init(
      .badData, session.path, line: error.line,
      "the option \(error.option.quoted) of \(subject.quoted): \(error.reason)")
  }
}
