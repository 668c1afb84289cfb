internal import FileIO
package import SystemPackage

/// Writes a file of sound piece by piece.
///
/// The same samples, format and comment give the same bytes: no date and no program's name stands in it, and WAV files
/// have no `PEAK` chunk, which has a time stamp. (FLAC files name the version of libFLAC.) Until ``finish()`` the file has
/// no name, and goes where the writer goes without.
package struct AudioFileWriter: ~Copyable {
  private enum Target {
    /// A file that gets its name when it is whole.
    case file(NewFile)
    /// What it is copied to when it is whole.
    case copy(FileDescriptor, closes: Bool)
  }

  private let name: FilePath
  private let encoder: SoundEncoder
  private let target: Target

  /// Begins a file. What is there and is no file but a device or a pipe gets the sound from ``finish()``.
  ///
  /// - Parameters:
  ///   - path: Its name. What is already in the catalog is replaced by ``finish()`` where `replaces` is set, else it is an error.
  ///   - rate: How many frames there are a second; in FLAC up to 655,350.
  ///   - channelCount: How many channels it has: up to 1,024, in FLAC up to 8.
  ///   - format: How samples stand in it, which also says how they are rounded and clipped.
  ///   - comment: A remark that stands in it: up to 2,000 bytes, none of them zero.
  ///   - replaces: Whether a file that is there may be replaced.
  /// - Throws: Where the file can't be made, is already in the catalog (`EEXIST`), or can't be of that kind.
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
    let encoder = try SoundEncoder(SoundStream(file), name: path, sound)
    return AudioFileWriter(name: path, encoder: encoder, target: .file(file))
  }

  /// Begins a file that goes to standard output, or wherever else nobody can seek.
  ///
  /// A file of sound begins with its length. So it is kept in a file without a name, in the folder for temporary files,
  /// and ``finish()`` copies it.
  ///
  /// - Parameters:
  ///   - descriptor: Where it goes; it stays open.
  ///   - name: What that is called in errors.
  /// - Throws: As ``create(_:rate:channelCount:format:comment:replaces:)`` does.
  package static func create(
    copyingTo descriptor: FileDescriptor, name: FilePath, rate: Int, channelCount: Int, format: AudioFormat,
    comment: String? = nil
  ) throws(AudioFileError) -> AudioFileWriter {
    let sound = SoundDescription(rate: rate, channelCount: channelCount, format: format, comment: comment)
    if let reason = sound.problem { throw AudioFileError(.cannotCreate, path: name, reason: reason) }
    return try copying(to: .copy(descriptor, closes: false), name, sound)
  }

  /// A whole file of sound in memory, such as for a page.
  ///
  /// - Parameters:
  ///   - buffer: Its samples.
  ///   - format: How they stand in it.
  ///   - comment: A remark that stands in it.
  /// - Throws: As ``create(_:rate:channelCount:format:comment:replaces:)`` does.
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

  /// Writes what comes next.
  ///
  /// - Parameter piece: Samples of the rate and the channels that the file was begun with.
  /// - Throws: Where they are of others, the file gets longer than its format can be, or the system fails.
  package mutating func write(_ piece: AudioBuffer) throws(AudioFileError) { try encoder.write(piece) }

  /// Ends the file, brings it to disk and gives it its name.
  ///
  /// - Throws: Where that fails, and where a FLAC file would have no samples; what was there before is there then.
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
    AudioFileWriter(name: name, encoder: try UnnamedFile.encoder(name, sound), target: target)
  }
}

extension UnnamedFile {
  /// An encoder of a file without a name.
  fileprivate static func encoder(
    _ name: FilePath, _ sound: SoundDescription
  ) throws(AudioFileError) -> SoundEncoder {
    let stream: SoundStream
    do {
      stream = SoundStream(try create())
    } catch {
      throw AudioFileError(.inputOutput, path: name, error)
    }
    return try SoundEncoder(stream, name: name, sound)
  }
}
