internal import ArgumentParser
internal import FontCatalog
internal import MIDIRecSound
internal import MIDIRecSynth
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import SystemPackage

/// The options for a synthesizer's font and output.
struct LiveSoundOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Font in the catalog, or a file", valueName: "font"))
  var font: String?

  @Option(
    help: ArgumentHelp(
      "Preset for all channels: BANK:PROGRAM, or a favorite's name",
      discussion: "Without it, program changes select presets.", valueName: "preset"))
  var preset: String?

  @Option(help: ArgumentHelp("Meaning of bank select, gs by default", valueName: "style"))
  var bankSelect: SynthRenderer.BankStyle?

  @Option(help: ArgumentHelp("Gain, from 0 to 10 (default: 0.2)", valueName: "gain"))
  var gain: Double?

  @OptionGroup var output: AudioOutputOptions

  func validate() throws {
    if let gain, !(0...10).contains(gain) {
      throw ValidationError("--gain must be from 0 to 10 (found \(gain)).")
    }
  }

  /// Whether any of the options is given.
  var isGiven: Bool {
    font != nil || preset != nil || bankSelect != nil || gain != nil || output.isGiven
  }

  /// Opens the synthesizer and its output.
  func open() throws -> LiveSynth {
    let choice = try FontCatalog.choiceOfUser(font: font, preset: preset)
    var settings = SynthRenderer.Settings()
    if let gain { settings.gain = gain }
    if let bankSelect { settings.bankStyle = bankSelect }
    if let file = output.file { try output.make(file) }
    do {
      return try LiveSynth.open(
        choice, settings: settings, output: output.file.map { .file($0) } ?? .driver(output.audio))
    } catch {
      throw failure(error)
    }
  }

  /// Returns the error to report: a missing sound card is exit code 69.
  private func failure(_ error: SoundError) -> any Error {
    guard error.kind == .cannotCreate, output.file == nil else { return error }
    return CommandFailure(
      .unavailable, "\(error); choose a driver with --audio, or write to a file with --audio-file")
  }
}
