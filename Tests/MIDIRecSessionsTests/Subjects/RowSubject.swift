import MIDICore
import MIDIRecSessions
import Timelines

/// A subject that adds the lowest row of a grid that has the note.
///
/// Rows are five semitones apart by default.
struct RowSubject: Subject {
  static let definition = SubjectDefinition(name: "rows", optionNames: ["semitones"])

  private let semitones: Int

  init(_ options: SubjectOptions) throws(SubjectOptionError) {
    semitones = try options.number("semitones", in: 1...12) ?? 5
  }

  func timeline(of recording: Recording) -> Timeline {
    Timeline(recording).annotated { entry in
      guard case .note(let note, .sounding) = entry.change else { return [] }
      return [Timeline.Attribute("row", "\(Int(note.rawValue) / semitones + 1)")]
    }
  }
}
