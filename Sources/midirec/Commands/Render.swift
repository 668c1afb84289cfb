internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import Sessions
internal import Sound
internal import SoundFonts
internal import SoundSessions
internal import SystemPackage
internal import Terminal
internal import Timelines

/// `midirec render`: from a recording to a file of sound.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a recording to a file of sound, with a SoundFont.",
    discussion: """
      Faster than it is played. The same recording, font and options give the same bytes each time, on machines of one \
      kind with one build of FluidSynth.

        midirec render take.mid                     take.wav, with the font in use
        midirec render take.mid -o take.flac --font piano.sf2 --preset 0:4
        midirec render take.mid -o - | aplay        to another program
        midirec render song.mid -o song.wav --stems channel
        midirec render take.mid --voices voices.txt stuck notes are found there

      Channels play what the recording's programs and banks choose. With --preset all of them play that one, whatever \
      the recording says. The sound goes on until it is silent.

      A message takes effect at the first block of 64 frames that begins at its time or after it: 1.34 ms at most at \
      48,000 frames a second. --timing fluidsynth plays when the fluidsynth program would.

      --stems writes a file for each track or channel with notes: song-track-2.wav, song-channel-10.wav. Each has its \
      notes and all that isn't a note; rendered without reverb and chorus, they add up to the whole.
      """)

  @Argument(help: "The recording, a Standard MIDI File; - for standard input.")
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - for standard output. (default: the recording's name, with .wav or .flac)",
      valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("A font of the catalog, or a file.", valueName: "font"))
  var font: String?

  @Option(help: ArgumentHelp("What all channels play: BANK:PROGRAM, or a name.", valueName: "preset"))
  var preset: String?

  @Option(help: "Frames a second: 8000 to 96000.")
  var rate = 48_000

  @Option(
    help: """
      WAV with floating point, or with integers of 16 or 24 bits; or FLAC with 24 bits. (default: flac for a file \
      that is called so, else float)
      """)
  var format: AudioFormat?

  @Option(help: "How loud: 0 to 10.")
  var gain = 0.2

  @Option(help: "The reverb of the synthesizer.")
  var reverb = Switch.on

  @Option(help: "The chorus of the synthesizer.")
  var chorus = Switch.on

  @Option(help: "When events are played: at their times, or when the fluidsynth program plays them.")
  var timing = SynthRenderer.Timing.exact

  @Option(help: ArgumentHelp("How long the end may last until it is silent, such as 30s.", valueName: "time"))
  var tail = Nanoseconds.seconds(30)

  @Option(help: "Write a file for each track or channel with notes.")
  var stems: Stem.Kind?

  @Option(
    help: ArgumentHelp(
      "Write what the voices do, too, as a timeline: notes that sound, are held, released, silent or stolen, or hang.",
      valueName: "file"))
  var voices: String?

  @Flag(help: "Replace files to write that exist.")
  var force = false

  @Flag(help: "Print the result as JSON for other programs; with --stems, a list of them.")
  var json = false

  func validate() throws {
    if let output { try RenderTarget.check(output, format: format) }
    if !(8000...96_000).contains(rate) { throw ValidationError("--rate must be from 8000 to 96000.") }
    if !(0...10).contains(gain) { throw ValidationError("--gain must be from 0 to 10.") }
    if tail < .zero { throw ValidationError("--tail can't be below zero.") }
    if output == "-", json { throw ValidationError("--json and the file can't both go to standard output.") }
    if output == "-", stems != nil {
      throw ValidationError("Several files can't go to standard output: give a name with -o.")
    }
    if voices?.isEmpty == true { throw ValidationError("--voices needs the name of a file.") }
    if voices != nil, stems != nil {
      throw ValidationError("--voices is of the whole recording: leave --stems out.")
    }
    if voices == "-", output == "-" || json {
      throw ValidationError("Only one of --voices, --json and the sound can go to standard output.")
    }
    if file == "-", output == nil { throw ValidationError("The file needs a name: give -o FILE.") }
    if output == "-", StandardOutput.isTerminal {
      throw ValidationError("Sound on a terminal is no use: give -o FILE, or redirect standard output.")
    }
  }

  func run() throws {
    let target = RenderTarget(output ?? defaultOutput, format: format)
    if let voices { try refuseToReplace(voices, option: "--voices") }
    let input = InputFile(file)
    let recording = try recording(of: input)
    let choice = try FontCatalog.choiceOfUser(font: font, preset: preset)
    let renderer = try SynthRenderer(choice, settings: settings)
    let rendering = Rendering(renderer, signals: try StopSignals())
    if let stems {
      let all = Stem.all(stems, of: recording)
      guard !all.isEmpty else {
        throw CommandFailure(CommandFailure.badData, "\(input.name): there are no notes to make stems of")
      }
      for stem in all { try refuseToReplace(target.named(stem.name).name, option: "-o") }
      var documents: [RenderedDocument] = []
      for stem in all {
        documents.append(
          try rendering.write(stem.recording, to: target.named(stem.name), replacing: force))
        if !json { try StandardOutput.tell(documents[documents.count - 1].text) }
      }
      if json { try StandardOutput.tell(JSONText.of(documents)) }
    } else {
      var changes: [SynthRenderer.VoiceChange] = []
      let document = try rendering.write(
        recording, to: target, replacing: force, voices: voices == nil ? nil : { changes.append($0) })
      if let voices {
        let timeline = Timeline(voices: changes, of: recording, named: SynthSubject.definition.name)
        try OutputFile(voices).write(Array(timeline.text.utf8), replacing: force)
      }
      if !target.isStandardOutput, voices != "-" {
        try StandardOutput.tell(json ? try JSONText.of(document) : document.text)
      }
    }
  }

  /// What is to be played; the file's faults are said.
  private func recording(of input: InputFile) throws -> Recording {
    let file = try input.file()
    do {
      return try timing.recording(of: file, rate: rate)
    } catch {
      throw CommandFailure(CommandFailure.badData, "\(input.name): \(error)")
    }
  }

  /// Refuses to replace a file without being told, before the work is done.
  private func refuseToReplace(_ name: String, option: String) throws {
    guard !force, OutputFile(name).exists else { return }
    throw CommandFailure(
      CommandFailure.cannotCreate,
      "\(name.printable) is there already; choose another name with \(option), or replace it with --force")
  }

  private var settings: SynthRenderer.Settings {
    var settings = SynthRenderer.Settings()
    settings.rate = rate
    settings.gain = gain
    settings.reverb = reverb == .on ? settings.reverb : nil
    settings.chorus = chorus == .on ? settings.chorus : nil
    settings.maxTail = tail
    settings.timing = timing
    return settings
  }

  private var defaultOutput: String {
    "\(FilePath(file).stem ?? file).\(format == .flac ? "flac" : "wav")"
  }
}
