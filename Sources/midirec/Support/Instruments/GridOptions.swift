internal import ArgumentParser
internal import Instruments

/// The options for a LinnStrument's settings: the same as for the subject `grid` in sessions.
struct GridOptions: ParsableArguments {
  @Option(help: ArgumentHelp("LinnStrument model: 200 or 128 (default: 200)", valueName: "model"))
  var model: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Semitones between rows: -16 to 16, none (no overlap), guitar, inverted-guitar, or zero (default: 5)",
      valueName: "offset"))
  var rowOffset: String?

  @Option(
    help: ArgumentHelp(
      "Notes of the rows for guitar, from the bottom (default: 30,35,40,45,50,55,59,64)",
      valueName: "notes"))
  var guitarTuning: String?

  @Option(
    help: ArgumentHelp(
      "Left-handed splits: none, both, left, or right (default: none)", valueName: "splits"))
  var leftHanded: String?

  @Option(
    help: ArgumentHelp(
      "MIDI mode: one-channel, channel-per-note, channel-per-row, or user-firmware (default: one-channel)",
      valueName: "mode"))
  var mode: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Octave transposition, from -5 to 5 (default: 0)", valueName: "octaves"))
  var octave: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pitch transposition in semitones, from -7 to 7 (default: 0)", valueName: "semitones"))
  var transposePitch: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Light transposition in semitones, from -7 to 7 (default: 0)", valueName: "semitones"))
  var transposeLights: String?

  @Option(help: ArgumentHelp("Main channel, from 1 to 16 (default: 1)", valueName: "channel"))
  var channel: String?

  @Option(
    help: ArgumentHelp(
      "Channels for channel-per-note, such as 2-8 or 2,4,6 (default: 2-8)", valueName: "channels"))
  var noteChannels: String?

  @Option(
    help: ArgumentHelp(
      "Channel of the first row for channel-per-row (default: 1)", valueName: "channel"))
  var firstRowChannel: String?

  @Option(
    help: ArgumentHelp(
      "First row: the lowest (normal) or the highest (reversed) (default: normal)",
      valueName: "order"))
  var rowOrder: String?

  @Option(
    help: ArgumentHelp(
      "First column of the right split, from 2, or none (default: none)", valueName: "column"))
  var splitColumn: String?

  @Option(
    help: ArgumentHelp(
      "Split whose settings an unsplit surface uses: left or right (default: left)", valueName: "split"))
  var selectedSplit: String?

  @Option(
    help: ArgumentHelp("--mode for the right split (default: one-channel)", valueName: "mode"))
  var rightMode: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("--octave for the right split (default: 0)", valueName: "octaves"))
  var rightOctave: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("--transpose-pitch for the right split (default: 0)", valueName: "semitones"))
  var rightTransposePitch: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("--transpose-lights for the right split (default: 0)", valueName: "semitones"))
  var rightTransposeLights: String?

  @Option(
    help: ArgumentHelp("--channel for the right split (default: 16)", valueName: "channel"))
  var rightChannel: String?

  @Option(
    help: ArgumentHelp("--note-channels for the right split (default: 9-15)", valueName: "channels"))
  var rightNoteChannels: String?

  @Option(
    help: ArgumentHelp("--first-row-channel for the right split (default: 9)", valueName: "channel"))
  var rightFirstRowChannel: String?

  @Option(
    help: ArgumentHelp("--row-order for the right split (default: normal)", valueName: "order"))
  var rightRowOrder: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Learn settings from incoming parameters (default: the session's setting, or --learn)")
  var learn: Bool?

  func validate() throws {
    var settings = GridSettings()
    try apply(to: &settings)
  }

  /// Applies the given options to settings.
  ///
  /// - Throws: A `ValidationError` for the first invalid value.
  func apply(to settings: inout GridSettings) throws {
    // In the order of the cases: the model comes before the options that depend on it.
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
