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

  /// Reads a file that keeps to the specification.
  ///
  /// - Parameter bytes: The whole file. The result keeps them in memory, for the payloads of its events.
  /// - Throws: The first place where it doesn't.
  /// - Complexity: As that of ``decode(_:)``.
  public init(decoding bytes: [UInt8]) throws(MIDIFileError) {
    var decoder = FileDecoder(bytes, isStrict: true)
    self = try decoder.decode()
  }
}
