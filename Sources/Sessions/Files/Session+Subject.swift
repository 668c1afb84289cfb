extension Session {
  /// The subject of a kind with what was chosen for it; without any choice where the session doesn't name it.
  ///
  /// - Throws: Which of the options is wrong, and in which line.
  package func subject<Kind: Sessions.Subject>(_: Kind.Type) throws(SessionError) -> Kind {
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

extension SessionError {
  /// Says why a subject gave nothing that can be compared.
  ///
  /// - Parameters:
  ///   - error: What the subject has thrown.
  ///   - run: Which of several runs it was, from 1.
  /// - Returns: Nothing where the run was stopped.
  init?(_ error: any Error, of subject: String, in session: Session, run: Int) {
    let name = "the subject \(subject.quoted)\(run > 1 ? " in run \(run)" : "")"
    switch error {
    case let failure as SubjectFailure:
      let kind: Kind
      switch failure.kind {
      case .unavailable: kind = .unavailable
      case .misbehaved: kind = .misbehaved
      case .lost: kind = .lost
      case .stopped: return nil
      }
      self.init(kind, session.path, "\(name): \(failure.reason)")
      details = failure.details
    case let error as SubjectOptionError: self.init(error, of: subject, in: session)
    case let error as SessionError: self = error
    default: self.init(.badData, session.recordingPath, "can't be played to \(name): \(error)")
    }
  }
}
