public import Instruments
public import MIDICore
public import Timelines

/// A subject that maps held notes to the lit cells of a LinnStrument and their colors.
public struct GridSubject: Subject {
  /// The name `grid`, and the settings of the instrument, `learn`, and `lights`.
  public static let definition = SubjectDefinition(
    name: "grid", optionNames: GridOption.allCases.map(\.rawValue) + ["learn", "lights"])

  /// The settings of the instrument at the beginning of the recording.
  public let settings: GridSettings
  /// Whether settings are learned from the parameters in the recording.
  public let learns: Bool
  /// Whether the timeline includes the lights of an instrument that mirrors the grid.
  public let hasLights: Bool

  /// Creates a grid subject with the options of a session.
  ///
  /// - Throws: `SubjectOptionError` if an option has an invalid value.
  public init(_ options: SubjectOptions) throws(SubjectOptionError) {
    var settings = GridSettings()
    for option in GridOption.allCases {
      guard let choice = options[option.rawValue] else { continue }
      guard choice.pairs.isEmpty, settings.set(option, to: choice.values.joined(separator: ",")) else {
        throw SubjectOptionError(choice, expected: option.expected)
      }
    }
    self.settings = settings
    learns = try options.flag("learn") ?? true
    hasLights = try options.flag("lights") ?? false
  }

  /// The lit cells of the grid.
  public var view: InstrumentView? { .grid(settings.model) }

  /// Returns the lit cells of the recording's notes.
  public func timeline(of recording: Recording) -> Timeline {
    Timeline(grid: recording, settings: settings, learns: learns, lights: hasLights)
  }
}

/// A subject that tracks the pressed keys of a piano, and the keys that only a pedal holds.
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
