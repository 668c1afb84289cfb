public import Instruments
public import MIDICore
public import Sessions
public import Timelines

/// The grid mapper: what a LinnStrument's surface shows of held notes, cells and colors.
public struct GridSubject: Subject {
  /// It is called `grid`; its options are those of ``GridOption``, `learn` and `lights`.
  public static let definition = SubjectDefinition(
    name: "grid", optionNames: GridOption.allCases.map(\.rawValue) + ["learn", "lights"])

  /// How the instrument is set before the recording begins.
  public let settings: GridSettings
  /// Whether settings are learned from the parameters in the recording.
  public let learns: Bool
  /// Whether the lights that mirror the grid are expected, too.
  public let hasLights: Bool

  /// Makes it of its options.
  public init(_ options: SubjectOptions) throws(SubjectOptionError) {
    var settings = GridSettings()
    for option in GridOption.allCases {
      try options.set(option.rawValue, expected: option.expected) { settings.set(option, to: $0) }
    }
    self.settings = settings
    learns = try options.flag("learn") ?? true
    hasLights = try options.flag("lights") ?? false
  }

  /// As lit cells.
  public var view: InstrumentView? { .grid(settings.model) }

  /// What the grid shows of the recording.
  public func timeline(of recording: Recording) -> Timeline {
    Timeline(grid: recording, settings: settings, learns: learns, lights: hasLights)
  }
}
