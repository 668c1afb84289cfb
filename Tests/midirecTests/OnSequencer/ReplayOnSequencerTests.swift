import Foundation
import MIDICore
import TestSupport
import Testing

/// Ranges, speed, repetition, and slow receivers of `midirec play`.
@Suite(.onSimulatedMachine)
struct ReplayOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Plays a file to Midi Through and captures it there.
  ///
  /// - Returns: The arrivals, and the player's result.
  private func arrivals(
    of file: String, _ options: String...
  ) async throws -> (messages: [TimedMessage], result: Program.Result) {
    let capture = try await Program.startCapture("--in", "14:0", "-o", "take.mid", "--force", in: folder.path)
    let result = try await Program.run(
      TestEnvironment.midirec, ["play", file, "--out", "14:0"] + options, in: folder.path)
    #expect(await capture.interrupt().status == 0)
    return (try Samples.recording(folder.path("take.mid")).messagesInOrder, result)
  }

  private func document(_ result: Program.Result) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  private func notes(_ numbers: NoteNumber...) -> [Message] {
    numbers.flatMap {
      [
        Message.noteOn(channel: .number(1), note: $0, velocity: 100),
        .noteOff(channel: .number(1), note: $0, velocity: 64),
      ]
    }
  }

  @Test func rangeIsPlayedTransposedAtDoubleSpeed() async throws {
    try folder.write(Samples.file(notesAt: [0, 1000, 2000, 3000]), to: "notes.mid")
    let (messages, result) = try await arrivals(
      of: "notes.mid", "--from", "1s", "--to", "2.5s", "--transpose", "-12", "--speed", "200%", "--json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(messages.map(\.message) == notes(49, 50))
    #expect(try document(result)["elapsed"] as? Int ?? 0 >= 750_000_000)
    let first = try #require(messages.first).time
    // The file has them at 0, 50, 1,000, and 1,050 ms.
    for (message, expected) in zip(messages, [0, 25, 500, 525] as [Int64]) {
      #expect((message.time - first - .milliseconds(expected)).magnitude <= .microseconds(100))
    }
  }

  @Test func repetitionsFollowWithoutGap() async throws {
    try folder.write(Samples.file(notesAt: [0]), to: "note.mid")
    let (messages, result) = try await arrivals(of: "note.mid", "--repeat", "3", "--json")
    #expect(result.status == 0)
    #expect(messages.map(\.message) == notes(60, 60, 60))
    let document = try document(result)
    #expect(document["sent"] as? Int == 6)
    #expect(document["elapsed"] as? Int ?? 0 >= 150_000_000)
  }

  @Test func interruptEndsLoop() async throws {
    try folder.write(Samples.file(notesAt: [0]), to: "note.mid")
    let player = try await Program.startPlayingInLoop("note.mid", as: "Loop", in: folder.path)
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump", "-p", "Loop"])
    // The fifth note-on belongs to the second pass or a later one.
    try await receiver.lines(containing: "Note on", count: 5, on: .output)
    let result = await player.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("waiting for"))
    let received = await receiver.interrupt().output
    let (ons, offs) = (received.matches(of: /Note on/).count, received.matches(of: /Note off/).count)
    #expect(ons >= 5)
    #expect(ons == offs)
  }

  @Test func emptyRecordingIsNotRepeated() async throws {
    try folder.write(Samples.file([(0, .start)]), to: "start.mid")
    let result = try await Program.midirec("play", "start.mid", "--out", "14:0", "--loop", in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors == "midirec: can't repeat an empty take; remove --loop or --repeat\n")
  }

  @Test func unchosenChannelsAreSilentAndEmptyChoiceIsAnError() async throws {
    try folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
        (0, .noteOn(channel: .number(5), note: 61, velocity: 100)),
        (10, .noteOff(channel: .number(1), note: 60, velocity: 64)),
        (10, .noteOff(channel: .number(5), note: 61, velocity: 64)),
      ]), to: "two.mid")
    let (messages, result) = try await arrivals(of: "two.mid", "--drop", "ch:5-16")
    #expect(result.status == 0)
    #expect(messages.map(\.message) == notes(60))

    let noChannel = try await Program.midirec(
      "play", "two.mid", "--out", "14:0", "--only", "ch:2-3", in: folder.path)
    #expect(noChannel.status == 64)
    #expect(noChannel.errors == "midirec: no message is left to play; the tracks have channels: 1, 5\n")
    let noTrack = try await Program.midirec(
      "play", "two.mid", "--out", "14:0", "--tracks", "2", in: folder.path)
    #expect(noTrack.status == 64)
    #expect(noTrack.errors == "midirec: no track is left to play; the file has: 1\n")
  }

  @Test func notesTransposedOutOfRangeAreDroppedAndCounted() async throws {
    try folder.write(Samples.file(notesAt: [0, 10, 20]), to: "notes.mid")
    let (messages, result) = try await arrivals(of: "notes.mid", "--transpose", "66", "--json")
    #expect(
      messages.map(\.message).filter(\.isNoteOn)
        == [126, 127].map { .noteOn(channel: .number(1), note: $0, velocity: 100) })
    #expect(messages.count == 4)
    #expect(result.errors == "midirec: 1 note left out, because transposing moves them outside 0 to 127\n")
    #expect(try document(result)["leftOut"] as? Int == 1)
  }

  @Test func reportHasLateness() async throws {
    try folder.write(Samples.file(notesAt: [0, 10, 20]), to: "notes.mid")
    let result = try await Program.midirec(
      "play", "notes.mid", "--out", "14:0", "--lateness", in: folder.path)
    #expect(result.status == 0)
    let pattern =
      /notes\.mid: 6 messages in \d+ ms, at most [\d.]+ [mn]s off\noff by +ms\nmedian +\d+\.\d{3}\n99th percentile +\d+\.\d{3}\n99.9th percentile +\d+\.\d{3}\nlargest +\d+\.\d{3}\n/
    #expect(result.output.wholeMatch(of: pattern) != nil, "\(result.output)")
  }

  /// Returns a message that contains a number up to 131,071 and has no effect on a receiver.
  private static func numbered(_ number: Int) -> Message {
    .controlChange(
      channel: Channel(masking: UInt8(number >> 13 & 15)),
      controller: Controller(masking: UInt8(number >> 7 & 63)),
      value: UInt7(masking: UInt8(number & 127)))
  }

  /// A program that is suspended for a second loses no event.
  @Test(arguments: ["aseqdump", "arecordmidi"])
  func asFastAsPossibleWaitsForSuspendedReceiver(receiver name: String) async throws {
    let count = TestEnvironment.isFull ? 100_000 : 5000
    let messages = (0..<count).map(Self.numbered)
    try folder.write(Samples.file(messages.map { (0, $0) }), to: "flood.mid")
    let isDump = name == "aseqdump"
    let player = try Program.start(
      TestEnvironment.midirec,
      ["play", "flood.mid", "--as", "Flood", "--wait", "--as-fast-as-possible", "--json"], in: folder.path)
    try await player.line(containing: "waiting")
    let receiver =
      isDump
      ? try Program.start("stdbuf", ["-oL", "aseqdump", "-p", "Flood"])
      : try Program.start("arecordmidi", ["-p", "Flood", folder.path("flood-take.mid")])
    if isDump {
      try await receiver.line(containing: "Control change", on: .output)
    } else {
      try await Task.sleep(for: .milliseconds(100))
    }
    try await receiver.suspend()
    try await Task.sleep(for: .seconds(1))
    receiver.resume()
    let result = await player.result()
    #expect(result.status == 0, "\(result.errors)")
    let document = try document(result)
    #expect(document["sent"] as? Int == count)
    #expect(document["resent"] as? Int == 0)
    #expect(document["lateness"] == nil)
    if isDump {
      // The player's port is gone; the program still prints the events in its pool.
      try await receiver.line(containing: "Port unsubscribed", on: .output)
      let received = await receiver.interrupt().output.matches(
        of: /Control change +(\d+), controller (\d+), value (\d+)/
      ).map { "\($0.output.1) \($0.output.2) \($0.output.3)" }
      let expected = messages.map { $0.bytes.map(String.init) }.map {
        "\(UInt8($0[0]).map { $0 & 15 } ?? 0) \($0[1]) \($0[2])"
      }
      #expect(received == expected)
    } else {
      #expect(await receiver.interrupt().status == 0)
      let take = try Samples.recording(folder.path("flood-take.mid"))
      #expect(take.messagesInOrder.map(\.message) == messages)
    }
  }

  @Test func spaceBarPauses() async throws {
    let file = try folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
        (600, .noteOff(channel: .number(1), note: 60, velocity: 1)),
      ]), to: "note.mid")
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump"])
    let port = try #require(
      try await receiver.line(containing: "port", on: .output).firstMatch(of: /\d+:\d+/)?.output)
    // `script` provides the terminal; the keys come through a pipe that is opened when the note arrives.
    let keys = folder.path("keys")
    #expect(mkfifo(keys, 0o600) == 0)
    let player = try Program.start(
      "script",
      ["-qec", "sh -c '\(TestEnvironment.midirec) play \(file) --out \(port); stty -a'", "/dev/null"],
      inputFrom: keys)
    let typing = try #require(FileHandle(forWritingAtPath: keys))
    try await receiver.line(containing: "Note on", on: .output)
    try typing.write(contentsOf: Data(" ".utf8))
    try await player.line(containing: "paused at 0:00.", on: .output)
    try await receiver.line(containing: "Note off", on: .output)
    try typing.write(contentsOf: Data("x ".utf8))
    try await player.line(containing: "resumed", on: .output)
    try await player.line(containing: "2 messages in 600 ms", on: .output)
    // The terminal has its original settings.
    let settings = try await player.line(containing: "icanon", on: .output)
    #expect(!settings.contains("-icanon"))
    try typing.close()
    _ = await player.result()
    let received = await receiver.interrupt().output
    #expect(received.matches(of: /Note off/).count == 2, "\(received)")
  }

  @Test func reconnectedOutputGetsStateAndGapIsReported() async throws {
    var messages: [(Int64, Message)] = [
      (0, .programChange(channel: .number(3), program: 5)), (0, .pitchBend(channel: .number(3), value: 9000)),
      (0, .noteOn(channel: .number(3), note: 60, velocity: 100)),
    ]
    for time in stride(from: Int64(20), to: 60_000, by: 20) {
      messages.append(
        (
          time,
          .controlChange(channel: .number(3), controller: 74, value: UInt7(masking: UInt8(time / 20 & 127)))
        ))
    }
    let file = try folder.write(Samples.file(messages), to: "held.mid")
    let first = try Program.start("stdbuf", ["-oL", "aseqdump"])
    let port = try #require(
      try await first.line(containing: "port", on: .output).firstMatch(of: /\d+:\d+/)?.output)
    let player = try Program.start(
      TestEnvironment.midirec, ["play", file, "--out", String(port), "--json"])
    try await first.line(containing: "controller 74", on: .output)
    _ = await first.interrupt()
    try await player.line(containing: "aseqdump disconnected at 0:0")
    try await Task.sleep(for: .milliseconds(100))
    let second = try Program.start("stdbuf", ["-oL", "aseqdump"])
    try await player.line(containing: "aseqdump reconnected at 0:0")
    try await second.lines(containing: "controller 74", count: 3, on: .output)
    let result = await player.interrupt()
    #expect(result.status == 130)
    let received = await second.interrupt().output.split(separator: "\n").filter { $0.contains(" 2, ") }
    try #require(received.count >= 5)
    #expect(received[0].contains("Program change"), "\(received[0])")
    #expect(received[1].contains("controller 74"), "\(received[1])")
    #expect(received[2].contains(/Pitch bend +2, value 808/), "\(received[2])")
    #expect(received[3...].contains { $0.contains("controller 74") })
    // The note that was lost with the first receiver is neither started nor ended at the second.
    #expect(!received.contains { $0.contains("Note") })
    #expect(try #require(received.last).contains(/Pitch bend +2, value 0/), "\(received)")
    let report = try document(result)
    #expect(report["gaps"] as? Int == 1)
    // One per 20 ms of the gap.
    #expect(report["unsent"] as? Int == 5)
    #expect(report["isComplete"] as? Bool == false)
  }

  @Test func waitOptionWaitsForOutput() async throws {
    try folder.write(Samples.file(notesAt: [0]), to: "note.mid")
    let player = try Program.start(
      TestEnvironment.midirec, ["play", "note.mid", "--out", "Late Port", "--wait"], in: folder.path)
    try await player.line(containing: "waiting for Late Port")
    #expect(await player.interrupt().status == 130)

    let waiting = try Program.start(
      TestEnvironment.midirec, ["play", "note.mid", "--out", "aseqdump", "--wait"], in: folder.path)
    try await waiting.line(containing: "waiting for aseqdump")
    let second = try Program.start("stdbuf", ["-oL", "aseqdump"])
    try await second.line(containing: "Note off", on: .output)
    #expect(await waiting.result().status == 0)
    _ = await second.interrupt()
  }
}

extension Program {
  /// Starts `midirec play --as NAME --wait --loop` and waits until the virtual port exists.
  fileprivate static func startPlayingInLoop(
    _ file: String, as name: String, in folder: String
  ) async throws -> Program {
    let program = try start(
      TestEnvironment.midirec, ["play", file, "--as", name, "--wait", "--loop"], in: folder)
    try await program.line(containing: "waiting")
    return program
  }
}
