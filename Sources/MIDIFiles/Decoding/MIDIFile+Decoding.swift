extension MIDIFile {
  /// Reads a file as well as it can be read: whatever can be saved is saved, and each repair is a diagnostic.
  ///
  /// Total: for any bytes it returns or throws, in time and memory in proportion to how many there are, whatever
  /// lengths they declare.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. The result keeps them in memory, for the payloads of its events.
  ///   - includesLaterTracks: Whether to read tracks that follow the declared ones after a second header chunk or
  ///     unreadable bytes. They are left out by default, because they belong to an older and longer file that was
  ///     overwritten.
  /// - Throws: Why nothing can be made of it: it is no Standard MIDI File, or ends before its first track.
  /// - Complexity: O(*n*) time, and memory of at most four bytes a byte, most often two.
  public static func decode(
    _ bytes: [UInt8], includesLaterTracks: Bool = false
  ) throws(MIDIFileError) -> Decoded {
    var decoder = FileDecoder(bytes, isStrict: false, includesLaterTracks: includesLaterTracks)
    let file = try decoder.decode()
    return Decoded(file: file, diagnostics: decoder.log.diagnostics)
  }

  /// How a reader treats bytes that the specification doesn't allow.
  public enum Strictness: Hashable, Sendable {
    /// The first of them is an error.
    case strict
    /// The reader repairs what it can. ``decode(_:includesLaterTracks:)`` also reports the repairs.
    case lenient
  }

  /// Creates a file from its bytes.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. The result keeps them in memory for the payloads of its events.
  ///   - strictness: How to treat bytes that the specification doesn't allow.
  /// - Throws: The first place that can't be read.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(decoding bytes: [UInt8], strictness: Strictness = .strict) throws(MIDIFileError) {
    var decoder = FileDecoder(bytes, isStrict: strictness == .strict)
    self = try decoder.decode()
  }
}

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
