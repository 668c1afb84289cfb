package import Sessions
package import Sound

/// The audio that a subject produced.
package struct ObservedSound: Hashable, Sendable {
  /// The samples.
  package let buffer: AudioBuffer
  /// The label of the engine and font.
  package let label: SoundLabel

  /// Creates the audio with its label.
  ///
  /// - Parameters:
  ///   - engine: The engine, with everything that affects the samples except the recording, the font, and the
  ///     settings.
  ///   - fontName: The font's name.
  ///   - fontHash: The SHA-256 of the font's file, in hexadecimal digits.
  /// - Complexity: O(*n*), where *n* is the number of samples.
  package init(_ buffer: AudioBuffer, engine: String, fontName: String, fontHash: String) {
    self.buffer = buffer
    label = SoundLabel(
      samplesHash: Self.samplesHash(of: buffer), engine: engine, fontName: fontName, fontHash: fontHash)
  }

  /// Returns the SHA-256 of the samples, channel by channel, each sample as the machine's 32-bit float.
  private static func samplesHash(of buffer: AudioBuffer) -> String {
    var hash = SHA256()
    for channel in buffer.channels {
      hash.update(channel)
    }
    return hash.hexadecimalDigest()
  }

  /// Returns the file of the expected result: 24-bit FLAC with the label as its comment.
  ///
  /// - Throws: An `ArtifactError` if the audio has more than eight channels, or the system fails.
  package func fileBytes() throws(ArtifactError) -> [UInt8] {
    do {
      return try AudioFileWriter.bytes(of: buffer, format: .flac, comment: "\(label)")
    } catch {
      throw ArtifactError(.actual, error.reason)
    }
  }
}

/// An expected or pending audio file.
package struct StoredSound: Sendable {
  /// The samples, rounded to 24 bits.
  package let buffer: AudioBuffer
  /// The label, or `nil` if the file has none.
  package let label: SoundLabel?

  /// Creates the stored audio of a file.
  package init(_ file: AudioFile) {
    buffer = file.buffer
    label = file.comment.flatMap { SoundLabel($0) }
  }

  /// Returns whether the labels are equal: the same samples from the same engine and font.
  ///
  /// The font's name can differ, but not its bytes.
  func isSame(as other: AudioBuffer, _ otherLabel: SoundLabel?) -> Bool {
    guard let label, let otherLabel else { return false }
    return label.samplesHash == otherLabel.samplesHash && label.engine == otherLabel.engine
      && label.fontHash == otherLabel.fontHash && buffer.rate == other.rate
      && buffer.channels.count == other.channels.count
  }
}
