internal import MIDICore

/// Where the recording that is played comes from.
enum RecordingSource {
  /// The bytes of the session's file.
  case file([UInt8])
  /// A test's own.
  case recording(Recording)

  /// The recording, made anew from its bytes, and at how many places it was mended.
  func recording(of session: Session) throws(SessionError) -> (recording: Recording, repairs: Int) {
    switch self {
    case .file(let bytes): try session.recording(from: bytes)
    case .recording(let recording): (recording, 0)
    }
  }
}
