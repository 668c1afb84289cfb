internal import System
package import SystemPackage

/// Writes an audio file piece by piece.
///
/// The same samples, format, and comment give the same bytes. The file has no date and no program name, and WAV files
/// have no `PEAK` chunk, which has a timestamp. (FLAC files contain the version of libFLAC.) Until ``finish()``, the
/// file has no name, and disappears if the writer is discarded.
package struct AudioFileWriter: ~Copyable {
  private enum Target {
    /// A file that gets its name when it is complete.
    case file(NewFile)
    /// A descriptor that receives a copy of the complete file.
    case copy(FileDescriptor, closes: Bool)
  }

  private let name: FilePath
  private let encoder: SoundEncoder
  private let target: Target

  /// Creates a file. An existing device or pipe receives the audio in ``finish()``.
  ///
  /// - Parameters:
  ///   - path: The path. ``finish()`` replaces an existing file if `replaces` is true.
  ///   - rate: The sample rate in hertz, for FLAC at most 655,350.
  ///   - channelCount: The number of channels, at most 1,024, or 8 for FLAC.
  ///   - format: The sample format, which determines rounding and clipping.
  ///   - comment: A comment of at most 2,000 bytes, none of them zero.
  ///   - replaces: Whether an existing file may be replaced.
  /// - Throws: An `AudioFileError` if the file can't be created, already exists (`EEXIST`), or can't have this format.
  package static func create(
    _ path: FilePath, rate: Int, channelCount: Int, format: AudioFormat, comment: String? = nil,
    replaces: Bool
  ) throws(AudioFileError) -> AudioFileWriter {
    let sound = SoundDescription(rate: rate, channelCount: channelCount, format: format, comment: comment)
    if let reason = sound.problem { throw AudioFileError(.cannotCreate, path: path, reason: reason) }
    if FileSystem.isSpecial(path) {
      let special: FileDescriptor
      do {
        special = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
      } catch {
        throw AudioFileError(.cannotCreate, path: path, Errno(thrown: error))
      }
      return try copying(to: .copy(special, closes: true), path, sound)
    }
    let file: NewFile
    do {
      file = try NewFile(path, replaces: replaces)
    } catch {
      throw AudioFileError(.cannotCreate, path: path, error)
    }
    let encoder = try SoundEncoder(SoundStream(file), name: path, place: path, sound)
    return AudioFileWriter(name: path, encoder: encoder, target: .file(file))
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
  ) throws(AudioFileError) -> AudioFileWriter {
    let sound = SoundDescription(rate: rate, channelCount: channelCount, format: format, comment: comment)
    if let reason = sound.problem { throw AudioFileError(.cannotCreate, path: name, reason: reason) }
    return try copying(to: .copy(descriptor, closes: false), name, sound)
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
  ) throws(AudioFileError) -> [UInt8] {
    let name = FilePath("audio in memory")
    let sound = SoundDescription(
      rate: buffer.rate, channelCount: buffer.channels.count, format: format, comment: comment)
    if let reason = sound.problem { throw AudioFileError(.cannotCreate, path: name, reason: reason) }
    let encoder = try UnnamedFile.encoder(name, sound)
    try encoder.write(buffer)
    try encoder.end()
    do {
      return try UnnamedFile.bytes(of: encoder.stream.descriptor)
    } catch {
      throw AudioFileError(.inputOutput, path: name, Errno(thrown: error))
    }
  }

  /// Writes the next samples.
  ///
  /// - Parameter piece: Samples with the file's sample rate and channels.
  /// - Throws: An `AudioFileError` if rate or channels differ, the file exceeds its format's limit, or the system
  ///   fails.
  package mutating func write(_ piece: AudioBuffer) throws(AudioFileError) { try encoder.write(piece) }

  /// Finishes the file, flushes it to disk, and gives it its name.
  ///
  /// - Throws: An `AudioFileError` if that fails or a FLAC file would be empty. An existing file then stays unchanged.
  package consuming func finish() throws(AudioFileError) {
    try encoder.end()
    switch target {
    case .file(let file):
      do {
        try file.sync()
      } catch {
        throw AudioFileError(.inputOutput, path: name, error)
      }
      do {
        try file.publish()
      } catch {
        throw AudioFileError(.cannotCreate, path: name, error)
      }
      do {
        try FileSystem.syncFolder(of: name)
      } catch {
        throw AudioFileError(.inputOutput, path: name, error)
      }
    case .copy(let descriptor, let closes):
      defer { if closes { try? descriptor.close() } }
      do {
        try encoder.stream.descriptor.seek(offset: 0, from: .start)
        try UnnamedFile.copy(encoder.stream.descriptor, to: descriptor)
      } catch {
        throw AudioFileError(.inputOutput, path: name, Errno(thrown: error))
      }
    }
  }

  private static func copying(
    to target: Target, _ name: FilePath, _ sound: SoundDescription
  ) throws(AudioFileError) -> AudioFileWriter {
    do {
      return AudioFileWriter(name: name, encoder: try UnnamedFile.encoder(name, sound), target: target)
    } catch {
      if case .copy(let descriptor, closes: true) = target { try? descriptor.close() }
      throw error
    }
  }
}

extension UnnamedFile {
  /// Returns an encoder for an unnamed file.
  fileprivate static func encoder(
    _ name: FilePath, _ sound: SoundDescription
  ) throws(AudioFileError) -> SoundEncoder {
    let stream: SoundStream
    do {
      stream = SoundStream(try create())
    } catch {
      throw AudioFileError(.inputOutput, path: folder, error)
    }
    return try SoundEncoder(stream, name: name, place: folder, sound)
  }
}
