internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecReports
internal import MIDIRecSessions
internal import MIDIRecSound
internal import MIDIRecSynth
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SoundSessions
internal import SystemPackage
internal import Timelines

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a take to an audio file with a SoundFont",
    discussion: """
      Rendering is faster than real time. The same take, font, and options give identical bytes on each run, \
      on the same kind of machine with the same build of FluidSynth.

        midirec render take.mid                     use the default font
        midirec render take.mid -o take.flac --font piano.sf2 --preset 0:4
        midirec render take.mid -o - | aplay        pipe to another program
        midirec render song.mid -o song.wav --stems channel
        midirec render take.mid --voices voices.txt find stuck notes

      Each channel plays the programs and banks that the take selects. --preset overrides them on all \
      channels. The audio ends when it is silent.

      A message takes effect at the first block of 64 frames that starts at or after its time: at most 1.34 ms \
      later at 48,000 Hz. --timing fluidsynth uses the timing of the fluidsynth program.

      --stems writes one file per track or channel with notes: song-track-2.wav, song-channel-10.wav. Each stem \
      has its own notes and all other events. Rendered without reverb and chorus, the stems add up to the whole.
      """)

  @Argument(help: "Standard MIDI File to render, or - for standard input")
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File to write, or - for standard output (default: the take's name with .wav or .flac)",
      valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Font in the catalog, or a file", valueName: "font"))
  var font: String?

  @Option(
    help: ArgumentHelp("Preset for all channels: BANK:PROGRAM, or a favorite's name", valueName: "preset"))
  var preset: String?

  @Option(help: ArgumentHelp("Sample rate, from 8000 to 96000 Hz", valueName: "Hz"))
  var rate = 48_000

  @Option(
    help: """
      Encoding: WAV with floating point, 16-bit or 24-bit integers, or FLAC with 24 bits (default: flac for a file name \
      that ends in .flac, otherwise float)
      """)
  var encoding: AudioFormat?

  // FluidSynth's default, 0.2, leaves a melody at -33 dB.
  @Option(help: "Gain, from 0 to 10")
  var gain = 1.0

  @Option(help: "Reverb of the synthesizer")
  var reverb = Switch.on

  @Option(help: "Chorus of the synthesizer")
  var chorus = Switch.on

  @Option(
    help: ArgumentHelp(
      "Meaning of bank select: by controller 0 (gs), ignored (gm), by controller 32 (xg), or by both (mma)",
      valueName: "style"))
  var bankSelect = SynthRenderer.BankStyle.gs

  @Option(help: "Timing of events: exact, or as in the fluidsynth program")
  var timing = SynthRenderer.Timing.exact

  @Option(
    help: ArgumentHelp("Maximum time to wait for silence after the end, such as 30s", valueName: "time"))
  var tail = Nanoseconds.seconds(30)

  @Option(help: "Write one file per track or channel with notes")
  var stems: Stem.Kind?

  @Option(
    help: ArgumentHelp(
      "Timeline of the voices to write: sounding, held, released, silent, stolen, and hanging notes",
      valueName: "file"))
  var voices: String?

  @Flag(help: "Replace existing files")
  var force = false

  @Flag(help: "Print the result as JSON; with --stems, as a list")
  var json = false

  func validate() throws {
    let objection = output.flatMap {
      RenderTarget.objection(to: $0, option: "-o", format: encoding, advice: ", or specify --encoding")
    }
    if let objection { throw ValidationError(objection) }
    if !(8000...96_000).contains(rate) { throw ValidationError("--rate must be from 8000 to 96000.") }
    if !(0...10).contains(gain) { throw ValidationError("--gain must be from 0 to 10.") }
    if tail < .zero { throw ValidationError("--tail can't be negative.") }
    if output == "-", json { throw ValidationError("--json and -o can't both write to standard output.") }
    if output == "-", stems != nil {
      throw ValidationError("Stems can't be written to standard output. Use -o FILE.")
    }
    if voices?.isEmpty == true { throw ValidationError("--voices needs the name of a file.") }
    if voices != nil, stems != nil {
      throw ValidationError("--voices and --stems can't be used together.")
    }
    if voices == "-", output == "-" || json {
      throw ValidationError("Only one of --voices, --json, and -o can write to standard output.")
    }
    if file == "-", output == nil { throw ValidationError("With standard input, -o is required.") }
    if output == "-", StandardOutput.isTerminal {
      throw ValidationError("Can't write audio to a terminal. Use -o FILE, or redirect standard output.")
    }
  }

  func run() throws {
    let target = RenderTarget(output ?? defaultOutput, format: encoding)
    if let voices { try refuseToReplace(voices, option: "--voices") }
    let input = InputFile(file)
    let recording = try recording(of: input)
    let choice = try FontCatalog.choiceOfUser(font: font, preset: preset)
    let all = stems.map { Stem.all($0, of: recording) }
    if all?.isEmpty == true {
      throw CommandFailure(.badData, "\(input.name): no notes to split into stems")
    }
    for stem in all ?? [] { try refuseToReplace(target.named(stem.name).name, option: "-o") }
    let renderer = try SynthRenderer(choice, settings: settings)
    let signals = try StopSignals()
    if let all {
      var documents: [RenderedDocument] = []
      for stem in all {
        documents.append(
          try target.named(stem.name).write(
            stem.recording, with: renderer, replacing: force, stop: signals.stop, say: StandardError.say))
        if !json { try StandardOutput.tell(documents[documents.count - 1].text) }
      }
      if json { try StandardOutput.tell(JSONText.of(documents)) }
    } else {
      var changes: [SynthRenderer.VoiceChange] = []
      var substitutions: [(Nanoseconds, PresetSubstitution)] = []
      let document = try target.write(
        recording, with: renderer, replacing: force, stop: signals.stop, say: StandardError.say,
        voices: voices == nil ? nil : { changes.append($0) },
        onSubstitution: { substitutions.append(($0, $1)) })
      if let voices {
        let timeline = Timeline(
          voices: changes, substitutions: substitutions, of: recording, named: SynthSubject.definition.name)
        try OutputFile(voices).write(Array(timeline.text.utf8), replacing: force)
      }
      if !target.isStandardOutput, voices != "-" {
        try StandardOutput.tell(json ? try JSONText.of(document) : document.text)
      }
    }
  }

  /// Returns the recording, and reports the file's violations.
  private func recording(of input: InputFile) throws -> Recording {
    let file = try input.file()
    do {
      return try timing.recording(of: file, rate: rate)
    } catch {
      throw CommandFailure(.badData, "\(input.name): \(MIDIFile.reason(of: error))")
    }
  }

  /// Throws an error if a file exists and mustn't be replaced, before the rendering starts.
  private func refuseToReplace(_ name: String, option: String) throws {
    guard !force, OutputFile(name).exists else { return }
    throw CommandFailure.fileExists(FilePath(argument: name), option: option)
  }

  private var settings: SynthRenderer.Settings {
    var settings = SynthRenderer.Settings()
    settings.rate = rate
    settings.gain = gain
    settings.reverb = reverb == .on ? settings.reverb : nil
    settings.chorus = chorus == .on ? settings.chorus : nil
    settings.maxTail = tail
    settings.timing = timing
    settings.bankStyle = bankSelect
    return settings
  }

  private var defaultOutput: String {
    "\(FilePath(file).stem ?? file).\(encoding == .flac ? "flac" : "wav")"
  }
}
