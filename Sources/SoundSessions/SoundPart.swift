package import MIDICore
package import MIDIRecSessions
package import MIDIRecSound
package import SystemPackage
package import Timelines

/// Compared audio. Its file is a 24-bit FLAC whose comment is the label.
package struct SoundPart: ComparedPart {
  /// The samples, rounded to 24 bits if they were read from a file.
  package let buffer: AudioBuffer
  /// The engine and font, or `nil` if the file has no label.
  package let label: SoundLabel?

  /// Creates the audio that a subject produced.
  ///
  /// - Parameters:
  ///   - engine: The engine, with everything that affects the samples except the recording, the font, and the
  ///     settings.
  ///   - fontName: The font's name.
  ///   - fontHash: The SHA-256 of the font's file, in hexadecimal digits.
  /// - Complexity: O(*n*), where *n* is the number of samples.
  package init(_ buffer: AudioBuffer, engine: String, fontName: String, fontHash: String) {
    self.buffer = buffer
    // Channel by channel, each sample as the machine's 32-bit float.
    var hash = SHA256()
    for channel in buffer.channels { hash.update(channel) }
    label = SoundLabel(
      samplesHash: hash.hexadecimalDigest(), engine: engine, fontName: fontName, fontHash: fontHash)
  }

  package init(_ file: [UInt8], of path: FilePath) throws(SessionError) {
    do {
      let audio = try AudioFile(decoding: file, name: "sound")
      buffer = audio.buffer
      label = audio.comment.flatMap { SoundLabel($0) }
    } catch {
      throw SessionError(.badData, path, error.reason)
    }
  }

  package static var form: String { "audio" }
  package static func fits(_ file: [UInt8], as name: PartName) -> Bool { name == .sound }

  /// Returns the audible notes; the comparison names the first different one.
  package static func context(
    _ options: Comparison.Options, accepted: () -> Timeline?, recording: () -> Recording
  ) -> [SoundNote] {
    SoundNote.notes(expected: accepted(), of: recording())
  }

  /// Throws an error if the audio has more than eight channels, or the system fails.
  package func stored(for session: FilePath) throws(SessionError) -> (part: SoundPart, file: [UInt8]) {
    do {
      let file = try AudioFileWriter.bytes(of: buffer, format: .flac, comment: label.map { "\($0)" })
      return (try SoundPart(file, of: session), file)
    } catch {
      let reason = (error as? SoundError)?.reason ?? "\(error)"
      throw SessionError(.inputOutput, session, "the sound can't be stored: \(reason)")
    }
  }

  package func isStored(in file: [UInt8]) -> Bool { false }

  /// Returns whether the labels are equal: the same samples from the same engine and font.
  ///
  /// The font's name can differ, but not its bytes. The hash covers only the samples.
  package func isSame(as other: SoundPart) -> Bool {
    guard let label, let otherLabel = other.label else { return false }
    return label.samplesHash == otherLabel.samplesHash && label.engine == otherLabel.engine
      && label.fontHash == otherLabel.fontHash && buffer.rate == other.buffer.rate
      && buffer.channels.count == other.buffer.channels.count
  }

  package func judgment(against expected: SoundPart, in context: [SoundNote]) -> SoundJudgment {
    SoundJudgment(expected: expected, actual: self, notes: context)
  }

  package var summary: String { "lasts \(buffer.time(ofFrame: buffer.frameCount).shortText)" }
  package static var isAudio: Bool { true }
}

extension SoundNote {
  /// Returns the notes of a performance as audio has them: each lasts until no pedal holds it.
  package static func notes(of performance: Performance) -> [SoundNote] {
    performance.notes.map { note in
      SoundNote(
        start: note.onset, end: note.silence, channel: note.channel, number: note.number,
        velocity: note.velocity)
    }
  }

  /// Returns the notes to name in a comparison: the expected notes, and the recording's notes without an expectation.
  ///
  /// A note that the recording no longer has comes from the expected timeline.
  ///
  /// - Parameter expected: The accepted timeline of the subject, or `nil` to expect the recording's notes.
  static func notes(expected: Timeline?, of recording: Recording) -> [SoundNote] {
    let played = notes(of: Performance(recording))
    guard let expected else { return played }
    let expectedNotes = notes(of: Performance(expected))
    let moments = Set(expectedNotes.map { $0.moment() })
    // A note near an expected one is the expected one, earlier or later.
    return expectedNotes
      + played.filter { note in
        !(-1...1).contains { moments.contains(note.moment(later: $0)) }
      }
  }

  /// Returns the channel, the key, and the tenth of a second in which the note starts, or a tenth near it.
  private func moment(later tenths: Int64 = 0) -> [Int64] {
    [Int64(channel.rawValue), Int64(number.rawValue), start.rawValue / 100_000_000 + tenths]
  }
}
