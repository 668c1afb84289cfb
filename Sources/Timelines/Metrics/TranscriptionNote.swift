public import MIDICore

/// A note as a transcription is judged by: when it sounds and how high it is.
///
/// These are measures for people, not the way of an event, and mir_eval computes in floating point: so do they.
public struct TranscriptionNote: Hashable, Sendable {
  /// When it begins, in seconds.
  public var onset: Double
  /// When it ends, in seconds.
  public var offset: Double
  /// How high it is, in octaves: the logarithm to base 2 of its frequency in Hz.
  public var pitch: Double

  /// Makes a note of its parts.
  public init(onset: Double, offset: Double, pitch: Double) {
    self.onset = onset
    self.offset = offset
    self.pitch = pitch
  }

  /// What of a played note counts here. Its pitch is that of equal temperament at A4 = 440 Hz.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - end: The end of the note if it is hanging.
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
  /// The notes as a transcription is judged by, in order of their onsets. One that hangs lasts until the end.
  ///
  /// - Complexity: O(*n*) in the number of notes.
  public var transcription: [TranscriptionNote] { notes.map { TranscriptionNote($0, end: end) } }
}
