public import MIDICore

/// A note of a transcription: its time and its pitch.
///
/// Unlike events, it uses floating-point numbers, as mir_eval does.
public struct TranscriptionNote: Hashable, Sendable {
  /// The onset in seconds.
  public var onset: Double
  /// The offset in seconds.
  public var offset: Double
  /// The pitch in octaves: the base-2 logarithm of the frequency in Hz.
  public var pitch: Double

  /// Creates a note with the given values.
  public init(onset: Double, offset: Double, pitch: Double) {
    self.onset = onset
    self.offset = offset
    self.pitch = pitch
  }

  /// Creates a transcription note from a played note, in equal temperament at A4 = 440 Hz.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - end: The offset of a hanging note.
  public init(_ note: Note, end: Nanoseconds) {
    self.init(
      onset: Self.seconds(note.onset), offset: Self.seconds(note.offset ?? end),
      pitch: Self.pitchOfA4 + (Double(note.number.rawValue) - 69) / 12)
  }

  /// 440 Hz.
  private static let pitchOfA4 = 8.78135971352466

  private static func seconds(_ time: Nanoseconds) -> Double { Double(time.rawValue) / 1e9 }
}

extension Performance {
  /// The notes for an evaluation, in order of their onsets. Hanging notes last until the end.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  public var transcription: [TranscriptionNote] { notes.map { TranscriptionNote($0, end: end) } }
}
