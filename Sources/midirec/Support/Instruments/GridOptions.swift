internal import ArgumentParser
internal import Instruments

/// The options that say how a LinnStrument is set; the same as sessions have for the subject `grid`.
struct GridOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Which LinnStrument it is: 200 or 128. (default: 200)", valueName: "model"))
  var model: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Semitones from row to row: -16 to 16, none (no overlap), guitar, inverted-guitar or zero. (default: 5)",
      valueName: "offset"))
  var rowOffset: String?

  @Option(
    help: ArgumentHelp(
      "The notes of the rows for guitar, from the bottom. (default: 30,35,40,45,50,55,59,64)",
      valueName: "notes"))
  var guitarTuning: String?

  @Option(
    help: ArgumentHelp(
      "Which splits are left-handed: none, both, left or right. (default: none)", valueName: "splits"))
  var leftHanded: String?

  @Option(
    help: ArgumentHelp(
      "The MIDI mode: one-channel, channel-per-note, channel-per-row or user-firmware. (default: one-channel)",
      valueName: "mode"))
  var mode: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Octaves up, -5 to 5. (default: 0)", valueName: "octaves"))
  var octave: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Semitones by which the pitch is up, -7 to 7. (default: 0)", valueName: "semitones"))
  var transposePitch: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Semitones by which the lights are moved, -7 to 7. (default: 0)", valueName: "semitones"))
  var transposeLights: String?

  @Option(help: ArgumentHelp("The main channel, 1 to 16. (default: 1)", valueName: "channel"))
  var channel: String?

  @Option(
    help: ArgumentHelp(
      "The channels of channel-per-note, as 2-8 or 2,4,6. (default: 2-8)", valueName: "channels"))
  var noteChannels: String?

  @Option(
    help: ArgumentHelp(
      "The channel of the first row, for channel-per-row. (default: 1)", valueName: "channel"))
  var firstRowChannel: String?

  @Option(
    help: ArgumentHelp(
      "Which row is the first: the lowest (normal) or the highest (reversed). (default: normal)",
      valueName: "order"))
  var rowOrder: String?

  @Option(
    help: ArgumentHelp(
      "The column from 2 with which the right split begins, or none. (default: none)", valueName: "column"))
  var splitColumn: String?

  @Option(
    help: ArgumentHelp(
      "Whose settings a surface has that isn't split: left or right. (default: left)", valueName: "split"))
  var selectedSplit: String?

  @Option(
    help: ArgumentHelp("As --mode, for the right split. (default: one-channel)", valueName: "mode"))
  var rightMode: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("As --octave, for the right split. (default: 0)", valueName: "octaves"))
  var rightOctave: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("As --transpose-pitch, for the right split. (default: 0)", valueName: "semitones"))
  var rightTransposePitch: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("As --transpose-lights, for the right split. (default: 0)", valueName: "semitones"))
  var rightTransposeLights: String?

  @Option(
    help: ArgumentHelp("As --channel, for the right split. (default: 16)", valueName: "channel"))
  var rightChannel: String?

  @Option(
    help: ArgumentHelp("As --note-channels, for the right split. (default: 9-15)", valueName: "channels"))
  var rightNoteChannels: String?

  @Option(
    help: ArgumentHelp("As --first-row-channel, for the right split. (default: 9)", valueName: "channel"))
  var rightFirstRowChannel: String?

  @Option(
    help: ArgumentHelp("As --row-order, for the right split. (default: normal)", valueName: "order"))
  var rightRowOrder: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Learn settings from the parameters (NRPN) that come. (default: as the session has it, or --learn)")
  var learn: Bool?

  func validate() throws {
    var settings = GridSettings()
    try apply(to: &settings)
  }

  /// Sets what was given.
  ///
  /// - Throws: Which option has a value that it can't have.
  func apply(to settings: inout GridSettings) throws {
    // In the order of all cases, so that the model is there before what depends on it.
    for option in GridOption.allCases {
      guard let text = text(of: option) else { continue }
      guard settings.set(option, to: text) else {
        throw ValidationError("--\(option.rawValue) expects \(option.expected); found \"\(text)\".")
      }
    }
  }

  private func text(of option: GridOption) -> String? {
    switch option {
    case .model: model
    case .rowOffset: rowOffset
    case .guitarTuning: guitarTuning
    case .leftHanded: leftHanded
    case .mode: mode
    case .octave: octave
    case .transposePitch: transposePitch
    case .transposeLights: transposeLights
    case .channel: channel
    case .noteChannels: noteChannels
    case .firstRowChannel: firstRowChannel
    case .rowOrder: rowOrder
    case .splitColumn: splitColumn
    case .selectedSplit: selectedSplit
    case .rightMode: rightMode
    case .rightOctave: rightOctave
    case .rightTransposePitch: rightTransposePitch
    case .rightTransposeLights: rightTransposeLights
    case .rightChannel: rightChannel
    case .rightNoteChannels: rightNoteChannels
    case .rightFirstRowChannel: rightFirstRowChannel
    case .rightRowOrder: rightRowOrder
    }
  }
}
