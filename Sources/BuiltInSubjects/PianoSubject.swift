public import Instruments
public import MIDICore
public import Sessions
public import Timelines

/// The piano tracker: which keys a piano keyboard shows pressed, and which a pedal holds.
public struct PianoSubject: Subject {
  /// It is called `piano`.
  public static let definition = SubjectDefinition(name: "piano", optionNames: ["names", "middle-c"])

  /// How keys are called.
  public let naming: KeyNaming

  /// Makes it of its options.
  public init(_ options: SubjectOptions) throws(SubjectOptionError) {
    let systems = KeyNaming.System.allCases.map(\.rawValue).joined(separator: ", ")
    let system = try options.value(of: "names", expected: "one of \(systems)", KeyNaming.System.init)
    let octave = try options.number("middle-c", in: 3...4)
    naming = KeyNaming(system ?? .english, middleC: octave.flatMap(MiddleC.init) ?? .octave4)
  }

  /// As pressed keys.
  public var view: InstrumentView? { .piano }

  /// What the keyboard shows of the recording.
  public func timeline(of recording: Recording) -> Timeline { Timeline(piano: recording, naming: naming) }
}
