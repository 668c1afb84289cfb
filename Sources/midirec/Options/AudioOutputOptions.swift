internal import ArgumentParser
internal import MIDIRecSound
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import SystemPackage

/// The options for the output of a synthesizer: a sound card or a file.
struct AudioOutputOptions: ParsableArguments {
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
  }

  /// Whether any of the options is given.
  var isGiven: Bool { audio != nil || audioFile != nil || force }

  /// The file, or `nil` for a sound card.
  var file: FilePath? { audioFile.map { FilePath(argument: $0) } }

  /// Creates the file first, to get the system's reason if that fails.
  func make(_ path: FilePath) throws {
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
