internal import ALSASequencer
internal import ArgumentParser
internal import Harness
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SystemPackage

/// `midirec capture`: from endpoints into a file.
struct Capture: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Record what inputs play into a Standard MIDI File.",
    discussion: """
      Recording begins at once and ends with Ctrl-C, which is its normal end (exit code 0), or after --for. \
      Until then the take grows in a file beside its final name (take.recording.mid for take.mid) that is \
      whole at every moment and at most a second behind, whatever happens; after a crash midirec recover \
      finishes it. Each input gets a track of its own. A finished take is read again by midirec and by libsmf, and \
      both must find the same in it (midirec verify).

      Timing clock and active sensing are left out.
      """)

  @Option(
    name: .customLong("in"),
    help: "An input: any part of its name, or CLIENT:PORT. May be given several times.")
  var inputs: [EndpointQuery]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write.", discussion: "Without it, the name is made from the input's and the time.",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Where to save the take when the disk of -o is full or fails.",
      discussion: "Without it, midirec asks for a place, if a person is there to answer.", valueName: "file"))
  var spare: String?

  @Option(name: .customLong("for"), help: "Stop by itself after this time: 30s, 5m, 1h.")
  var duration: Nanoseconds?

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @Flag(help: "Print the result as JSON for other programs.")
  var json = false

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("-o needs the name of a file.") }
    if spare?.isEmpty == true { throw ValidationError("--spare needs the name of a file.") }
    if let spare, spare == output { throw ValidationError("--spare needs another file than -o.") }
  }

  func run() throws {
    let sources = try chooseSources()
    let clock = WallClock()
    let path = FilePath(output ?? Self.fileName(for: sources, clock))
    let sparePlace = try SparePlace(spare, replacing: force)
    Self.pointOutLeftJournals(in: path.removingLastComponent(), except: path)
    let signals = try StopSignals()
    let take = try TakeFile.create(
      at: path, sources: sources.map(TakeSource.init), date: clock.timestamp, replacing: force)
    let capture: ALSASequencer.Capture
    do {
      capture = try ALSASequencer.Capture.start(from: sources)
    } catch {
      take.abandon()
      throw error
    }
    let names = sources.map { "\($0)" }.joined(separator: ", ")
    StandardError.write("midirec: recording \(names) into \(path); Ctrl-C ends the take\n")

    let summary: TakeSummary
    do {
      summary = try Self.record(capture, into: take, limit: duration, stop: signals.stop)
    } catch let failure as TakeRecorder.Failure {
      signals.release()
      throw sparePlace.save(failure)
    }
    try report(summary, path: path, sources: sources)
  }

  private func chooseSources() throws -> [Endpoint] {
    let endpoints = try Endpoint.all()
    var sources: [Endpoint] = []
    for input in inputs {
      let source = try input.choose(from: endpoints, direction: .input)
      if sources.contains(source) {
        throw CommandFailure(CommandFailure.usage, "two --in mean the same input, \(source)")
      }
      sources.append(source)
    }
    return sources
  }

  private static func record(
    _ capture: consuming ALSASequencer.Capture, into take: consuming TakeFile, limit: Nanoseconds?,
    stop: StopRequest
  ) throws -> TakeSummary {
    let status = StatusLine()
    let journalPath = take.journalPath
    let observer = TakeRecorder.Observer(
      interval: status.interval,
      progress: { status.update(at: $0.duration, "● \($0.duration.clockText)  \($0.messageCount) events") },
      diskChanged: { change in
        status.clear()
        switch change {
        case .failed(let error):
          StandardError.write("midirec: \(error); recording goes on in memory and tries again\n")
        case .worksAgain:
          StandardError.write("midirec: \(journalPath) can be written again, and nothing is missing in it\n")
        }
      })
    defer { status.clear() }
    return try TakeRecorder(capture, into: take, observer: observer).record(limit: limit, stop: stop)
  }

  private static func pointOutLeftJournals(in folder: FilePath, except path: FilePath) {
    let left = LeftJournal.all(in: folder).filter { $0.takePath.lastComponent != path.lastComponent }
      .filter { !$0.isInUse }
    guard let first = left.first else { return }
    let others = left.count > 1 ? " (and \(left.count - 1) more)" : ""
    StandardError.write(
      "midirec: \(first.path) is a take that was never finished\(others): \(Recover.line(for: first.path))\n")
  }

  private func report(_ summary: TakeSummary, path: FilePath, sources: [Endpoint]) throws {
    let verdict = try Verification(of: InputFile(path)).verdictOnTake()
    if json {
      print(try JSONText.of(TakeDocument(summary, path: path, verdict)))
    } else {
      print("\(TakeReport(summary, path: path).line); \(verdict.text)")
    }
    if summary.leftOutCount > 0 {
      StandardError.write("midirec: \(summary.leftOutCount) timing clocks and active sensing left out\n")
    }
    guard summary.hasLoss else { return }
    throw CommandFailure(CommandFailure.eventsLost, Self.lossText(summary, sources: sources))
  }

  private static func lossText(_ summary: TakeSummary, sources: [Endpoint]) -> String {
    var parts: [String] = []
    if summary.overrunCount > 0 {
      parts.append(
        "events were lost \(summary.overrunCount) times because they came faster than they could be read")
    }
    if summary.unreadableCount > 0 {
      parts.append("\(summary.unreadableCount) events were dropped because they are no MIDI messages")
    }
    if !summary.leftSources.isEmpty {
      let names = summary.leftSources.sorted().map { sources[$0].displayName }.joined(separator: " and ")
      let ending = summary.leftSources.count == sources.count ? ", which ended the take" : ""
      parts.append("\(names) went away\(ending)")
    }
    return parts.joined(separator: "; ") + "; markers in the file say where"
  }

  /// `LinnStrument-MIDI-MIDI-1-2026-11-21-154500.mid`: letters, digits and hyphens, in local time.
  private static func fileName(for sources: [Endpoint], _ clock: WallClock) -> String {
    let words = sources.flatMap { $0.displayName.split { !($0.isLetter || $0.isNumber) } }
    return (words.map(String.init) + [clock.fileNamePart]).joined(separator: "-") + ".mid"
  }
}

extension TakeSource {
  /// What a take says of an endpoint.
  fileprivate init(_ endpoint: Endpoint) {
    self.init(
      name: endpoint.displayName, portName: endpoint.portName,
      hardware: endpoint.hardware.map { "\($0)" })
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
  var libsmf: String
  var libsmfReason: String?

  init(_ summary: TakeSummary, path: FilePath, _ verdict: CrossCheck.Verdict) {
    (libsmf, libsmfReason) = verdict.fields
    file = path.string
    events = summary.messageCount
    notes = summary.noteCount
    duration = summary.duration.rawValue
    leftOut = summary.leftOutCount
    overruns = summary.overrunCount
    dropped = summary.unreadableCount
    inputLeft = !summary.leftSources.isEmpty
  }
}
