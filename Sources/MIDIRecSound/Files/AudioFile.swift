internal import CSndFile
internal import MIDIRecSystem
package import SystemPackage

/// An audio file in a format that ``isSound(_:)`` recognizes.
///
/// The input can be any bytes. Memory stays in proportion: a file of less than a megabyte that claims to contain hours
/// of silence is rejected; see ``maxSampleCount(ofBytes:)``.
package struct AudioFile: Sendable {
  /// The samples.
  package let buffer: AudioBuffer
  /// The embedded comment, or `nil` if there is none.
  package let comment: String?

  /// The name and version of the library: `libsndfile-1.2.0`.
  package static var library: String { unsafe String(cString: sf_version_string()) }

  /// The number of frames read at a time.
  private static let pieceLength = 4096

  /// Reads a whole file or pipe.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The maximum number of samples over all channels, or `nil` to derive it from the file's size.
  /// - Throws: A `SoundError` if the file can't be read, isn't audio, or has too many samples.
  /// - Complexity: O(*n*), where *n* is the number of samples. Each takes four bytes.
  package init(reading path: FilePath, maxSampleCount limit: Int64? = nil) throws(SoundError) {
    let descriptor = try SoundError.naming(.noInput, path) {
      try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    }
    // Copies unseekable input, such as a pipe, to a file first.
    guard (try? descriptor.seek(offset: 0, from: .current)) != nil else {
      defer { try? descriptor.close() }
      try self.init(spooling: { try descriptor.copy(to: $0) }, name: path, limit)
      return
    }
    try self.init(SoundStream(descriptor), name: path, limit)
  }

  /// Reads the bytes of a file, such as standard input.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of the file.
  ///   - name: The file's name in errors.
  ///   - limit: The maximum number of samples, as in ``init(reading:maxSampleCount:)``.
  package init(
    decoding bytes: [UInt8], name: FilePath, maxSampleCount limit: Int64? = nil
  ) throws(SoundError) {
    try self.init(spooling: { try $0.writeAll(bytes) }, name: name, limit)
  }

  /// Returns whether bytes start like a supported audio file, rather than MIDI or text.
  ///
  /// - Parameter start: At least the first 12 bytes of a file.
  package static func isSound(_ start: some Collection<UInt8>) -> Bool {
    let start = Array(start.prefix(12))
    let kind = String(decoding: start.prefix(4), as: UTF8.self)
    let form = String(decoding: start.dropFirst(8), as: UTF8.self)
    switch kind {
    case "RIFF", "RIFX", "RF64": return form == "WAVE"
    case "FORM": return form == "AIFF" || form == "AIFC"
    case "fLaC", "OggS", "caff", ".snd", "riff": return true
    default: return false
    }
  }

  /// Returns the maximum number of samples over all channels for a file of a size.
  ///
  /// It is 64 per byte, or 2^27 (half a gigabyte of memory, or 23 minutes of stereo at 48,000 Hz). Lossless music has
  /// about one sample per one or two bytes, and silence takes almost no space. So the limit rejects only long files
  /// that are almost entirely silent.
  package static func maxSampleCount(ofBytes count: Int64) -> Int64 {
    let (product, overflows) = count.multipliedReportingOverflow(by: 64)
    return overflows ? .max : max(1 << 27, product)
  }

  private init(
    spooling write: (FileDescriptor) throws -> Void, name: FilePath, _ limit: Int64?
  ) throws(SoundError) {
    let stream = try SoundError.naming(.inputOutput, name) {
      let stream = SoundStream(try FileDescriptor.unnamedFile())
      try write(stream.descriptor)
      try stream.descriptor.seek(offset: 0, from: .start)
      return stream
    }
    try self.init(stream, name: name, limit)
  }

  private init(_ stream: SoundStream, name: FilePath, _ limit: Int64?) throws(SoundError) {
    // libsndfile supports more formats, and prints some errors in MIDI Sample Dumps to standard output.
    let isKnown = Self.isSound(stream.firstBytes(12))
    if let failure = stream.failure { throw SoundError(.noInput, name, failure) }
    guard isKnown else {
      throw SoundError(.badData, name, "it isn't a WAV, AIFF, FLAC, Ogg, CAF, AU, or W64 file")
    }
    var information = SF_INFO()
    defer { _ = stream.endLibrary() }
    guard stream.open(&information) else {
      if let failure = stream.failure { throw SoundError(.noInput, name, failure) }
      throw SoundError(.badData, name, stream.libraryError)
    }
    guard information.channels > 0, information.samplerate > 0 else {
      throw SoundError(.badData, name, "it has no channels or no rate")
    }
    let channels = try Self.samples(
      of: stream, channelCount: Int(information.channels), name,
      limit ?? Self.maxSampleCount(ofBytes: stream.length))
    guard let buffer = AudioBuffer(rate: Int(information.samplerate), channels: channels) else {
      throw SoundError(.badData, name, "its channels have different lengths")
    }
    self.buffer = buffer
    comment = stream.comment
  }

  private static func samples(
    of stream: SoundStream, channelCount: Int, _ name: FilePath, _ limit: Int64
  ) throws(SoundError) -> [[Float]] {
    var channels = [[Float]](repeating: [], count: channelCount)
    var piece = [Float](repeating: 0, count: pieceLength * channelCount)
    while true {
      let count = stream.read(&piece, frameCount: pieceLength)
      guard count > 0 else { break }
      guard Int64(channels[0].count + count) <= limit / Int64(channelCount) else {
        throw SoundError(.badData, name, "it is too long for memory")
      }
      for channel in 0..<channelCount {
        let places = stride(from: channel, to: count * channelCount, by: channelCount)
        channels[channel].append(contentsOf: places.lazy.map { piece[$0] })
      }
    }
    if let failure = stream.failure { throw SoundError(.inputOutput, name, failure) }
    if stream.hasLibraryError { throw SoundError(.badData, name, stream.libraryError) }
    return channels
  }
}
