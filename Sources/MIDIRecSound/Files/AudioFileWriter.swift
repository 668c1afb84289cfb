internal import CSndFile
internal import MIDIRecSystem
package import SystemPackage

/// Writes an audio file piece by piece.
///
/// The same samples, format, and comment give the same bytes. The file has no date and no program name, and WAV files
/// have no `PEAK` chunk, which has a timestamp. (FLAC files contain the version of libFLAC.) Until ``finish()``, the
/// file has no name, and disappears if the writer is discarded.
package struct AudioFileWriter: ~Copyable {
  /// The number of frames written at a time.
  private static let pieceLength = 4096
  /// The maximum number of sample bytes in a WAV file, whose lengths have 32 bits. The rest is for its header and
  /// chunks.
  private static let maxWAVByteCount = Int64(UInt32.max) - (1 << 20)
  /// The maximum length of a comment in bytes. libsndfile can't read one of 2,048 or more from a WAV file.
  private static let maxCommentLength = 2000

  /// The file's name in errors.
  private let name: FilePath
  private let rate: Int
  private let channelCount: Int
  private let format: AudioFormat
  private let stream: SoundStream
  /// The file that gets its name when it is complete, or `nil` if the file remains unnamed.
  private let file: NewFile?
  /// The descriptor that receives a copy of the complete unnamed file, or `nil`.
  private let output: FileDescriptor?
  private let closesOutput: Bool
  private var frameCount: Int64 = 0

  /// Creates a file. An existing device or pipe receives the audio in ``finish()``.
  ///
  /// - Parameters:
  ///   - path: The path. ``finish()`` replaces an existing file if `replaces` is true.
  ///   - rate: The sample rate in hertz, for FLAC at most 655,350.
  ///   - channelCount: The number of channels, at most 1,024, or 8 for FLAC.
  ///   - format: The sample format, which determines rounding and clipping.
  ///   - comment: A comment of at most 2,000 bytes, none of them zero.
  ///   - replaces: Whether an existing file may be replaced.
  /// - Throws: A `SoundError` if the file can't be created, already exists (`EEXIST`), or can't have this format.
  package static func create(
    _ path: FilePath, rate: Int, channelCount: Int, format: AudioFormat, comment: String? = nil,
    replaces: Bool
  ) throws(SoundError) -> AudioFileWriter {
    try check(path, rate, channelCount, format, comment)
    if FileSystem.isSpecial(path) {
      let special = try SoundError.naming(.cannotCreate, path) {
        try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
      }
      do throws(SoundError) {
        return try start(
          path, rate, channelCount, format, comment, output: special, closesOutput: true)
      } catch {
        try? special.close()
        throw error
      }
    }
    let file = try SoundError.naming(.cannotCreate, path) { try NewFile(path, replaces: replaces) }
    return try start(path, rate, channelCount, format, comment, file: file)
  }

  /// Creates a file for standard output or other unseekable output.
  ///
  /// An audio file starts with its length. So the data goes to an unnamed file in the folder for temporary files, and
  /// ``finish()`` copies it.
  ///
  /// - Parameters:
  ///   - descriptor: The output, which stays open.
  ///   - name: The name of the output in errors.
  /// - Throws: The errors of ``create(_:rate:channelCount:format:comment:replaces:)``.
  package static func create(
    copyingTo descriptor: FileDescriptor, name: FilePath, rate: Int, channelCount: Int, format: AudioFormat,
    comment: String? = nil
  ) throws(SoundError) -> AudioFileWriter {
    try check(name, rate, channelCount, format, comment)
    return try start(name, rate, channelCount, format, comment, output: descriptor)
  }

  /// Returns a whole audio file in memory, such as for an HTML report.
  ///
  /// - Parameters:
  ///   - buffer: The samples.
  ///   - format: The sample format.
  ///   - comment: An embedded comment.
  /// - Throws: The errors of ``create(_:rate:channelCount:format:comment:replaces:)``.
  package static func bytes(
    of buffer: AudioBuffer, format: AudioFormat, comment: String? = nil
  ) throws(SoundError) -> [UInt8] {
    let name = FilePath("audio in memory")
    try check(name, buffer.rate, buffer.channels.count, format, comment)
    var writer = try start(name, buffer.rate, buffer.channels.count, format, comment)
    try writer.write(buffer)
    try writer.end()
    let descriptor = writer.stream.descriptor
    return try SoundError.naming(.inputOutput, name) {
      var bytes: [UInt8] = []
      try descriptor.seek(offset: 0, from: .start)
      try descriptor.readRest { bytes += $0 }
      return bytes
    }
  }

  /// Throws if such a file can't exist.
  private static func check(
    _ name: FilePath, _ rate: Int, _ channelCount: Int, _ format: AudioFormat, _ comment: String?
  ) throws(SoundError) {
    let bytes = (comment ?? "").utf8
    if !(1...format.maxRate).contains(rate) {
      throw SoundError(
        .cannotCreate, name, "its sample rate must be from 1 to \(format.maxRate) Hz (found \(rate))")
    }
    if !(1...format.maxChannelCount).contains(channelCount) {
      throw SoundError(.cannotCreate, name, "it can't have \(channelCount) channels")
    }
    if bytes.count > maxCommentLength || bytes.contains(0) {
      throw SoundError(
        .cannotCreate, name, "its comment has a zero byte, or more than \(maxCommentLength) bytes")
    }
  }

  /// Starts a file, which is unnamed by default.
  private static func start(
    _ name: FilePath, _ rate: Int, _ channelCount: Int, _ format: AudioFormat, _ comment: String?,
    file: NewFile? = nil, output: FileDescriptor? = nil, closesOutput: Bool = false
  ) throws(SoundError) -> AudioFileWriter {
    let stream = try SoundError.naming(.inputOutput, FilePath.temporaryFolder) {
      SoundStream(try file?.descriptor ?? FileDescriptor.unnamedFile(), ownedBy: file)
    }
    let writer = AudioFileWriter(
      name: name, rate: rate, channelCount: channelCount, format: format, stream: stream, file: file,
      output: output, closesOutput: closesOutput)
    var information = SF_INFO()
    information.samplerate = Int32(rate)
    information.channels = Int32(channelCount)
    information.format = format.libraryFormat
    guard stream.open(forWriting: true, &information) else { throw writer.failure }
    stream.leaveOutPeaks()
    if let comment, !comment.isEmpty, !stream.setComment(comment) { throw writer.failure }
    return writer
  }

  /// Writes the next samples.
  ///
  /// - Parameter piece: Samples with the file's sample rate and channels.
  /// - Throws: A `SoundError` if rate or channels differ, the file exceeds its format's limit, or the system
  ///   fails.
  package mutating func write(_ piece: AudioBuffer) throws(SoundError) {
    guard piece.rate == rate, piece.channels.count == channelCount else {
      throw SoundError(
        .cannotCreate, name,
        "\(piece.channels.count) channels at \(piece.rate) Hz don't match "
          + "\(channelCount) channels at \(rate) Hz")
    }
    frameCount += Int64(piece.frameCount)
    if let size = format.sampleSize, frameCount > Self.maxWAVByteCount / Int64(size * channelCount) {
      throw SoundError(.cannotCreate, name, "a WAV file can't exceed 4 GiB; use FLAC")
    }
    for start in stride(from: 0, to: piece.frameCount, by: Self.pieceLength) {
      let frames = start..<min(start + Self.pieceLength, piece.frameCount)
      let isWritten =
        format == .float
        ? stream.write(interleaved(piece, frames) { $0 }, frameCount: frames.count)
        : stream.write(interleaved(piece, frames, format.integer), frameCount: frames.count)
      if !isWritten { throw failure }
    }
  }

  private func interleaved<Sample>(
    _ piece: AudioBuffer, _ frames: Range<Int>, _ sample: (Float) -> Sample
  ) -> [Sample] {
    var samples: [Sample] = []
    samples.reserveCapacity(frames.count * channelCount)
    for frame in frames {
      for channel in piece.channels { samples.append(sample(channel[frame])) }
    }
    return samples
  }

  /// Finishes the file, flushes it to disk, and gives it its name.
  ///
  /// - Throws: A `SoundError` if that fails or a FLAC file would be empty. An existing file then stays unchanged.
  package consuming func finish() throws(SoundError) {
    defer { if closesOutput { try? output?.close() } }
    try end()
    if let file {
      try SoundError.naming(.inputOutput, name) { try file.sync() }
      try SoundError.naming(.cannotCreate, name) { try file.publish() }
      try SoundError.naming(.inputOutput, name) { try FileSystem.syncFolder(of: name) }
    } else if let output {
      try SoundError.naming(.inputOutput, name) {
        try stream.descriptor.seek(offset: 0, from: .start)
        try stream.descriptor.copy(to: output)
      }
    }
  }

  /// Finishes the audio, and writes its lengths.
  private func end() throws(SoundError) {
    if format == .flac, frameCount == 0 {
      // libsndfile can't write it.
      throw SoundError(.cannotCreate, name, "a FLAC file can't be empty")
    }
    if !stream.endLibrary() { throw failure }
  }

  /// The last error of the system, such as a full disk, or of the library.
  private var failure: SoundError {
    guard let errno = stream.failure else { return SoundError(.cannotCreate, name, stream.libraryError) }
    return SoundError(.inputOutput, file == nil ? FilePath.temporaryFolder : name, errno)
  }
}
