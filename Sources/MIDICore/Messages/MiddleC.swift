/// Which octave the note names count middle C (note 60) in: makers disagree.
public enum MiddleC: Int, CaseIterable, Hashable, Sendable {
  /// Middle C is C3, as Yamaha and many programs have it.
  case octave3 = 3
  /// Middle C is C4, as the Acoustical Society of America has it: what midirec says unless it is told otherwise.
  case octave4 = 4
}
