internal import ALSASequencer
internal import ArgumentParser
internal import Glibc
internal import Harness
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SystemPackage

/// `midirec capture`: from an endpoint into a file.
struct Capture: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Record what an input plays into a Standard MIDI File.",
    discussion: """
      Recording begins at once and ends with Ctrl-C, which is its normal end (exit code 0), or after --for. \
      Until then the take grows in a file beside its final name (take.recording.mid for take.mid) that is \
      whole again every second, whatever happens.

      Timing clock and active sensing are left out.
      """)

  @Option(name: .customLong("in"), help: "The input: any part of its name, or CLIENT:PORT.")
  var input: EndpointQuery

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write.", discussion: "Without it, the name is made from the input's and the time.",
      valueName: "file"))
  var output: String?

  @Option(name: .customLong("for"), help: "Stop by itself after this time: 30s, 5m, 1h.")
  var duration: Nanoseconds?

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @Flag(help: "Print the result as JSON for other programs.")
  var json = false

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("-o needs the name of a file.") }
  }

  func run() throws {
    let source = try input.choose(from: try Endpoint.all(), direction: .input)
    let path = FilePath(output ?? Self.fileName(for: source))
    let signals = try StopSignals()
    let take = try TakeFile.create(at: path, trackName: source.displayName, replacing: force)
    let capture: ALSASequencer.Capture
    do {
      capture = try ALSASequencer.Capture.start(from: source)
    } catch {
      take.abandon()
      throw error
    }
    StandardError.write("midirec: recording \(source) into \(path); Ctrl-C ends the take\n")

    var status = StatusLine()
    let recorder = TakeRecorder(capture, into: take)
    let interval = status.interval
    let summary = try recorder.record(limit: duration, stop: signals.stop, progressInterval: interval) {
      status.update(at: $0.duration, "● \($0.duration.clockText)  \($0.messageCount) events")
    }
    status.clear()
    try report(summary, path: path, source: source)
  }

  private func report(_ summary: TakeSummary, path: FilePath, source: Endpoint) throws {
    if json {
      print(try JSONText.of(TakeDocument(summary, path: path)))
    } else {
      print("\(path): \(summary.messageCount) events, \(summary.noteCount) notes, \(summary.duration) s")
    }
    if summary.leftOutCount > 0 {
      StandardError.write("midirec: \(summary.leftOutCount) timing clocks and active sensing left out\n")
    }
    guard summary.hasLoss else { return }
    throw CommandFailure(CommandFailure.eventsLost, Self.lossText(summary, source: source))
  }

  private static func lossText(_ summary: TakeSummary, source: Endpoint) -> String {
    var parts: [String] = []
    if summary.overrunCount > 0 {
      parts.append(
        "events were lost \(summary.overrunCount) times because they came faster than they could be read")
    }
    if summary.unreadableCount > 0 {
      parts.append("\(summary.unreadableCount) events were dropped because they are no MIDI messages")
    }
    if summary.sourceLeft { parts.append("\(source.displayName) went away, which ended the take") }
    return parts.joined(separator: "; ") + "; markers in the file say where"
  }

  /// `LinnStrument-MIDI-MIDI-1-2026-11-21-154500.mid`: letters, digits and hyphens, in local time.
  private static func fileName(for source: Endpoint) -> String {
    let words = source.displayName.split { !($0.isLetter || $0.isNumber) }
    var now = time(nil)
    var local = unsafe tm()
    unsafe localtime_r(&now, &local)
    let stamp = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      unsafe strftime(start, buffer.count, "%Y-%m-%d-%H%M%S", &local)
      return unsafe String(cString: start)
    }
    return (words.map(String.init) + [stamp]).joined(separator: "-") + ".mid"
  }
}

/// A take for other programs; the duration is in nanoseconds.
private struct TakeDocument: Encodable {
  var file: String
  var events: Int
  var notes: Int
  var duration: Int64
  var leftOut: Int
  var overruns: Int
  var dropped: Int
  var inputLeft: Bool

  init(_ summary: TakeSummary, path: FilePath) {
    file = path.string
    events = summary.messageCount
    notes = summary.noteCount
    duration = summary.duration.rawValue
    leftOut = summary.leftOutCount
    overruns = summary.overrunCount
    dropped = summary.unreadableCount
    inputLeft = summary.sourceLeft
  }
}
