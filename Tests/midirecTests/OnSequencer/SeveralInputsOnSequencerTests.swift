import Foundation
import MIDICore
import MIDIFiles
import TestSupport
import Testing

/// Recordings of several inputs.
@Suite(.onSimulatedMachine)
struct SeveralInputsOnSequencerTests {
  let folder: TemporaryFolder
  private let ports = ["14:0", "14:1"]

  init() throws { folder = try TemporaryFolder() }

  /// Writes one track of a take to a separate file, and returns its path.
  private func track(_ index: Int, of name: String) throws -> String {
    let file = try MIDIFile(decoding: try folder.bytes(name))
    var single = file
    single.tracks = [file.tracks[index]]
    return try folder.write(try single.encoded(), to: "track\(index)-\(name)")
  }

  @Test func inputsHaveSeparateTracksAndOneClock() async throws {
    let low = try folder.write(Samples.file(notesAt: [0, 200, 400]), to: "low.mid")
    let high = try folder.write(Samples.file(notesAt: [100, 300]), to: "high.mid")
    let capture = try await Program.startCapture(
      "--in", ports[0], "--in", ports[1], "-o", "take.mid", in: folder.path)
    async let first: Void = Program.aplaymidi(ports[0], low)
    async let second: Void = Program.aplaymidi(ports[1], high)
    _ = try await (first, second)
    let result = await capture.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    let names = "14:0 Midi Through Port-0, 14:1 Midi Through Port-1"
    #expect(result.errors.contains("recording \(names) to take.mid"))
    #expect(result.output.hasPrefix("take.mid: 5 notes, 10 messages, "))
    #expect(try folder.names() == ["high.mid", "low.mid", "take.mid"])

    let file = try MIDIFile(decoding: try folder.bytes("take.mid"))
    #expect(file.format == .simultaneousTracks)
    #expect(file.tracks.map(\.name) == ["Midi Through Port-0", "Midi Through Port-1"])
    #expect(try differencesOfContent(low, try track(0, of: "take.mid")).isEmpty)
    #expect(try differencesOfContent(high, try track(1, of: "take.mid")).isEmpty)
    try await expectSecondReadersAgree(on: [folder.path("take.mid")])
  }

  @Test func laterInputsOfAllGetTheirOwnTracks() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    let capture = try await Program.startCapture("--in", "all", "-o", "take.mid", in: folder.path)
    for count in 1...2 {
      let player = try await Program.startPlaying(notes, as: "Late")
      #expect(await player.result().status == 0)
      // The second time, it is the same input.
      try await capture.lines(containing: "Late disconnected at ", count: count)
    }
    let other = try await Program.startPlaying(notes, as: "Later")
    #expect(await other.result().status == 0)
    try await capture.line(containing: "Later disconnected at ")
    let result = await capture.interrupt()
    #expect(result.status == 3)
    #expect(result.errors.contains(#/midirec: Late connected at \d:\d\d\.\d; it has its own track\n/#))
    #expect(result.errors.matches(of: #/Late connected at/#).count == 1)
    #expect(result.errors.matches(of: #/Late reconnected at/#).count == 1)
    let file = try MIDIFile(decoding: try folder.bytes("take.mid"))
    let names = file.tracks.map(\.name)
    #expect(names.suffix(2) == ["Late", "Later"])
    let noteCounts = file.tracks.map { track in
      track.events.filter { if case .message(let message) = $0.event { message.isNoteOn } else { false } }
        .count
    }
    #expect(noteCounts == Array(repeating: 0, count: names.count - 2) + [4, 2])
    try await expectSecondReadersAgree(on: [folder.path("take.mid")])
  }

  @Test func laterInputIsInNextTakeToo() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    let capture = try await Program.startCapture(
      "--in", "all", "-o", "take.mid", "--split-on-silence", "1s", in: folder.path)
    let player = try await Program.startPlaying(notes, as: "Late")
    #expect(await player.result().status == 0)
    try await capture.line(containing: "take.mid: ", on: .output)
    try await Program.aplaymidi(ports[0], notes)
    try await capture.line(containing: "take-2.mid: ", on: .output)
    _ = await capture.interrupt()
    for name in ["take.mid", "take-2.mid"] {
      #expect(try MIDIFile(decoding: try folder.bytes(name)).tracks.last?.name == "Late")
    }
  }

  @Test func disconnectedInputKeepsOthersRecording() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    let player = try await Program.startPlaying(notes, as: "Leaving")
    let capture = try await Program.startCapture(
      "--in", ports[0], "--in", "Leaving", "-o", "take.mid", in: folder.path)
    #expect(await player.result().status == 0)
    try await capture.line(containing: "Leaving disconnected at ")
    try await Program.aplaymidi(ports[0], notes)
    let result = await capture.interrupt()
    #expect(result.status == 3)
    #expect(
      result.errors.hasSuffix(
        "midirec: Leaving disconnected and didn't reconnect; markers in the file show where\n"))
    #expect(try differencesOfContent(notes, try track(0, of: "take.mid")).isEmpty)
    #expect(try differencesOfContent(notes, try track(1, of: "take.mid")).isEmpty)
    let file = try MIDIFile(decoding: try folder.bytes("take.mid"))
    let marker = MIDIFile.Event.meta(
      .text(kind: .marker, bytes: Array("midirec: Leaving disconnected here".utf8)))
    #expect(file.tracks.map { track in track.events.contains { $0.event == marker } } == [false, true])
  }

  @Test func stopWhenGoneEndsTakeWithoutInputs() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0]), to: "notes.mid")
    let players = [
      try await Program.startPlaying(notes, as: "First"), try await Program.startPlaying(notes, as: "Second"),
    ]
    let capture = try await Program.startCapture(
      "--in", "First", "--in", "Second", "-o", "take.mid", "--stop-when-gone", in: folder.path)
    let result = await capture.result()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("take.mid: 2 notes, 4 messages, "))
    for player in players { #expect(await player.result().status == 0) }
  }

  @Test func killedTakeIsRecoveredWithAllTracks() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    let capture = try await Program.startCapture(
      "--in", ports[0], "--in", ports[1], "-o", "take.mid", in: folder.path)
    for port in ports { try await Program.aplaymidi(port, notes) }
    // Longer than it takes until the pause is on disk.
    try await Task.sleep(for: .seconds(1))
    capture.signal(SIGKILL)
    _ = await capture.result()
    let recovered = try await Program.midirec("recover", "take.mid", in: folder.path)
    #expect(recovered.status == 0, "\(recovered.errors)")
    #expect(recovered.output.hasPrefix("take.mid: 4 notes, 8 messages, "))
    for index in 0...1 {
      #expect(try differencesOfContent(notes, try track(index, of: "take.mid")).isEmpty)
    }
  }

  @Test func duplicateInputIsRejected() async throws {
    let result = try await Program.midirec(
      "capture", "--in", ports[0], "--in", "Midi Through Port-0", "-o", "take.mid", in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors == "midirec: two --in options name the same input, 14:0 Midi Through Port-0\n")
    #expect(try folder.names() == [])
  }
}
