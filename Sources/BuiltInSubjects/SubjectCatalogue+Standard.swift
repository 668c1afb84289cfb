public import Sessions

extension SubjectCatalogue {
  /// The subjects that need no system library: `notes`, `grid`, and `piano`.
  public static let standard = SubjectCatalogue.notes.adding([GridSubject.self, PianoSubject.self])
}
