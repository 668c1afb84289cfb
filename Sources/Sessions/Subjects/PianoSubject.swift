public import Instruments
public import MIDICore
public import Timelines

/// A subject that tracks the keys of a piano: those pressed, and those held by a pedal only.
public struct PianoSubject: Subject {
  /// The name `piano`, and the options `names` and `middle-c`.
  public static let definition = SubjectDefinition(name: "piano", optionNames: ["names", "middle-c"])

  /// The names of the keys.
  public let naming: KeyNaming

  /// Creates a piano subject with the options of a session.
  ///
  /// - Throws: `SubjectOptionError` if an option has an invalid value.
  public init(_ options: SubjectOptions) throws(SubjectOptionError) {
    let systems = KeyNaming.System.allCases.map(\.rawValue).joined(separator: ", ")
    let system = try options.value(of: "names", expected: "one of \(systems)", KeyNaming.System.init)
    let octave = try options.number("middle-c", in: 3...5)
    naming = KeyNaming(system ?? .english, middleC: octave.flatMap(MiddleC.init) ?? .octave4)
  }

  /// The pressed keys.
  public var view: InstrumentView? { .piano }

  /// Returns the pressed and held keys of the recording's notes.
  public func timeline(of recording: Recording) -> Timeline { Timeline(piano: recording, naming: naming) }
}
