internal import ArgumentParser
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SystemPackage
internal import Timelines

/// `midirec diff`: what differs between two recordings.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare two recordings and say what differs.",
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

      Exit code 0 if they are the same, 1 if they differ.
      """)

  @Argument(help: "The recording that is right.")
  var expected: String

  @Argument(help: "The recording to be checked.")
  var actual: String

  @Option(
    help: ArgumentHelp("How far off in time is still right, for onsets and ends: 5ms, 1s.", valueName: "time")
  )
  var tolerance = Nanoseconds.milliseconds(5)

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

  @Flag(help: "Print JSON for other programs.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a page that shows the differences; - for standard output.", valueName: "file"))
  var html: String?

  @Flag(help: "Replace the file of --html if it exists.")
  var force = false

  private static let listedCount = 20

  func validate() throws {
    try ToleranceOptions.check(tolerance, "--tolerance")
    if expected == "-", actual == "-" {
      throw ValidationError("Only one of both recordings can come from standard input.")
    }
    if let channel = repeatedChannel {
      throw ValidationError("--channel-map maps channel \(channel) twice.")
    }
    if html?.isEmpty == true { throw ValidationError("--html needs the name of a file.") }
    if force, html == nil { throw ValidationError("--force is for the file of --html.") }
    if json, htmlOutput?.isStandardOutput == true {
      throw ValidationError("--json and the page can't both go to standard output.")
    }
  }

  func run() throws {
    let (expectedFile, actualFile) = (InputFile(expected), InputFile(actual))
    let comparison = Comparison(
      expected: Performance(try expectedFile.timeline()), actual: Performance(try actualFile.timeline()),
      options: options)
    if let htmlOutput {
      let page = ComparisonPage.bytes(
        of: comparison, title: "\(expectedFile.name) and \(actualFile.name)",
        expectedName: expectedFile.name, actualName: actualFile.name)
      try write(page, to: htmlOutput)
    }
    if htmlOutput?.isStandardOutput != true {
      print(try report(comparison, expectedName: expectedFile.name, actualName: actualFile.name))
    }
    if !comparison.differences.isEmpty { throw ExitCode(1) }
  }

  private var options: Comparison.Options {
    var options = Comparison.Options(
      onsetTolerance: tolerance, offsetTolerance: tolerance,
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
