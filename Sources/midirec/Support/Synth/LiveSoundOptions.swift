internal import ALSASequencer
internal import ArgumentParser
internal import Glibc
internal import MIDICore
internal import SoundFonts
internal import SystemPackage
internal import Waiting

/// The options that say what a synthesizer plays with, and where it is heard.
struct LiveSoundOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The font: a name in the catalog, or a file.", valueName: "font"))
  var font: String?

  @Option(
    help: ArgumentHelp(
      "The preset on all channels: BANK:PROGRAM, or a favorite's name.",
      discussion: "Without it programs are followed as they come.", valueName: "preset"))
  var preset: String?

  @Option(help: ArgumentHelp("How loud: 0 to 10. (default: 0.2)", valueName: "gain"))
  var gain: Double?

  @Option(
    help: ArgumentHelp("FluidSynth's audio driver, such as pulseaudio or alsa.", valueName: "driver"))
  var audio: String?

  @Option(
    help: ArgumentHelp(
      """
      Write what would be heard into this file, in real time: for machines without a sound card. FLAC where it is \
      called so, else WAV; 16 bits.
      """,
      valueName: "file"))
  var audioFile: String?

  @Flag(help: "Replace the file of --audio-file if it exists.")
  var force = false

  func validate() throws {
    if audio != nil, audioFile != nil { throw ValidationError("Give --audio or --audio-file, not both.") }
    try audioFile.map { try Self.check(SoundFileName($0)) }
    if force, audioFile == nil { throw ValidationError("--force is for the file of --audio-file.") }
    if let gain, !(0...10).contains(gain) {
      throw ValidationError("--gain expects a number from 0 to 10; found \(gain).")
    }
  }

  /// Makes sure that the file of `--audio-file` can be one of sound.
  private static func check(_ name: SoundFileName) throws(ValidationError) {
    try name.checkIsFile(option: "--audio-file")
    if name.text == "-" {
      throw ValidationError("--audio-file needs a file: standard output takes what midirec render writes.")
    }
    try name.checkPromise()
  }

  /// Whether any of them is given.
  var isGiven: Bool {
    font != nil || preset != nil || gain != nil || audio != nil || audioFile != nil || force
  }

  /// Opens the synthesizer, which is heard from then on.
  func open() throws -> LiveSynth {
    let choice = try choice
    var settings = SynthRenderer.Settings()
    if let gain { settings.gain = gain }
    if let audioFile { try make(FilePath(argument: audioFile)) }
    let output: LiveSynth.Output = audioFile.map { .file(FilePath(argument: $0)) } ?? .driver(audio)
    do {
      return try LiveSynth.open(choice, settings: settings, output: output)
    } catch {
      throw failure(error)
    }
  }

  /// A machine without a sound card is no fault of the command line's.
  private func failure(_ error: SoundFontError) -> any Error {
    guard error.kind == .cannotCreate, audioFile == nil else { return error }
    return CommandFailure(
      CommandFailure.unavailable,
      "\(error); choose a driver with --audio, or write into a file with --audio-file")
  }

  private var choice: FontCatalog.Choice {
    get throws { try FontCatalog.choiceOfUser(font: font, preset: preset) }
  }

  /// Makes the file, so that the system says why it can't be.
  private func make(_ path: FilePath) throws {
    do {
      let options: FileDescriptor.OpenOptions =
        force
        ? [.create, .closeOnExec]
        : [
          .create, .exclusiveCreate, .closeOnExec,
        ]
      try FileDescriptor.open(
        path, .writeOnly, options: options, permissions: [.ownerReadWrite, .groupRead, .otherRead]
      ).close()
    } catch let error as Errno {
      let (reason, advice) =
        switch error {
        case .fileExists where isFolder(path): (Errno.isDirectory, "; give a file's name")
        case .fileExists: (error, "; choose another name with --audio-file, or replace it with --force")
        case .isDirectory: (error, "; give a file's name")
        case .noSuchFileOrDirectory: (error, "; make its folder first")
        default: (error, "")
        }
      throw CommandFailure(CommandFailure.cannotCreate, "cannot create \(path): \(reason)\(advice)")
    }
  }

  private func isFolder(_ path: FilePath) -> Bool { (try? Stat(path))?.type == .directory }
}
