import Foundation
import MIDICore
import TestSupport
import Testing

/// Recordings whose start or end depends on the performance.
@Suite(.onSimulatedMachine)
struct SilenceOnSequencerTests {
  let folder: TemporaryFolder
  private let through = "14:0"

  init() throws { folder = try TemporaryFolder() }

  /// Plays a file with notes at the given times in milliseconds.
  private func play(notesAt times: [Int64], name: String = "notes.mid") async throws {
    let notes = try folder.write(Samples.file(notesAt: times), to: name)
    try await Program.aplaymidi(through, notes)
  }

  /// Starts a capture that listens, and keeps the last messages for the take.
  private func startListening(preRoll: String) async throws -> Program {
    let capture = try Program.start(
      TestEnvironment.midirec, ["capture", "--in", through, "-o", "take.mid", "--pre-roll", preRoll],
      in: folder.path)
    try await capture.line(containing: "listening to 14:0 Midi Through Port-0; press Enter to start the take")
    return capture
  }

  @Test func silenceEndsTakeAndIsNotInIt() async throws {
    let capture = try await Program.startCapture(
      "--in", through, "-o", "take.mid", "--until-silence", "800ms", "--json", in: folder.path)
    try await play(notesAt: [0, 300])
    let result = await capture.result()
    #expect(result.status == 0, "\(result.errors)")
    #expect(try differencesOfContent(folder.path("notes.mid"), folder.path("take.mid")).isEmpty)
    let recording = try Samples.recording(folder.path("take.mid"))
    let last = try #require(recording.messagesInOrder.last?.time)
    #expect((recording.duration - last).magnitude <= .milliseconds(1))
  }

  @Test func heldNoteIsNotSilence() async throws {
    let held = try Samples.file([
      (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
      (1500, .noteOff(channel: .number(1), note: 60, velocity: 64)),
    ])
    let path = try folder.write(held, to: "held.mid")
    let capture = try await Program.startCapture(
      "--in", through, "-o", "take.mid", "--until-silence", "400ms", in: folder.path)
    try await Program.aplaymidi(through, path)
    let result = await capture.result()
    #expect(result.output.hasPrefix("take.mid: 1 note, 2 messages, "))
  }

  @Test func eachPhraseGetsTakeThatBeginsWithFirstEvent() async throws {
    try folder.write([], to: "take-2.mid")
    let capture = try await Program.startCapture(
      "--in", through, "-o", "take.mid", "--split-on-silence", "1s", in: folder.path)
    try await play(notesAt: [0, 100])
    try await capture.line(containing: "take.mid: 2 notes, 4 messages", on: .output)
    try await play(notesAt: [0, 100, 200], name: "second.mid")
    // The existing file isn't replaced.
    try await capture.line(containing: "take-3.mid: 3 notes, 6 messages", on: .output)
    let result = await capture.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.names() == ["notes.mid", "second.mid", "take-2.mid", "take-3.mid", "take.mid"])
    #expect(try folder.bytes("take-2.mid") == [])
    #expect(try differencesOfContent(folder.path("second.mid"), folder.path("take-3.mid")).isEmpty)
    let second = try Samples.recording(folder.path("take-3.mid"))
    #expect(second.messagesInOrder.first?.time == .zero)
  }

  @Test func preRollIncludesEarlierEvents() async throws {
    let capture = try await startListening(preRoll: "1h")
    try await play(notesAt: [0, 100])
    capture.signal(SIGUSR1)
    try await capture.line(containing: "recording to take.mid")
    try await play(notesAt: [0], name: "more.mid")
    let result = await capture.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("take.mid: 3 notes, 6 messages, "))
  }

  @Test func eventsBeforePreRollAreDropped() async throws {
    let capture = try await startListening(preRoll: "1ms")
    try await play(notesAt: [0, 100])
    try await Task.sleep(for: .milliseconds(100))
    capture.signal(SIGUSR1)
    try await capture.line(containing: "recording to take.mid")
    let result = await capture.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("take.mid: 0 notes, 0 messages, "))
  }

  @Test func takeThatNeverStartedLeavesNoFile() async throws {
    let capture = try await startListening(preRoll: "10s")
    let result = await capture.interrupt()
    #expect(result.status == 130)
    #expect(result.errors.hasSuffix("midirec: interrupted before the take began; no file was saved\n"))
    #expect(try folder.names() == [])
  }
}
