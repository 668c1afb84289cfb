internal import ArgumentParser
internal import FileIO
internal import MIDICore
internal import Reports
internal import Sound
internal import SystemPackage
internal import Terminal
internal import Timelines

/// `midirec diff`: what differs between two recordings, or two sounds.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two recordings, or two sounds, and say what differs.",
    discussion: """
      Each difference is named for what a person would call it: a note is missing, extra, early, late, too long, too \
      short, retriggered, hanging, of another pitch, channel or velocity; a controller, a bend or a pressure is off \
      for a time; an event is missing, extra or changed. What concerns the whole recording, such as a drift, is said \
      once.

      The second recording is moved as a whole to where it fits best, because a capture starts at any moment; by how \
      much is said. Both can also be timelines, such as a session's notes.expected.txt, and one of them - for \
      standard input.

        midirec diff expected.mid take.mid --tolerance 10ms
        midirec diff expected.mid take.mid --offset-ratio 20% --velocity-tolerance 3
        midirec diff expected.mid take.mid --html take.html    a page to look at

      Precision, recall and the rest of --metrics are those of mir_eval, of the recordings as they are: not moved.

      Both can be sounds, too: WAV, FLAC and others. They are the same within a signal to noise of 60 dB, an RMS of \
      1e-4 and a peak of 0.01, the bounds of FluidSynth's own check. Said is when the first difference begins that can \
      be heard, and with --take of which note; the page has both wave definitions, spectrograms, and a player.

        midirec diff expected.flac actual.wav --take piece.mid --html sound.html

      Exit code 0 if they are the same, 1 if they differ.
      """)

  @Argument(help: "The recording or the sound that is right.")
  var expected: String

  @Argument(help: "The recording or the sound to be checked.")
  var actual: String

  @Option(
    help: ArgumentHelp(
      "How far off in time is still right, for onsets and ends: 5ms, 1s. (default: 5ms)", valueName: "time"))
  var tolerance: Nanoseconds?

  @OptionGroup var tolerances: ToleranceOptions

  @Option(
    help: ArgumentHelp(
      "What is expected on the first channel comes on the second: 2=3. Can be given for each channel.",
      valueName: "channel=channel"))
  var channelMap: [ChannelPair] = []

  @Flag(inversion: .prefixedNo, help: "Move the second recording as a whole to where it fits best.")
  var align = true

  @Flag(help: "List all differences, not only the first \(Self.listedCount).")
  var all = false

  @Option(help: "The octave that middle C is in where notes are named.")
  var middleC = MiddleC.octave4

  @Flag(help: "Say precision, recall, F-measure and average overlap, too.")
  var metrics = false

  @Option(
    help: ArgumentHelp(
      "The recording that both sounds are of: the note of the first difference is told.", valueName: "file"))
  var take: String?

  @Flag(help: "Print JSON for other programs.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a page that shows the differences; - for standard output.", valueName: "file"))
  var html: String?

  @Flag(help: "Replace the file of --html if it exists.")
  var force = false

  private static let listedCount = 20
  private static let usualTolerance = Nanoseconds.milliseconds(5)

  func validate() throws {
    try ToleranceOptions.check(tolerance, "--tolerance")
    if expected == "-", actual == "-" {
      throw ValidationError("Only one of both recordings can come from standard input.")
    }
    if let channel = repeatedChannel {
      throw ValidationError("--channel-map maps channel \(channel) twice.")
    }
    if [expected, actual].contains("-"), take == "-" {
      throw ValidationError("Only one file can come from standard input.")
    }
    if html?.isEmpty == true { throw ValidationError("--html needs the name of a file.") }
    if force, html == nil { throw ValidationError("--force is for the file of --html.") }
    if json, htmlOutput?.isStandardOutput == true {
      throw ValidationError("--json and the page can't both go to standard output.")
    }
  }

  func run() throws {
    switch (try DiffInput(expected), try DiffInput(actual)) {
    case (.events(let expectedFile, let expectedBytes), .events(let actualFile, let actualBytes)):
      if take != nil { throw CommandFailure(CommandFailure.usage, "--take is for sounds") }
      let comparison = Comparison(
        expected: Performance(try expectedFile.timeline(from: expectedBytes)),
        actual: Performance(try actualFile.timeline(from: actualBytes)), options: options)
      let names = (expectedFile.name, actualFile.name)
      try say(
        isSame: comparison.differences.isEmpty,
        page: {
          ComparisonPage.bytes(
            of: comparison, title: "\(names.0) and \(names.1)", expectedName: names.0, actualName: names.1)
        },
        report: { try report(comparison, expectedName: names.0, actualName: names.1) })
    case (.sound(let expectedName, let expectedFile), .sound(let actualName, let actualFile)):
      if let option = optionOfRecordings {
        throw CommandFailure(CommandFailure.usage, "\(option) is for recordings, and these are sounds")
      }
      let diff = try SoundDiff(
        (expectedName, expectedFile), (actualName, actualFile), take: take.map { InputFile($0) },
        middleC: middleC)
      try say(
        isSame: diff.comparison.isWithinBounds, page: { try diff.page() },
        report: { try diff.report(json: json) })
    case (.sound(let sound, _), .events(let other, let bytes)),
      (.events(let other, let bytes), .sound(let sound, _)):
      throw refusal(sound, other, bytes)
    }
  }

  /// Why a sound can't be compared with what is none.
  private func refusal(_ sound: String, _ other: InputFile, _ bytes: [UInt8]) -> CommandFailure {
    let isRecording = Timeline.isText(bytes) || (try? other.decoded(from: bytes)) != nil
    let reason =
      isRecording
      ? "\(sound) is a sound and \(other.name) a recording; render the recording first"
      : bytes.isEmpty ? "\(other.name) is empty" : "\(other.name) is neither a sound nor a recording"
    return CommandFailure(CommandFailure.badData, reason.printable)
  }

  /// Writes the page and prints the report, where they are asked for; a difference is exit code 1.
  private func say(isSame: Bool, page: () throws -> [UInt8], report: () throws -> String) throws {
    if let htmlOutput { try write(try page(), to: htmlOutput) }
    if htmlOutput?.isStandardOutput != true { try StandardOutput.tell(try report()) }
    if !isSame { throw ExitCode(1) }
  }

  /// An option that was given and makes sense for recordings only.
  private var optionOfRecordings: String? {
    if tolerance != nil { return "--tolerance" }
    if !channelMap.isEmpty { return "--channel-map" }
    if !align { return "--no-align" }
    if all { return "--all" }
    if metrics { return "--metrics" }
    return tolerances.givenOption
  }

  private var options: Comparison.Options {
    var options = Comparison.Options(
      onsetTolerance: tolerance ?? Self.usualTolerance, offsetTolerance: tolerance ?? Self.usualTolerance,
      channels: Dictionary(uniqueKeysWithValues: channelMap.map { ($0.expected, $0.actual) }),
      alignsStart: align)
    tolerances.apply(to: &options)
    return options
  }

  private var repeatedChannel: Channel? {
    var seen: Set<Channel> = []
    return channelMap.map(\.expected).first { !seen.insert($0).inserted }
  }

  private var htmlOutput: OutputFile? { html.map { OutputFile($0) } }

  private func write(_ page: [UInt8], to output: OutputFile) throws {
    do {
      try output.write(page, replacing: force)
    } catch let error as FileError where error.errno == .fileExists {
      throw CommandFailure(
        CommandFailure.cannotCreate,
        "\(error); choose another name with --html, or replace it with --force")
    }
  }

  private func report(_ comparison: Comparison, expectedName: String, actualName: String) throws -> String {
    let measures =
      metrics
      ? TranscriptionMetrics(
        expected: comparison.expected.transcription, actual: comparison.actual.transcription) : nil
    if json {
      return try JSONText.of(
        ComparisonDocument(
          comparison, expectedName: expectedName, actualName: actualName, metrics: measures))
    }
    let text = comparison.text(
      expectedName: expectedName, actualName: actualName, differenceLimit: all ? nil : Self.listedCount,
      middleC: middleC)
    guard let measures else { return text }
    let note =
      comparison.alignment.shift == .zero ? "" : "\nThese are of the recordings as they are, not moved."
    return "\(text)\n\n\(measures.text)\(note)"
  }
}
