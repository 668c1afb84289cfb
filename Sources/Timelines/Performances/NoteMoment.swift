/// A moment after the start of a note at which a subject adds attributes.
enum NoteMoment: String {
  case stillSounding = "still sounding"
  case held, released, hanging, silent, stolen

  /// Whether the note needs no further attributes after this moment.
  var isEnd: Bool {
    switch self {
    case .released, .silent, .stolen: true
    case .stillSounding, .held, .hanging: false
    }
  }

  /// Returns the changed attributes, with keys that name the moment, such as `tint when held`. A removed attribute has
  /// the value `none`.
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
  /// The moment of a note that the change belongs to, or `nil` for its start and for other changes.
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
  /// Whether the key names a moment after the start of a note.
  var isLater: Bool {
    let word = NoteMoment.word.utf8
    return key.utf8.indices.contains { key.utf8[$0...].starts(with: word) }
  }
}
