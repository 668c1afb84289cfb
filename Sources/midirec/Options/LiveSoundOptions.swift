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

  @Option(
    help: ArgumentHelp("FluidSynth audio driver, such as pulseaudio or alsa", valueName: "driver"))
  var audio: String?

  @Option(
    help: ArgumentHelp(
      "Write the audio to this file in real time, instead of playing it",
      discussion: "The file has 16 bits: FLAC if its name ends in .flac, otherwise WAV.",
      valueName: "file"))
  var audioFile: String?

  @Flag(help: "Replace an existing file of --audio-file")
  var force = false

  func validate() throws {
    if audio != nil, audioFile != nil {
      throw ValidationError("--audio and --audio-file can't be used together.")
    }
    let objection = audioFile.flatMap { RenderTarget.objection(to: $0, option: "--audio-file") }
    if let objection { throw ValidationError(objection) }
    if audioFile == "-" {
      throw ValidationError("--audio-file can't be standard output. Use midirec render to write audio there.")
    }
    if force, audioFile == nil { throw ValidationError("--force requires --audio-file.") }
    if let gain, !(0...10).contains(gain) {
      throw ValidationError("--gain must be from 0 to 10 (found \(gain)).")
    }
  }

  /// Whether any of the options is given.
  var isGiven: Bool {
    font != nil || preset != nil || bankSelect != nil || gain != nil || audio != nil || audioFile != nil
      || force
  }

  /// Opens the synthesizer and its output.
  func open() throws -> LiveSynth {
    let choice = try FontCatalog.choiceOfUser(font: font, preset: preset)
    var settings = SynthRenderer.Settings()
    if let gain { settings.gain = gain }
    if let bankSelect { settings.bankStyle = bankSelect }
    if let audioFile { try make(FilePath(argument: audioFile)) }
    let output: LiveSynth.Output = audioFile.map { .file(FilePath(argument: $0)) } ?? .driver(audio)
    do {
      return try LiveSynth.open(choice, settings: settings, output: output)
    } catch {
      throw failure(error)
    }
  }

  /// Returns the error to report: a missing sound card is exit code 69.
  private func failure(_ error: SoundError) -> any Error {
    guard error.kind == .cannotCreate, audioFile == nil else { return error }
    return CommandFailure(
      .unavailable, "\(error); choose a driver with --audio, or write to a file with --audio-file")
  }

  /// Creates the file first, to get the system's reason if that fails.
  private func make(_ path: FilePath) throws {
    do {
      let options: FileDescriptor.OpenOptions = force ? [.create] : [.create, .exclusiveCreate]
      try FileDescriptor.open(
        path, .writeOnly, options: [options, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead]
      ).close()
    } catch let error as Errno {
      guard error == .fileExists else {
        throw FileError(operation: .create, path: path, errno: error)
      }
      guard (try? Stat(path))?.type != .directory else {
        throw FileError(operation: .create, path: path, errno: .isDirectory)
      }
      throw CommandFailure.fileExists(path, option: "--audio-file")
    }
  }
}
