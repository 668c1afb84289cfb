extension MIDIFile {
  /// Decodes a file leniently and reports each repair.
  ///
  /// The function returns or throws for any bytes, in time and memory proportional to their number, whatever lengths
  /// they declare.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. The result keeps them in memory for the payloads of its events.
  ///   - includesLaterTracks: Whether to read tracks that follow the declared ones after a second header chunk or
  ///     unreadable bytes. They are left out by default, because they belong to an older and longer file that was
  ///     overwritten.
  /// - Throws: ``MIDIFile/Violation`` if the bytes aren't a Standard MIDI File, or end before the first track.
  /// - Complexity: O(*n*) time, where *n* is the number of bytes, and at most 4*n* bytes of memory, typically 2*n*.
  public static func decode(
    _ bytes: [UInt8], includesLaterTracks: Bool = false
  ) throws(MIDIFile.Violation) -> Decoded {
    var decoder = FileDecoder(bytes, isStrict: false, includesLaterTracks: includesLaterTracks)
    let file = try decoder.decode()
    return Decoded(file: file, diagnostics: decoder.log)
  }

  /// The largest offset of the header chunk: one MiB. Before it, any bytes are skipped.
  package static let maxHeaderOffset = 1 << 20

  /// Returns whether a file that begins with the given bytes can be decoded, so that the rest is worth reading.
  ///
  /// - Parameter beginning: At least ``maxHeaderOffset`` bytes, or the whole of a shorter file.
  package static func canBegin(with beginning: [UInt8]) -> Bool {
    var decoder = FileDecoder(beginning, isStrict: false)
    return (try? decoder.findHeader()) != nil
  }

  /// Returns whether bytes begin as a Standard MIDI File does, alone or in a RIFF file of type RMID.
  package static func isBegun(by bytes: [UInt8]) -> Bool {
    bytes.starts(with: ChunkType.header.bytes)
      || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "RMID".utf8)
  }

  /// Creates a file from its bytes.
  ///
  /// - Parameters:
  ///   - bytes: The whole file. The result keeps them in memory for the payloads of its events.
  ///   - repairing: Whether to repair bytes that the specification doesn't allow, instead of throwing an error.
  ///     ``decode(_:includesLaterTracks:)`` also reports the repairs.
  /// - Throws: ``MIDIFile/Violation`` for the first bytes that can't be read.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(decoding bytes: [UInt8], repairing: Bool = false) throws(MIDIFile.Violation) {
    if repairing {
      self = try Self.decode(bytes).file
    } else {
      var decoder = FileDecoder(bytes, isStrict: true)
      self = try decoder.decode()
    }
  }
}
