import MIDIRecSessions
import SoundSessions

extension SubjectRegistry {
  static let synth = SubjectRegistry([]).adding([SynthSubject.self], parts: [SoundPart.self])
}
