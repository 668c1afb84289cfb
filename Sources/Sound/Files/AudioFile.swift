internal import CSndFile
internal import FileIO
package import SystemPackage

/// A file of sound that was read, of one of the kinds that ``isSound(_:)`` recognizes.
///
/// Any bytes may be given to it. Memory stays in proportion: a file of less than a megabyte that says it is hours of
/// silence is refused, see ``maxSampleCount(ofBytes:)``.
package struct AudioFile: Sendable {
  /// Its samples.
  package let buffer: AudioBuffer
  /// The remark that stands in it, if any.
  package let comment: String?

  /// How many frames are read at a time.
  private static let pieceLength = 4096

  /// Reads a file whole: also a pipe.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: How many samples it may have, all channels together; by its size where nothing is said.
  /// - Throws: Where it can't be read, is none of sound, or has more samples than it may have.
  /// - Complexity: O(*n*) in its samples, which take four bytes each.
  package init(reading path: FilePath, maxSampleCount limit: Int64? = nil) throws(AudioFileError) {
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    } catch {
      throw AudioFileError(.noInput, path: path, Errno(thrown: error))
    }
    // What can't be sought in, such as a pipe, is kept in a file first.
    guard (try? descriptor.seek(offset: 0, from: .current)) != nil else {
      defer { try? descriptor.close() }
      try self.init(spooling: { try UnnamedFile.copy(descriptor, to: $0) }, name: path, limit)
      return
    }
    try self.init(SoundStream(descriptor), name: path, limit)
  }

  /// Reads what a file's bytes are, such as those of standard input.
  ///
  /// - Parameters:
  ///   - bytes: All of them.
  ///   - name: What the file is called in errors.
  ///   - limit: As for ``init(reading:maxSampleCount:)``.
  package init(
    decoding bytes: [UInt8], name: FilePath, maxSampleCount limit: Int64? = nil
  ) throws(AudioFileError) {
    try self.init(spooling: { try $0.writeAll(bytes) }, name: name, limit)
  }

  /// Whether bytes begin as a file of sound does that midirec reads, and not as one of MIDI or text.
  ///
  /// - Parameter start: The first bytes of a file, 12 or more.
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

  /// How many samples a file of so many bytes may have, all channels together: 64 for each byte, or 2^27, which is half
  /// a gigabyte of memory, or 23 minutes of stereo at 48,000 frames a second.
  ///
  /// Lossless files of music have about one sample for each byte or two, and silence takes next to nothing in them. So
  /// only what is nearly all silence, and long, is refused.
  package static func maxSampleCount(ofBytes count: Int64) -> Int64 {
    let (product, overflows) = count.multipliedReportingOverflow(by: 64)
    return overflows ? .max : max(1 << 27, product)
  }

  private init(
    spooling write: (FileDescriptor) throws -> Void, name: FilePath, _ limit: Int64?
  ) throws(AudioFileError) {
    let stream: SoundStream
    do {
      stream = SoundStream(try UnnamedFile.create())
      try write(stream.descriptor)
      try stream.descriptor.seek(offset: 0, from: .start)
    } catch {
      throw AudioFileError(.inputOutput, path: name, Errno(thrown: error))
    }
    try self.init(stream, name: name, limit)
  }

  private init(_ stream: SoundStream, name: FilePath, _ limit: Int64?) throws(AudioFileError) {
    // libsndfile reads more kinds of files, and prints some errors in MIDI Sample Dumps to standard output.
    let isKnown = Self.isSound(stream.firstBytes(12))
    if let failure = stream.failure { throw AudioFileError(.noInput, path: name, failure) }
    guard isKnown else {
      let reason = "it isn't a WAV, AIFF, FLAC, Ogg, CAF, AU, or W64 file"
      throw AudioFileError(.badData, path: name, reason: reason)
    }
    var information = SF_INFO()
    defer { _ = stream.endLibrary() }
    guard stream.open(.read, &information) else {
      if let failure = stream.failure { throw AudioFileError(.noInput, path: name, failure) }
      throw AudioFileError(.badData, path: name, reason: stream.libraryError)
    }
    guard information.channels > 0, information.samplerate > 0 else {
      throw AudioFileError(.badData, path: name, reason: "it has no channels or no rate")
    }
    let channels = try Self.samples(
      of: stream, channelCount: Int(information.channels), name,
      limit ?? Self.maxSampleCount(ofBytes: stream.length))
    guard let buffer = AudioBuffer(rate: Int(information.samplerate), channels: channels) else {
      throw AudioFileError(.badData, path: name, reason: "its channels have different lengths")
    }
    self.buffer = buffer
    comment = stream.comment
  }

  private static func samples(
    of stream: SoundStream, channelCount: Int, _ name: FilePath, _ limit: Int64
  ) throws(AudioFileError) -> [[Float]] {
    var channels = [[Float]](repeating: [], count: channelCount)
    var piece = [Float](repeating: 0, count: pieceLength * channelCount)
    while true {
      let count = stream.read(&piece, frameCount: pieceLength)
      guard count > 0 else { break }
      guard Int64(channels[0].count + count) <= limit / Int64(channelCount) else {
        throw AudioFileError(.badData, path: name, reason: "it is too long for memory")
      }
      for channel in 0..<channelCount {
        let places = stride(from: channel, to: count * channelCount, by: channelCount)
        channels[channel].append(contentsOf: places.lazy.map { piece[$0] })
      }
    }
    if let failure = stream.failure { throw AudioFileError(.inputOutput, path: name, failure) }
    if stream.hasLibraryError { throw AudioFileError(.badData, path: name, reason: stream.libraryError) }
    return channels
  }
}
