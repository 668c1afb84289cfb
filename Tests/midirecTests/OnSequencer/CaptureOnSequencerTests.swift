import Foundation
import MIDICore
import MIDIFiles
import TestSupport
import Testing
import Timelines

@Suite(.onSimulatedMachine)
struct CaptureOnSequencerTests {
  let folder: TemporaryFolder
  /// A port that sends everything it receives, so that any message can be sent to a capture.
  private let through = "14:0"

  init() throws { folder = try TemporaryFolder() }

  @Test func takeHasEventsAndTimesOfAplaymidi() async throws {
    let take = folder.path("take.mid")
    let capture = try await Program.startCapture("--in", through, "-o", take, in: folder.path)
    try await Program.aplaymidi(through, Samples.etude)
    let result = await capture.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(try differencesOfContent(Samples.etude, take).isEmpty)
    let deviation = try compare(Samples.etude, take, tolerance: anyDelay).maxDeviation
    // aplaymidi plays with a queue of one tick per millisecond.
    #expect(deviation <= .milliseconds(1))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalEndsTakeWithCompleteFile(signal: Int32) async throws {
    let capture = try await Program.startCapture("--in", through, "-o", "take.mid", in: folder.path)
    try await Program.aplaymidi(
      through, try folder.write(Samples.file(notesAt: [0, 10, 20]), to: "notes.mid"))
    capture.signal(signal)
    let result = await capture.result()
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("take.mid: 3 notes, 6 messages, "))
    #expect(result.output.hasSuffix("s; verified with libsmf\n"))
    #expect(try folder.names() == ["notes.mid", "take.mid"])
    #expect(try differencesOfContent(folder.path("notes.mid"), folder.path("take.mid")).isEmpty)
  }

  /// The longest times that the options accept, 292 years.
  @Test(
    arguments: [
      ["--for"], ["--until-silence"], ["--split-on-silence"], ["--pre-roll"], ["--pre-roll", "--for"],
    ])
  func longestTimeIsAccepted(options: [String]) async throws {
    let times = options.flatMap { [$0, "9223372036.854775807s"] }
    let arguments = ["capture", "--in", through, "-o", "take.mid"] + times
    let capture = try Program.start(TestEnvironment.midirec, arguments, in: folder.path)
    let hasPreRoll = options.contains("--pre-roll")
    try await capture.line(containing: hasPreRoll ? "press Enter" : "press Ctrl-C to stop")
    try await Program.aplaymidi(
      through, try folder.write(Samples.file(notesAt: [0, 10, 20]), to: "notes.mid"))
    if hasPreRoll {
      capture.signal(SIGUSR1)
      try await capture.line(containing: "press Ctrl-C to stop")
    }
    let result = await capture.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("take.mid: 3 notes, 6 messages, "))
  }

  @Test func longestTimeOfMonitorIsAccepted() async throws {
    let monitor = try Program.start(
      TestEnvironment.midirec, ["monitor", "--in", through, "--for", "9223372036.854775807s"])
    try await monitor.line(containing: "listening")
    try await Program.aplaymidi(through, try folder.write(Samples.file(notesAt: [0]), to: "note.mid"))
    try await monitor.line(containing: "note-off", on: .output)
    #expect(await monitor.interrupt().status == 0)
  }

  @Test func takeEndsAfterItsTime() async throws {
    let result = try await Program.midirec(
      "capture", "--in", through, "-o", "take.mid", "--for", "300ms", "--json", in: folder.path)
    #expect(result.status == 0)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(document["file"] as? String == "take.mid")
    #expect(document["events"] as? Int == 0)
    #expect(document["libsmf"] as? String == "agrees")
    let file = try MIDIFile(decoding: try folder.bytes("take.mid"))
    let length = try #require(file.tracks.first).end
    // 300 ms at 62,500 ticks per second, and at most 0.1 ms more.
    #expect((18_750...18_756).contains(length.rawValue))
  }

  @Test func emptyTakeNamesPortsToCheck() async throws {
    let one = try await Program.midirec(
      "capture", "--in", through, "-o", "one.mid", "--for", "1ms", in: folder.path)
    #expect(one.status == 0)
    #expect(
      one.errors.hasSuffix(
        """
        midirec: nothing arrived from 14:0 Midi Through Port-0; check that this is the right port and \
        what arrives there: midirec monitor --in 14:0

        """), "\(one.errors)")
    let none = try await Program.midirec(
      "capture", "--in", "none", "-o", "none.mid", "--for", "1ms", in: folder.path)
    #expect(none.status == 0)
    #expect(
      none.errors.hasSuffix(
        """
        midirec: nothing arrived from its port "midirec capture"; check that a program connects to it and sends

        """), "\(none.errors)")
  }

  @Test(arguments: [
    ([], "only timing clock and active sensing arrived from 14:0 Midi Through Port-0"),
    (["--drop", "none"], "only timing clock and active sensing arrived from 14:0 Midi Through Port-0"),
    (["--only", "note"], "the take is empty, because --only and --drop left out all events"),
  ])
  func takeOfTimingOnlyIsReported(options: [String], report: String) async throws {
    let file = MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(500),
      tracks: [.init(events: [.init(time: .zero, event: .escape([0xF8]))], end: .zero)])
    try folder.write(file.encoded(), to: "clock.mid")
    let capture = try Program.start(
      TestEnvironment.midirec, ["capture", "--in", through, "-o", "take.mid"] + options, in: folder.path)
    try await capture.line(containing: "press Ctrl-C to stop")
    #expect(try await Program.midirec("play", "clock.mid", "--out", through, in: folder.path).status == 0)
    let result = await capture.interrupt()
    #expect(result.status == 0)
    #expect(result.errors.contains("midirec: \(report)"), "\(result.errors)")
  }

  @Test func defaultNameHasInputAndTime() async throws {
    let result = try await Program.midirec("capture", "--in", through, "--for", "1ms", in: folder.path)
    #expect(result.status == 0)
    let name = try #require(try folder.names().first)
    #expect(name.wholeMatch(of: /Midi-Through-Port-0-\d{4}-\d\d-\d\d-\d{6}\.mid/) != nil, "\(name)")
  }

  @Test func existingFileIsReplacedOnlyWithForce() async throws {
    try folder.write([1, 2, 3], to: "take.mid")
    let refused = try await Program.midirec(
      "capture", "--in", through, "-o", "take.mid", "--for", "1ms", in: folder.path)
    #expect(refused.status == 73)
    #expect(
      refused.errors == """
        midirec: take.mid already exists; use --force to replace it, or choose another name with -o

        """)
    #expect(try folder.bytes("take.mid") == [1, 2, 3])

    let replaced = try await Program.midirec(
      "capture", "--in", through, "-o", "take.mid", "--for", "1ms", "--force", in: folder.path)
    #expect(replaced.status == 0)
    #expect(try MIDIFile(decoding: try folder.bytes("take.mid")).tracks.count == 1)
  }

  @Test func folderIsNotAcceptedAsOutput() async throws {
    let result = try await Program.midirec(
      "capture", "--in", through, "-o", folder.path, "--force", "--for", "1ms", in: folder.path)
    #expect(result.status == 73)
    #expect(result.errors == "midirec: can't create \(folder.path): Is a directory; specify a file\n")
  }

  @Test func missingInputListsConnectedInputs() async throws {
    let result = try await Program.midirec("capture", "--in", "Theremin", in: folder.path)
    #expect(result.status == 69)
    #expect(result.errors.hasPrefix("midirec: no input matches \"Theremin\"; available: "))
    #expect(result.errors.contains("14:0 \"Midi Through Port-0\""))
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
    #expect(try folder.names() == [])
  }

  @Test func ambiguousNameListsItsInputs() async throws {
    let first = try await Program.startPlaying(Samples.etude, as: "Twin A")
    let second = try await Program.startPlaying(Samples.etude, as: "Twin B")
    let result = try await Program.midirec("capture", "--in", "twin", in: folder.path)
    #expect(result.status == 69)
    let pattern =
      /midirec: "twin" matches \d+:0 "Twin A", \d+:0 "Twin B"; give more of the name, or CLIENT:PORT\n/
    #expect(result.errors.wholeMatch(of: pattern) != nil, "\(result.errors)")
    #expect(try folder.names() == [])
    _ = await (first.interrupt(), second.interrupt())
  }

  @Test func disconnectIsReportedMarkedAndExitsWith3() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    let player = try await Program.startPlaying(notes, as: "Leaving")
    let capture = try await Program.startCapture("--in", "Leaving", "-o", "take.mid", in: folder.path)
    #expect(await player.result().status == 0)
    try await capture.line(containing: "Leaving disconnected at ")
    let result = await capture.interrupt()
    #expect(result.status == 3)
    #expect(
      result.errors.hasSuffix(
        "midirec: Leaving disconnected and didn't reconnect; markers in the file show where\n"))
    #expect(try differencesOfContent(notes, folder.path("take.mid")).isEmpty)
    #expect(try Markers.all(in: folder.path("take.mid")) == ["midirec: Leaving disconnected here"])
  }

  @Test func reconnectedInputIsRecordedUnderAnyNumber() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    let first = try await Program.startPlaying(notes, as: "Returning")
    let capture = try await Program.startCapture("--in", "Returning", "-o", "take.mid", in: folder.path)
    #expect(await first.result().status == 0)
    try await capture.line(containing: "Returning disconnected at ")
    // This client takes the number of the instrument that returns.
    let other = try await Program.startPlaying(notes, as: "Other")
    let second = try await Program.startPlaying(notes, as: "Returning")
    #expect(await second.result().status == 0)
    try await capture.line(containing: "Returning reconnected at ")
    let result = await capture.interrupt()
    _ = await other.interrupt()
    #expect(result.status == 3)
    #expect(result.output.hasPrefix("take.mid: 4 notes, 8 messages, "))
    #expect(
      try Markers.all(in: folder.path("take.mid")).prefix(3) == [
        "midirec: Returning disconnected here", "midirec: recording resumed here after a gap",
        "midirec: Returning reconnected here",
      ])
  }

  @Test func waitOptionWaitsForInput() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    let capture = try Program.start(
      TestEnvironment.midirec, ["capture", "--in", "Late", "-o", "take.mid", "--wait", "--stop-when-gone"],
      in: folder.path)
    try await capture.line(containing: "waiting for Late")
    #expect(try folder.names() == ["notes.mid"])
    let player = try await Program.startPlaying(notes, as: "Late")
    let result = await capture.result()
    #expect(result.status == 0, "\(result.errors)")
    #expect(await player.result().status == 0)
    #expect(try differencesOfContent(notes, folder.path("take.mid")).isEmpty)
  }

  @Test func ownPortRecordsWithoutInput() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    let capture = try await Program.startCapture("--in", "none", "-o", "take.mid", in: folder.path)
    let player = try await Program.midirec("play", notes, "--out", "midirec capture")
    #expect(player.status == 0, "\(player.errors)")
    let result = await capture.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(try differencesOfContent(notes, folder.path("take.mid")).isEmpty)
  }

  @Test func allInputsAreRecordedOnSeparateTracks() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    let capture = try await Program.startCapture("--in", "all", "-o", "take.mid", in: folder.path)
    try await Program.aplaymidi(through, notes)
    let result = await capture.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(try MIDIFile(decoding: try folder.bytes("take.mid")).tracks.count >= 8)
    #expect(try differencesOfContent(notes, folder.path("take.mid")).isEmpty)
  }

  @Test func lostEventsAreCountedExactly() async throws {
    // More than the kernel's pool holds, sent while the capture doesn't read.
    let flood = try folder.write(Samples.file(notesAt: .init(repeating: 0, count: 3000)), to: "flood.mid")
    let capture = try await Program.startCapture("--in", through, "-o", "take.mid", "--json", in: folder.path)
    try await capture.suspend()
    try await Program.aplaymidi(through, flood)
    capture.resume()
    try await capture.line(containing: "events were lost at ")
    let result = await capture.interrupt()
    #expect(result.status == 3)
    let take = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let (events, lost) = (try #require(take["events"] as? Int), try #require(take["lost"] as? Int))
    #expect(events + lost == 6000)
    #expect(lost >= 4000)
    #expect(result.errors.contains("events lost on "))
    #expect(try Markers.all(in: folder.path("take.mid")).contains("midirec: overrun, events were lost here"))
  }

  @Test func clockAndActiveSensingAreDroppedAndReported() async throws {
    let file = MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(500),
      tracks: [
        .init(
          events: [
            .init(time: .zero, event: .escape([0xFE])), .init(time: .zero, event: .escape([0xF8])),
            .init(time: .zero, event: .escape([0xFA])),
          ], end: .zero)
      ])
    try folder.write(file.encoded(), to: "clock.mid")
    let capture = try await Program.startCapture("--in", through, "-o", "take.mid", in: folder.path)
    #expect(try await Program.midirec("play", "clock.mid", "--out", through, in: folder.path).status == 0)
    let result = await capture.interrupt()
    #expect(
      result.errors.contains(
        "midirec: 2 timing clock and active sensing events left out; use --drop none to keep them\n")
    )
    // Events that files can't represent are written as F7 packets.
    #expect(result.output.hasSuffix("; not verified with libsmf: libsmf aborts on F7 packets\n"))
    #expect(try Samples.recording(folder.path("take.mid")).messagesInOrder.map(\.message) == [.start])
  }
}
