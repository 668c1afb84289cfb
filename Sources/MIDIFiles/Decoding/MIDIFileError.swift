/// What is wrong with the bytes of a Standard MIDI File, and where.
public struct MIDIFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset of the first byte that is wrong, from the start of the file.
  public var offset: Int
  /// What should stand there.
  public var expected: String
  /// What stands there.
  public var found: String

  /// One line: `byte 14: expected a track chunk (MTrk), found "mTrk"`.
  public var description: String { "byte \(offset): expected \(expected), found \(found)" }
}
