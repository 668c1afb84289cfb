internal import BuiltInSubjects
internal import Programs
package import Sessions
internal import SoundSessions

extension SubjectRegistry {
  /// The subjects that sessions can use on the command line.
  package static let midirec = SubjectRegistry.standard.adding(
    [SynthSubject.self, ProgramSubject.self], artifacts: [ObservedSound.self])
}
