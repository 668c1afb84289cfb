internal import CSndFile
internal import SystemPackage

/// The format and contents of an audio file to write.
struct SoundDescription {
  let rate: Int
  let channelCount: Int
  let format: AudioFormat
  let comment: String?

  /// The maximum number of sample bytes in a WAV file, whose lengths have 32 bits. The rest is for its header and
  /// chunks.
  static let maxWAVByteCount = Int64(UInt32.max) - (1 << 20)
  /// The maximum length of a comment in bytes. libsndfile can't read one of 2,048 or more from a WAV file.
  static let maxCommentLength = 2000

  /// The reason why such a file can't exist, or `nil` if it can.
  var problem: String? {
    if !(1...format.maxRate).contains(rate) {
      return "its sample rate must be from 1 to \(format.maxRate) Hz (found \(rate))"
    }
    if !(1...format.maxChannelCount).contains(channelCount) {
      return "it can't have \(channelCount) channels"
    }
    let bytes = (comment ?? "").utf8
    if bytes.count > Self.maxCommentLength || bytes.contains(0) {
      return "its comment has a zero byte, or more than \(Self.maxCommentLength) bytes"
    }
    return nil
  }
}

/// The encoder of an open audio file.
final class SoundEncoder {
  /// The number of frames written at a time.
  private static let pieceLength = 4096

  let stream: SoundStream
  private let name: FilePath
  private let place: FilePath
  private let sound: SoundDescription
  private var frameCount: Int64 = 0

  /// Starts an encoder.
  ///
  /// - Parameters:
  ///   - name: The file's name in errors.
  ///   - place: The file or folder that a full disk concerns.
  init(
    _ stream: SoundStream, name: FilePath, place: FilePath, _ sound: SoundDescription
  ) throws(AudioFileError) {
    self.stream = stream
    self.name = name
    self.place = place
    self.sound = sound
    var information = SF_INFO()
    information.samplerate = Int32(sound.rate)
    information.channels = Int32(sound.channelCount)
    information.format = sound.format.libraryFormat
    guard stream.open(.write, &information) else { throw failure() }
    stream.leaveOutPeaks()
    if let comment = sound.comment, !comment.isEmpty, !stream.setComment(comment) { throw failure() }
  }

  deinit { _ = stream.endLibrary() }

  /// Writes the next samples.
  func write(_ piece: AudioBuffer) throws(AudioFileError) {
    guard piece.rate == sound.rate, piece.channels.count == sound.channelCount else {
      throw AudioFileError(
        .cannotCreate, path: name,
        reason: "\(piece.channels.count) channels at \(piece.rate) Hz don't match "
          + "\(sound.channelCount) channels at \(sound.rate) Hz")
    }
    frameCount += Int64(piece.frameCount)
    if let size = sound.format.sampleSize {
      let limit = SoundDescription.maxWAVByteCount / Int64(size * sound.channelCount)
      guard frameCount <= limit else {
        throw AudioFileError(
          .cannotCreate, path: name, reason: "a WAV file can't exceed 4 GiB; use FLAC")
      }
    }
    for start in stride(from: 0, to: piece.frameCount, by: Self.pieceLength) {
      try write(piece, start..<min(start + Self.pieceLength, piece.frameCount))
    }
  }

  private func write(_ piece: AudioBuffer, _ frames: Range<Int>) throws(AudioFileError) {
    let isWritten =
      sound.format == .float
      ? stream.write(interleaved(piece, frames) { $0 }, frameCount: frames.count)
      : stream.write(interleaved(piece, frames, sound.format.integer), frameCount: frames.count)
    if !isWritten { throw failure() }
  }

  private func interleaved<Sample>(
    _ piece: AudioBuffer, _ frames: Range<Int>, _ sample: (Float) -> Sample
  ) -> [Sample] {
    var samples: [Sample] = []
    samples.reserveCapacity(frames.count * sound.channelCount)
    for frame in frames {
      for channel in piece.channels { samples.append(sample(channel[frame])) }
    }
    return samples
  }

  /// Finishes the file, and writes its lengths.
  ///
  /// - Throws: An `AudioFileError` if that fails, or if a FLAC file is empty, which libsndfile can't write.
  func end() throws(AudioFileError) {
    if sound.format == .flac, frameCount == 0 {
      throw AudioFileError(.cannotCreate, path: name, reason: "a FLAC file can't be empty")
    }
    if !stream.endLibrary() { throw failure() }
  }

  private func failure() -> AudioFileError {
    if let failure = stream.failure { return AudioFileError(.inputOutput, path: place, failure) }
    return AudioFileError(.cannotCreate, path: name, reason: stream.libraryError)
  }
}
