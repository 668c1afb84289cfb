internal import ArgumentParser
internal import Following
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecReports
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage
internal import Timelines

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two takes or two audio files",
    discussion: """
      Each difference has a musical name:
        missing, extra       a note or event is in only one of the takes
        early, late          it starts at a different time
        too long, too short  it ends at a different time
        retriggered          a note on a key whose earlier note hasn't ended
        hanging              it never ends
        swapped              two notes have changed places
        wrong                a note has a different pitch, channel, or velocity

      A controller, pitch bend, or pressure is off for a time. A difference of the whole take, such as a \
      transposition, is reported once.

      A capture can start at any moment, so midirec shifts the second take to the best fit and reports the \
      shift. Each file can also be a timeline, such as a session's notes.expected.txt, and one of them can be - \
      for standard input.

        midirec diff expected.mid take.mid --tolerance 10ms
        midirec diff expected.mid take.mid --offset-ratio 20% --velocity-tolerance 3
        midirec diff expected.mid take.mid --html take.html

      With --follow, the tempo may breathe: midirec matches the notes one by one through any tempo, and through \
      repeated and skipped bars. It lists the mistakes, and reports the tempo, the spread of chords, and the \
      velocities. The expected take can be a score or another performance.

        midirec diff --follow score.mid performance.mid --html performance.html
        midirec diff --follow score.mid performance.mid --warp on-the-score.mid

      With several performances, midirec prints a table of progress, and the bars that improved or remain hard. \
      The HTML report shows the mistakes of each take bar by bar. A take that can't be read is reported, and the \
      others are compared.

        midirec diff --follow score.mid takes/*.mid --html progress.html

      --metrics prints the figures of mir_eval for the given takes, neither shifted nor transposed.

      Audio files (WAV, FLAC, and others) are equal if the signal-to-noise ratio is at least 60 dB, the RMS of the \
      difference is at most 1e-4, and its peak is at most 0.01. These are the limits of FluidSynth's own check. \
      midirec reports when the first audible difference begins and, with --take, which note it belongs to. The \
      HTML report has waveforms, spectrograms, and a player.

        midirec diff expected.flac actual.wav --take piece.mid --html sound.html

      Exit codes:
        0  no differences
        1  differences were found
      """)

  @Argument(help: "Expected take, timeline, or audio file")
  var expected: String

  @Argument(
    help: ArgumentHelp("Actual take, timeline, or audio file; with --follow, several", valueName: "actual"))
  var actuals: [String]

  @OptionGroup var comparison: ComparisonOptions

  @Option(
    help: ArgumentHelp(
      "Compare an expected channel with a different actual channel, such as 2=3; repeatable",
      valueName: "expected=actual"))
  var channelMap: [ChannelPair] = []

  @Flag(help: "Match the notes through any tempo, and list the mistakes")
  var follow = false

  @Option(
    help: ArgumentHelp("Match file (1.0.0) to write, with --follow", valueName: "file"))
  var match: String?

  @Option(
    help: ArgumentHelp(
      "MIDI file to write, with --follow: the second take on the beats of the first", valueName: "file"))
  var warp: String?

  @Flag(inversion: .prefixedNo, help: "Shift the second take to the best fit")
  var align = true

  @Flag(help: "List all differences, not only the first \(Self.listedCount)")
  var all = false

  @Option(help: ArgumentHelp("Octave of middle C, note 60", valueName: "octave"))
  var middleC = MiddleC.octave4

  @Flag(help: "Give positions as BAR:BEAT, by the tempo and meter of the expected file")
  var beats = false

  @Flag(help: "Also print precision, recall, F-measure, and average overlap")
  var metrics = false

  @Option(
    help: ArgumentHelp(
      "Take that both audio files render, to name the note of the first difference", valueName: "file"))
  var take: String?

  @OptionGroup var result: JSONOption

  @Option(
    help: ArgumentHelp("HTML report to write, or - for standard output", valueName: "report"))
  var html: String?

  @Flag(help: "Open the HTML report in a browser")
  var open = false

  @Flag(help: "Replace an existing file of --html")
  var force = false

  private static let listedCount = 20

  func validate() throws {
    for (option, file) in followOutputs {
      if !follow { throw ValidationError("\(option) requires --follow.") }
      if file.isEmpty || file == "-" { throw ValidationError("\(option) needs the name of a file.") }
    }
    if actuals.count > 1 {
      if !follow { throw ValidationError("Several actual takes require --follow.") }
      let option = match != nil ? "--match" : warp != nil ? "--warp" : all ? "--all" : nil
      if let option {
        throw ValidationError("\(option) requires a single actual take (found \(actuals.count)).")
      }
    }
    if ([expected] + actuals).count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Only one take can come from standard input.")
    }
    if let channel = repeatedChannel {
      throw ValidationError("--channel-map maps channel \(channel) twice.")
    }
    if ([expected] + actuals).contains("-"), take == "-" {
      throw ValidationError("Only one file can come from standard input.")
    }
    if html?.isEmpty == true { throw ValidationError("--html needs the name of a file.") }
    if force, html == nil, followOutputs.isEmpty {
      throw ValidationError("--force requires \(follow ? "--html, --match, or --warp" : "--html").")
    }
    if open, htmlOutput?.isStandardOutput != false {
      throw ValidationError("--open requires --html with a file.")
    }
    if result.json, htmlOutput?.isStandardOutput == true {
      throw ValidationError("--json and --html can't both write to standard output.")
    }
    if follow, let option = optionOfTimes {
      throw ValidationError("\(option) and --follow can't be used together.")
    }
  }

  func run() throws {
    LargeHeap.use()
    if actuals.count > 1 { return try followSeveral() }
    switch (try input(expected), try input(actuals[0])) {
    case (.events(let expectedFile, let expectedBytes), .events(let actualFile, let actualBytes)):
      if take != nil { throw CommandFailure(.usage, "--take requires audio files") }
      if follow {
        return try align((expectedFile, expectedBytes), (actualFile, actualBytes))
      }
      let (expectedTake, actualTake, expectedBeats) = try DiffInput.performances(
        (expectedFile, expectedBytes), (actualFile, actualBytes), say: StandardError.say)
      expectedFile.warnAboutSilence(hasChannelMessages: expectedTake.hasChannelMessages)
      actualFile.warnAboutSilence(hasChannelMessages: actualTake.hasChannelMessages)
      let inputs = [(expectedFile, expectedBytes), (actualFile, actualBytes)]
      let meter = beats ? try meter(of: inputs) : nil
      var options = options
      options.beats = expectedBeats
      let comparison = Comparison(expected: expectedTake, actual: actualTake, options: options)
      let names = (expectedFile.name, actualFile.name)
      try say(
        isSame: comparison.differences.isEmpty,
        page: {
          ComparisonPage(
            comparison, title: "\(names.0) and \(names.1)", expectedName: names.0, actualName: names.1,
            meter: (try? self.meter(of: inputs)), startsInBars: beats
          ).bytes()
        },
        report: { try report(comparison, expectedName: names.0, actualName: names.1, meter) })
    case (.sound(let expectedName, let expectedFile), .sound(let actualName, let actualFile)):
      if let option = optionOfRecordings {
        throw CommandFailure(.usage, "\(option) can't be used with audio files")
      }
      let (isSame, page, report) = try DiffInput.compare(
        (expectedName, expectedFile), (actualName, actualFile), take: take.map { InputFile($0) },
        middleC: middleC, say: StandardError.say)
      try say(isSame: isSame, page: page, report: { try report(result.json) })
    case (.sound(let sound, _), .events(let other, let bytes)),
      (.events(let other, let bytes), .sound(let sound, _)):
      throw refusal(sound, other, bytes)
    }
  }

  private func input(_ argument: String) throws -> DiffInput {
    try DiffInput(argument, say: StandardError.say)
  }

  /// Aligns two takes note by note, and writes the files that the options name.
  private func align(
    _ expected: (file: InputFile, bytes: [UInt8]), _ actual: (file: InputFile, bytes: [UInt8])
  ) throws {
    let diff = try FollowDiff(expected, actual, middleC: middleC)
    if beats, diff.meter == nil { _ = try meter(of: [expected]) }
    for (option, file) in followOutputs {
      let bytes = try option == "--match" ? diff.matchFile() : diff.warpedFile()
      try OutputFile(file).write(bytes, replacing: force, option: option)
    }
    try say(
      isSame: diff.alignment.mistakes.isEmpty, page: { diff.page() },
      report: { try diff.report(json: result.json, limit: all ? nil : Self.listedCount) })
  }

  /// Aligns several takes with the expected one, and reports those that can't be read.
  private func followSeveral() throws {
    if take != nil { throw CommandFailure(.usage, "--take requires audio files") }
    guard case .events(let file, let bytes) = try input(expected) else {
      throw CommandFailure(.usage, "--follow can't be used with audio files")
    }
    var diff = try PracticeDiff((file, bytes), middleC: middleC)
    for actual in actuals {
      if let failure = try diff.add(actual, say: StandardError.say) { StandardError.say(failure) }
    }
    // Damage takes precedence over files that can't be opened, and both over differences.
    let statuses = diff.failures.map(\.failure.status)
    let status = statuses.contains(.badData) ? .badData : statuses.first
    if diff.failures.count < actuals.count || result.json {
      try say(
        isSame: status != nil || !diff.hasMistakes, page: { diff.page() },
        report: { try diff.report(json: result.json) })
    }
    if let status { throw ExitCode(status.rawValue) }
  }

  /// Returns the error for comparing an audio file with a file of another kind.
  private func refusal(_ sound: String, _ other: InputFile, _ bytes: [UInt8]) -> CommandFailure {
    let isRecording = Timeline.isText(bytes) || (try? other.decoded(from: bytes)) != nil
    let reason =
      isRecording
      ? "\(sound) is an audio file and \(other.name) is a take; render the take first"
      : bytes.isEmpty ? "\(other.name) is empty" : "\(other.name) is neither an audio file nor a take"
    return CommandFailure(.badData, reason.printable)
  }

  /// Writes the HTML report if requested, prints the result, and exits with code 1 for differences.
  private func say(isSame: Bool, page: () throws -> [UInt8], report: () throws -> String) throws {
    if let htmlOutput { try htmlOutput.write(try page(), replacing: force, option: "--html") }
    if result.json {
      try StandardOutput.tell(try report())
    } else if htmlOutput?.isStandardOutput != true {
      try StandardOutput.tell(wrapping: try report())
    }
    if open, let html, let reason = FilePath(argument: html).openInBrowser() { StandardError.say(reason) }
    if !isSame { throw ExitCode(1) }
  }

  /// The first given option that applies only to recordings, or `nil` if there is none.
  private var optionOfRecordings: String? {
    if follow { return "--follow" }
    if all { return "--all" }
    if beats { return "--beats" }
    return optionOfTimes
  }

  /// The first given option that applies only to recordings whose times are compared, or `nil` if there is none.
  private var optionOfTimes: String? {
    if !channelMap.isEmpty { return "--channel-map" }
    if !align { return "--no-align" }
    if metrics { return "--metrics" }
    return comparison.givenOption
  }

  private var options: Comparison.Options {
    var options = Comparison.Options(
      channels: Dictionary(uniqueKeysWithValues: channelMap.map { ($0.expected, $0.actual) }),
      alignsStart: align)
    comparison.apply(to: &options)
    return options
  }

  private var repeatedChannel: Channel? {
    var seen: Set<Channel> = []
    return channelMap.map(\.expected).first { !seen.insert($0).inserted }
  }

  /// The files of a note-by-note alignment, with their options.
  private var followOutputs: [(option: String, file: String)] {
    [("--match", match), ("--warp", warp)].compactMap { option, file in file.map { (option, $0) } }
  }

  private var htmlOutput: OutputFile? { html.map { OutputFile($0) } }

  /// Returns the bars and beats of the first file that is a MIDI file.
  private func meter(of files: [(file: InputFile, bytes: [UInt8])]) throws -> MeterMap {
    guard let (file, bytes) = files.first(where: { !Timeline.isText($0.bytes) }) else {
      throw CommandFailure(.usage, "--beats requires a MIDI file, not two timelines")
    }
    guard let meter = MeterMap(try file.decoded(from: bytes).file) else {
      throw CommandFailure(.badData, "\(file.name): its times are those of a time code, which has no beats")
    }
    return meter
  }

  private func report(
    _ comparison: Comparison, expectedName: String, actualName: String, _ meter: MeterMap?
  ) throws -> String {
    let measures = metrics ? comparison.metrics : nil
    if result.json {
      return try JSONText.of(
        ComparisonDocument(
          comparison, expectedName: expectedName, actualName: actualName, meter: meter, metrics: measures))
    }
    let text = comparison.text(
      expectedName: expectedName, actualName: actualName, differenceLimit: all ? nil : Self.listedCount,
      middleC: middleC, timeText: { timeText($0, meter) })
    guard let measures else { return text }
    let note =
      comparison.alignment.shift == .zero ? "" : "\nThe metrics compare the takes without the shift."
    return "\(text)\n\n\(measures.text)\(note)"
  }
}
