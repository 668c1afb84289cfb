internal import Crypto
package import Sessions
package import Sound

/// A sound that came of a subject.
package struct ObservedSound: Hashable, Sendable {
  /// Its samples.
  package let buffer: AudioBuffer
  /// What it was made with.
  package let label: SoundLabel

  /// Makes one of its parts.
  ///
  /// - Parameters:
  ///   - engine: What played: all that the samples depend on besides the recording, the font and the settings.
  ///   - fontName: The font's name.
  ///   - fontHash: The SHA-256 of the font's file, in hexadecimal digits.
  /// - Complexity: O(*n*) in the number of samples.
  package init(_ buffer: AudioBuffer, engine: String, fontName: String, fontHash: String) {
    self.buffer = buffer
    label = SoundLabel(
      samplesHash: Self.samplesHash(of: buffer), engine: engine, fontName: fontName, fontHash: fontHash)
  }

  /// Returns the SHA-256 of the samples: all of the first channel, then all of the next, each as the machine's 32-bit float.
  private static func samplesHash(of buffer: AudioBuffer) -> String {
    var hash = SHA256()
    for channel in buffer.channels {
      unsafe channel.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
    }
    return hash.finalize().hexadecimalText
  }

  /// Returns the file that is expected to come again: 24-bit FLAC, with the label as its comment.
  ///
  /// - Throws: If the sound has more than eight channels, or the system fails.
  package func fileBytes() throws(ArtifactError) -> [UInt8] {
    do {
      return try AudioFileWriter.bytes(of: buffer, format: .flac, comment: "\(label)")
    } catch {
      throw ArtifactError(.actual, error.reason)
    }
  }
}

/// A sound that is expected, or waits for a person.
package struct StoredSound: Sendable {
  /// Its samples, rounded to 24 bits.
  package let buffer: AudioBuffer
  /// What it was made with; nothing where the file doesn't say.
  package let label: SoundLabel?

  /// Takes a file that was read.
  package init(_ file: AudioFile) {
    buffer = file.buffer
    label = file.comment.flatMap { SoundLabel($0) }
  }

  /// Whether a sound is this one, as the labels say: the same samples, made with the same font by the same engine. A font
  /// may be called otherwise, but its bytes are its bytes.
  func isSame(as other: AudioBuffer, _ otherLabel: SoundLabel?) -> Bool {
    guard let label, let otherLabel else { return false }
    return label.samplesHash == otherLabel.samplesHash && label.engine == otherLabel.engine
      && label.fontHash == otherLabel.fontHash && buffer.rate == other.rate
      && buffer.channels.count == other.channels.count
  }
}
