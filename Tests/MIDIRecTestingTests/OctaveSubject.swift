import MIDICore
import MIDIRecSessions
import Timelines

/// Transposes all notes up by a number of semitones.
struct OctaveSubject: Subject {
  static let definition = SubjectDefinition(name: "octave", optionNames: ["semitones"])

  private let semitones: Int

  init(_ options: SubjectOptions) throws(SubjectOptionError) {
    semitones = try options.number("semitones", in: 1...24) ?? 12
  }

  func timeline(of recording: Recording) -> Timeline {
    Timeline(recording.transposed(by: semitones).recording)
  }
}
