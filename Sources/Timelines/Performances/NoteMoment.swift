/// A moment after a note's beginning at which a subject says what it adds to the note.
enum NoteMoment: String {
  case stillSounding = "still sounding"
  case held, released, hanging, silent, stolen

  /// Whether the note needn't be spoken of any more from then on.
  var isEnd: Bool {
    switch self {
    case .released, .silent, .stolen: true
    case .stillSounding, .held, .hanging: false
    }
  }

  /// What is said otherwise than before, by keys that name the moment, such as `tint when held`. What is said no more
  /// is `none`.
  func changes(from before: [Timeline.Attribute], to after: [Timeline.Attribute]) -> [Timeline.Attribute] {
    let new = after.filter { !before.contains($0) }
    let gone = before.filter { old in !after.contains { $0.key == old.key } }
    return new.map { Timeline.Attribute(key($0), $0.value) }
      + gone.map { Timeline.Attribute(key($0), "none") }
  }

  private func key(_ attribute: Timeline.Attribute) -> String { "\(attribute.key)\(Self.word)\(rawValue)" }

  fileprivate static let word = " when "
}

extension Timeline.NoteTransition {
  /// Which moment of a note it is; nothing for its beginning, and for what is no part of it.
  var moment: NoteMoment? {
    switch self {
    case .stillSounding: .stillSounding
    case .held: .held
    case .released: .released
    case .hanging: .hanging
    case .silent: .silent
    case .stolen: .stolen
    case .sounding, .retriggered, .expression, .strayNoteOff: nil
    }
  }
}

extension Timeline.Attribute {
  /// Whether it is one of a later moment of a note than its beginning.
  var isLater: Bool {
    let word = NoteMoment.word.utf8
    return key.utf8.indices.contains { key.utf8[$0...].starts(with: word) }
  }
}
