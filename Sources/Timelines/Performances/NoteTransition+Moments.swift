/// The moments after the start of a note at which a subject adds attributes.
extension Timeline.NoteTransition {
  /// The name of the moment of a note that the change belongs to, or `nil` for its start and for other changes.
  var moment: String? {
    switch self {
    case .stillSounding: "still sounding"
    case .held: "held"
    case .released: "released"
    case .hanging: "hanging"
    case .silent: "silent"
    case .stolen: "stolen"
    case .sounding, .retriggered, .expression, .strayNoteOff: nil
    }
  }

  /// Whether the note needs no further attributes after this change.
  var isEnd: Bool {
    switch self {
    case .released, .silent, .stolen: true
    default: false
    }
  }
}

extension Timeline.Attribute {
  private static let word = " when "

  /// Returns the changed attributes, with keys that name the moment, such as `tint when held`. A removed attribute has
  /// the value `none`.
  static func changes(from before: [Self], to after: [Self], at moment: String) -> [Self] {
    let new = after.filter { !before.contains($0) }
    let gone = before.filter { old in !after.contains { $0.key == old.key } }
    return (new.map { ($0.key, $0.value) } + gone.map { ($0.key, "none") }).map { key, value in
      Self("\(key)\(word)\(moment)", value)
    }
  }

  /// Whether the key names a moment after the start of a note.
  var isLater: Bool {
    let word = Self.word.utf8
    return key.utf8.indices.contains { key.utf8[$0...].starts(with: word) }
  }
}
