public import Sessions

extension SubjectRegistry {
  /// The subjects that need no system library: `notes`, `grid`, and `piano`.
  public static let standard = SubjectRegistry.notes.adding([GridSubject.self, PianoSubject.self])
}
