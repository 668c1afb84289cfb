import Sessions
import SoundSessions

extension SubjectCatalogue {
  static let synth = SubjectCatalogue([SynthSubject.self], artifacts: [ObservedSound.self])
}
