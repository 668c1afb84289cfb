public import MIDICore
public import Timelines

/// What the notes of the recording do: the timeline itself, without any program in between.
public struct NotesSubject: Subject {
  /// It is called `notes`.
  public static let definition = SubjectDefinition.notes

  /// Makes it; it has no options.
  public init(_ options: SubjectOptions = SubjectOptions([])) {}

  /// The timeline of the recording.
  public func timeline(of recording: Recording) -> Timeline { Timeline(recording) }
}
