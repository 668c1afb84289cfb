import CALSA
import Glibc
import MIDICore
import MIDIRecSystem
import TestSupport
import Testing

@testable import ALSASequencer

/// Captures that end early, by a failure or because their owner drops them.
@Suite(.onSimulatedMachine)
struct CaptureOnSequencerTests {
  private func isConnectable(_ name: String) throws -> Bool {
    try Endpoint.all().contains { $0.description.contains(name) }
  }

  @Test func droppedCaptureIsClosed() throws {
    do {
      let capture = try Capture.start(from: [TrackedEndpoint](), as: "Dropped")
      #expect(try isConnectable("Dropped"))
      #expect(capture.sources.isEmpty)
    }
    #expect(try !isConnectable("Dropped"))
  }

  @Test func captureThatCannotConnectIsClosed() throws {
    let gone: Endpoint
    do {
      let playback = try Playback.open(as: "Gone")
      gone = try #require(EndpointQuery("Gone")).choose(from: try Endpoint.all(), direction: .input)
      _ = consume playback
    }
    #expect(throws: SequencerError.self) {
      _ = try Capture.start(from: [TrackedEndpoint(gone, direction: .input)], as: "Refused")
    }
    #expect(try !isConnectable("Refused"))
  }

  /// Makes the reader thread read the given events instead of the kernel's.
  private func replaceInput(of capture: borrowing Capture, with events: [snd_seq_event_t]) throws {
    var pipe: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&pipe) == 0)
    defer { pipe.forEach { close($0) } }
    let written = events.withUnsafeBytes { write(pipe[1], $0.baseAddress, $0.count) }
    try #require(written == events.count * MemoryLayout<snd_seq_event_t>.size)
    try #require(dup2(pipe[0], capture.reader.client.descriptor) >= 0)
  }

  @Test func eventsReadBeforeAFailureAreDelivered() throws {
    let stop = try #require(StopToken())
    var playback = try Playback.open(as: "Sender")
    let sender = try #require(EndpointQuery("Sender")).choose(from: try Endpoint.all(), direction: .input)
    var capture = try Capture.start(from: [sender])
    var note = snd_seq_event_t()
    note.type = UInt8(SND_SEQ_EVENT_NOTEON.rawValue)
    note.data.note = snd_seq_ev_note_t(
      channel: 0, note: 60, velocity: 64, off_velocity: 0, duration: 0)
    // The data of a System Exclusive message should follow it. alsa-lib refuses to continue.
    var incomplete = snd_seq_event_t()
    incomplete.type = UInt8(SND_SEQ_EVENT_SYSEX.rawValue)
    incomplete.flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
    incomplete.data.ext.len = 100
    try replaceInput(of: capture, with: [note, note, incomplete])

    // An event from the kernel wakes the thread.
    let track = Recording.Track(messages: [TimedMessage(time: .zero, message: .start)])
    _ = try playback.play(#require(RepeatedRecording(of: Recording(tracks: [track]))), stop: stop)
    var messages: [Message] = []
    #expect(throws: SequencerError.self) {
      while case .arrivals(let arrivals) = try capture.next(until: .seconds(5), stop: stop) {
        for case .message(let timed, _) in arrivals { messages.append(timed.message) }
      }
    }
    #expect(messages == Array(repeating: .noteOn(channel: .number(1), note: 60, velocity: 64), count: 2))
  }
}
