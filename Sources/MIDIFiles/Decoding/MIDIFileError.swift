/// A place where a file is not what the Standard MIDI File specification says.
///
/// In strict decoding it is the error; in lenient decoding it is part of a ``MIDIFile/Diagnostic``, unless nothing
/// can be made of the file at all.
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
