import Foundation
import MIDICore
import TestSupport
import Testing
import Timelines

@Suite(.onSimulatedMachine)
struct PlayOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func arecordmidiRecordsSameEventsAndTimes() async throws {
    let take = folder.path("take.mid")
    let player = try await Program.startPlaying(Samples.etude, as: "Etude")
    // The replay starts when arecordmidi has connected.
    let recorder = try Program.start("arecordmidi", ["-p", "Etude", "-b", "120", "-t", "31250", take])
    #expect(await player.result().status == 0)
    #expect(await recorder.interrupt().status == 0)
    #expect(try differencesOfContent(Samples.etude, take).isEmpty)
    let deviation = try compare(Samples.etude, take, tolerance: anyDelay).maxDeviation
    // arecordmidi records with a queue of one tick per millisecond.
    #expect(deviation <= .milliseconds(1))
  }

  /// SIGKILL and SIGSYS end the player at once; its keeper releases the notes.
  @Test(
    arguments: [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU, 40, SIGKILL, SIGSYS,
    ])
  func endedReplayReleasesNotes(signal: Int32) async throws {
    // A chord with pedal, pitch bend, and pressure that would last a minute.
    let messages: [(Int64, Message)] = [
      (0, .controlChange(channel: .number(1), controller: 64, value: 127)),
      (0, .pitchBend(channel: .number(1), value: 12_000)),
      (0, .channelPressure(channel: .number(3), pressure: 5)),
      (1, .noteOn(channel: .number(1), note: 60, velocity: 100)),
      (1, .noteOn(channel: .number(2), note: 64, velocity: 100)),
      (1, .noteOn(channel: .number(1), note: 67, velocity: 100)),
      (60_000, .noteOff(channel: .number(1), note: 60, velocity: 0)),
    ]
    try folder.write(Samples.file(messages), to: "chord.mid")
    let player = try await Program.startPlaying("chord.mid", as: "Chord", in: folder.path)
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump", "-p", "Chord"])
    try await receiver.line(containing: "note 67", on: .output)
    player.signal(signal)
    let result = await player.result()
    if signal == SIGKILL || signal == SIGSYS {
      #expect(result.status == 128 + signal)
    } else {
      #expect(result.status == 130)
      #expect(result.errors.hasSuffix("midirec: interrupted; all notes were released\n"))
    }
    try await receiver.line(containing: "Channel aftertouch      2, value 0", on: .output)

    let received = await receiver.interrupt().output
    for (channel, note) in [(0, 60), (1, 64), (0, 67)] {
      #expect(received.contains(try Regex("Note off +\(channel), note \(note)")), "\(received)")
    }
    #expect(received.contains(/Control change +0, controller 64, value 0\n/), "\(received)")
    #expect(received.contains(/Pitch bend +0, value 0\n/), "\(received)")
  }

  /// A capture of a complete replay is the take, although the replay releases what the take holds at its end.
  @Test(arguments: [[], ["--as-fast-as-possible"]])
  func captureOfReplayIsTheTake(options: [String]) async throws {
    let file = try folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
        (0, .controlChange(channel: .number(1), controller: 64, value: 90)),
        (10, .pitchBend(channel: .number(2), value: 9000)),
        (20, .channelPressure(channel: .number(3), pressure: 7)),
        (30, .noteOff(channel: .number(1), note: 60, velocity: 64)),
        (40, .noteOn(channel: .number(4), note: 61, velocity: 1)),
      ]), to: "held.mid")
    let capture = try await Program.startCapture("--in", "14:0", "-o", "take.mid", in: folder.path)
    let played = try await Program.run(TestEnvironment.midirec, ["play", file, "--out", "14:0"] + options)
    #expect(played.status == 0, "\(played.errors)")
    #expect(await capture.interrupt().status == 0)
    #expect(try Samples.recording(folder.path("take.mid")).messagesInOrder.count == 10)
    let tolerance = options.isEmpty ? "5ms" : "100ms"
    let diff = try await Program.midirec("diff", file, "take.mid", "--tolerance", tolerance, in: folder.path)
    #expect(diff.status == 0, "\(diff.output)")
    #expect(
      diff.errors == """
        midirec: take.mid: 4 messages after the end not compared, which midirec play adds to release what \(file) holds \
        at its end

        """)
  }

  @Test func hangingNoteOfFileIsReleasedAtEnd() async throws {
    try folder.write(
      Samples.file([(0, .noteOn(channel: .number(4), note: 60, velocity: 100))]), to: "hanging.mid")
    let capture = try await Program.startCapture("--in", "14:0", "-o", "take.mid", in: folder.path)
    let result = try await Program.midirec("play", "hanging.mid", "--out", "14:0", "--json", in: folder.path)
    #expect(result.status == 0)
    _ = await capture.interrupt()
    #expect(
      try Samples.recording(folder.path("take.mid")).messagesInOrder.map(\.message) == [
        .noteOn(channel: .number(4), note: 60, velocity: 100),
        .noteOff(channel: .number(4), note: 60, velocity: 64),
      ])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(document["sent"] as? Int == 1)
    #expect(document["lost"] as? Int == 0)
    #expect(document["unsent"] as? Int == 0)
    let lateness = try #require(document["lateness"] as? [String: Int])
    #expect(lateness.keys.sorted() == ["largest", "median", "p99", "p999"])
    #expect(lateness["median"] == lateness["largest"])
    #expect(document["isComplete"] as? Bool == true)
  }

  @Test func waitForConnectionCanBeInterrupted() async throws {
    let player = try await Program.startPlaying(Samples.etude, as: "Lonely")
    let result = await player.interrupt()
    #expect(result.status == 130)
  }

  @Test func disconnectedOutputEndsReplay() async throws {
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump"])
    let port = try #require(
      try await receiver.line(containing: "port", on: .output).firstMatch(of: /\d+:\d+/)?.output)
    let messages: [(Int64, Message)] = [
      (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
      (60_000, .noteOff(channel: .number(1), note: 60, velocity: 0)),
    ]
    let file = try folder.write(Samples.file(messages), to: "long.mid")
    let player = try Program.start(
      TestEnvironment.midirec, ["play", file, "--out", String(port), "--stop-when-gone"])
    try await receiver.line(containing: "Note on", on: .output)
    _ = await receiver.interrupt()
    let result = await player.result()
    #expect(result.status == 69)
    #expect(
      result.errors.hasSuffix("midirec: the output disconnected after 1 event\n"), "\(result.errors)")
  }

  @Test func missingOutputIsAnError() async throws {
    let result = try await Program.midirec("play", Samples.etude, "--out", "Theremin")
    #expect(result.status == 69)
    #expect(result.errors.hasPrefix("midirec: no output matches \"Theremin\"; available: "))
  }

  @Test func damagedFileIsPlayedWithWarning() async throws {
    let damaged = try folder.write(Array(Samples.file(notesAt: [0]).dropLast(4)), to: "damaged.mid")
    let result = try await Program.midirec("play", damaged, "--out", "14:0")
    #expect(result.status == 0)
    #expect(result.output.contains("damaged.mid: 2 messages in "))
    #expect(
      result.errors == """
        midirec: \(damaged): byte 18: expected the length of the track, at most 8, found 12; the available bytes are read
        midirec: \(damaged): byte 30: expected End of Track (FF 2F 00), found the end of the file; the track ends there

        """)
  }

  @Test func invalidFileIsNotPlayed() async throws {
    let text = try folder.write(Array("no music".utf8), to: "text.mid")
    let result = try await Program.midirec("play", text, "--out", "14:0")
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("midirec: \(text): byte 0: expected a Standard MIDI File"))
    #expect(result.output.isEmpty)
  }
}
