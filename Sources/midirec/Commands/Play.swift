internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import Reports

/// `midirec play`: from a file to an endpoint.
struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a Standard MIDI File to an output, or from a virtual port.",
    discussion: """
      Whatever ends the replay, every note that it turned on is turned off, pedals go up, and bends go back to the \
      middle.
      """)

  @Argument(help: "The file to play.")
  var file: String

  @Option(name: .customLong("out"), help: "The output: any part of its name, or CLIENT:PORT.")
  var output: EndpointQuery?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Play from a virtual port of this name, which others connect to.", valueName: "name"))
  var portName: String?

  @Flag(help: "With --as: wait until somebody has connected.")
  var wait = false

  @Flag(help: "Print the result as JSON for other programs.")
  var json = false

  func validate() throws {
    if (output == nil) == (portName == nil) {
      throw ValidationError("Give either --out or --as: where to play to, or as what.")
    }
    if wait, portName == nil { throw ValidationError("--wait goes with --as.") }
    if let portName, portName.allSatisfy(\.isWhitespace) {
      throw ValidationError("The virtual port needs a name.")
    }
  }

  func run() throws {
    let recording = try InputFile(file).recording()
    let signals = try StopSignals()
    var playback = try open()
    if wait, let portName {
      StandardError.write("midirec: waiting until somebody connects to \(portName)\n")
      guard try playback.waitForConnection(stop: signals.stop) else { throw interruption }
    }
    let status = StatusLine()
    let report = try playback.play(recording, stop: signals.stop) {
      let position = "\($0.elapsed.clockText) of \(recording.duration.clockText)"
      status.update(at: $0.elapsed, "▶ \(position)  \($0.sentCount) events")
    }
    status.clear()
    try finish(report)
  }

  private func open() throws -> Playback {
    if let portName { return try Playback.open(as: portName) }
    guard let output else { throw ValidationError("Give --out or --as.") }
    return try Playback.open(to: try output.choose(from: try Endpoint.all(), direction: .output))
  }

  private func finish(_ report: PlaybackReport) throws {
    if json {
      print(try JSONText.of(ReplayDocument(report)))
    } else {
      let lateness = "at most \(report.largestLateness.millisecondsText()) ms late"
      print("\(file): \(report.sentCount) events in \(report.elapsed) s, \(lateness)")
    }
    switch report.ending {
    case .stopped: throw interruption
    case .destinationLeft:
      throw CommandFailure(
        CommandFailure.unavailable, "the output went away; \(report.sentCount) events were sent")
    case .completed:
      guard report.lostCount > 0 else { return }
      throw CommandFailure(
        CommandFailure.eventsLost, "\(report.lostCount) events were lost: the receiver had no room for them")
    }
  }

  private var interruption: CommandFailure {
    CommandFailure(CommandFailure.interrupted, "interrupted; every note was ended")
  }
}

/// A replay for other programs; times are in nanoseconds.
private struct ReplayDocument: Encodable {
  var sent: Int
  var lost: Int
  var elapsed: Int64
  var largestLateness: Int64
  var isComplete: Bool

  init(_ report: PlaybackReport) {
    sent = report.sentCount
    lost = report.lostCount
    elapsed = report.elapsed.rawValue
    largestLateness = report.largestLateness.rawValue
    isComplete = report.ending == .completed
  }
}
