import Sessions
import SoundSessions

extension SubjectRegistry {
  static let synth = SubjectRegistry([SynthSubject.self], artifacts: [ObservedSound.self])
}
