public import MIDICore
public import Timelines

/// The timeline of the recording's notes, without a program.
public struct NotesSubject: Subject {
  /// The definition, whose name is `notes`.
  public static let definition = SubjectDefinition.notes

  /// Creates the subject, which has no options.
  public init(_ options: SubjectOptions = SubjectOptions([])) {}

  /// Returns the timeline of the recording.
  public func timeline(of recording: Recording) -> Timeline { Timeline(recording) }
}
