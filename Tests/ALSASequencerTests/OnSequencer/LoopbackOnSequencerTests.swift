import ALSASequencer
import MIDICore
import TestSupport
import Testing

/// What a playback sends, a capture in the same process receives through the kernel.
@Suite(.enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized)
struct LoopbackOnSequencerTests {
  private let stop: StopRequest

  init() throws { stop = try #require(StopRequest()) }

  private func endpoint(_ name: String) throws -> Endpoint {
    try #require(EndpointQuery(name)).choose(from: try Endpoint.all(), direction: .input)
  }

  /// Reads until `count` arrivals have come, or five seconds have passed.
  private func arrivals(_ count: Int, from capture: inout Capture) throws -> [Capture.Arrival] {
    var arrivals: [Capture.Arrival] = []
    while arrivals.count < count {
      guard case .arrivals(let more) = try capture.next(until: .seconds(5), stop: stop) else { break }
      arrivals += more
    }
    return arrivals
  }

  private func messages(_ arrivals: [Capture.Arrival]) -> [Message] {
    arrivals.compactMap { if case .message(let timed, _) = $0 { timed.message } else { nil } }
  }

  /// A recording of messages that are all sent at once.
  private func atOnce(_ messages: [Message]) -> Recording {
    Recording(tracks: [.init(messages: messages.map { TimedMessage(time: .zero, message: $0) })])
  }

  @Test func everyKindOfMessageArrivesAsItWasSentAndInOrder() throws {
    var sent: [Message] = []
    for value in 0..<UInt8(128) {
      let channel = Channel(masking: value)
      let data = UInt7(masking: value)
      sent += [
        .noteOn(channel: channel, note: NoteNumber(masking: value), velocity: data),
        .polyPressure(channel: channel, note: NoteNumber(masking: value), pressure: data),
        .noteOff(channel: channel, note: NoteNumber(masking: value), velocity: data),
        .controlChange(channel: channel, controller: Controller(masking: value), value: data),
        .programChange(channel: channel, program: data), .channelPressure(channel: channel, pressure: data),
        .pitchBend(channel: channel, value: UInt14(mostSignificant: data, leastSignificant: 127)),
      ]
    }
    sent += [
      .timeCodeQuarterFrame(1), .songPosition(300), .songSelect(2), .tuneRequest, .timingClock, .start,
      .continue,
      .stop, .activeSensing, .systemReset,
    ]
    var playback = try Playback.open(as: "Every Kind")
    var capture = try Capture.start(from: [try endpoint("Every Kind")])
    let report = try playback.play(atOnce(sent), stop: stop)
    // System reset ends everything, so there is nothing to release after it.
    #expect(report.sentCount == sent.count)
    #expect(report.lostCount == 0)
    let received = try arrivals(sent.count, from: &capture)
    #expect(messages(received) == sent)
  }

  @Test(arguments: [1, 254, 255, 256, 5000])
  func aSystemExclusiveMessageArrivesWholeWhateverItsLength(length: Int) throws {
    let payload = (0..<length).map { UInt7(masking: UInt8($0 % 128)) }
    let message = Message.systemExclusive(SystemExclusive(payload: payload))
    var playback = try Playback.open(as: "Exclusive")
    var capture = try Capture.start(from: [try endpoint("Exclusive")])
    _ = try playback.play(atOnce([message, .tuneRequest]), stop: stop)
    let received = try arrivals(2, from: &capture)
    #expect(messages(received) == [message, .tuneRequest])
  }

  @Test func stampsAreTheTimesAtWhichMessagesWereSent() throws {
    var playback = try Playback.open(as: "Stamps")
    var capture = try Capture.start(from: [try endpoint("Stamps")])
    let sent = (0..<20).map {
      TimedMessage(time: .milliseconds(Int64($0) * 20), message: .songSelect(UInt7(masking: UInt8($0))))
    }
    let report = try playback.play(Recording(tracks: [.init(messages: sent)]), stop: stop)
    let times = try arrivals(20, from: &capture).compactMap { arrival -> Nanoseconds? in
      if case .message(let timed, _) = arrival { timed.time } else { nil }
    }
    let first = try #require(times.first)
    #expect(times == times.sorted())
    for (time, message) in zip(times, sent) {
      // Never early, and late only by what the replay itself reports.
      #expect((time - first - message.time).magnitude <= report.largestLateness + .milliseconds(1))
    }
  }

  @Test func aReplayLastsUntilTheEndOfTheRecording() throws {
    var playback = try Playback.open(as: "Tail")
    let report = try playback.play(Recording(tracks: [.init(end: .milliseconds(30))]), stop: stop)
    #expect(report.ending == .completed)
    #expect(report.elapsed >= .milliseconds(30))
  }

  @Test func anOverrunIsReportedByBothSides() throws {
    var playback = try Playback.open(as: "Flood")
    var capture = try Capture.start(from: [try endpoint("Flood")])
    // The kernel keeps 2,000 events for a receiver that doesn't read.
    let report = try playback.play(atOnce(.init(repeating: .songSelect(1), count: 3000)), stop: stop)
    #expect(report.sentCount + report.lostCount == 3000)
    #expect(report.lostCount > 0)
    let arrivals = try arrivals(1, from: &capture)
    #expect(arrivals.contains { if case .overrun = $0 { true } else { false } })
  }

  @Test func aReceiverWithoutRoomStillGetsTheEndOfEveryNote() async throws {
    let note = NoteNumber(masking: 60)
    let flood =
      [Message.noteOn(channel: 0, note: note, velocity: 100)] + .init(repeating: .songSelect(1), count: 3000)
    let recording = atOnce(flood)
    let stop = stop
    let (portIsThere, announcePort) = AsyncStream.makeStream(of: Void.self)
    let (allIsSent, announceEnd) = AsyncStream.makeStream(of: Void.self)
    let player = Task.detached {
      var playback = try Playback.open(as: "Full")
      announcePort.yield()
      _ = try playback.waitForConnection(stop: stop)
      return try playback.play(recording, stop: stop) {
        if $0.sentCount + $0.lostCount == 3001 { announceEnd.yield() }
      }
    }
    _ = await portIsThere.first { true }
    var capture = try Capture.start(from: [try endpoint("Full")])
    // Nothing is read until all was sent, so the note-off finds the pool full.
    _ = await allIsSent.first { true }
    var received: [Message] = []
    while !received.contains(.noteOff(channel: 0, note: note, velocity: 64)) {
      guard case .arrivals(let arrivals) = try capture.next(until: .seconds(5), stop: stop) else { break }
      received += messages(arrivals)
    }
    #expect(received.contains(.noteOff(channel: 0, note: note, velocity: 64)))
    #expect(try await player.value.lostCount > 0)
  }

  @Test func aSourceThatGoesAwayIsReported() throws {
    var capture: Capture?
    do {
      let playback = try Playback.open(as: "Gone")
      capture = try Capture.start(from: [try endpoint("Gone")])
      _ = consume playback
    }
    guard var open = capture.take() else { return #expect(Bool(false)) }
    let arrivals = try arrivals(1, from: &open)
    #expect(arrivals.contains { if case .sourceLeft = $0 { true } else { false } })
    #expect(throws: EndpointQuery.Failure.self) { try endpoint("Gone") }
  }

  @Test func aStopFromAnotherThreadEndsAWait() async throws {
    let stop = stop
    let waiting = Task.detached {
      var playback = try Playback.open(as: "Waiting")
      return try playback.waitForConnection(stop: stop)
    }
    stop.make()
    #expect(try await waiting.value == false)
  }

  @Test func aConnectionEndsTheWaitForOne() throws {
    var playback = try Playback.open(as: "Connected")
    let capture = try Capture.start(from: [try endpoint("Connected")])
    let isConnected = try playback.waitForConnection(stop: stop)
    #expect(isConnected)
    _ = consume capture
  }

  @Test func aDeadlinePassesWithoutArrivals() throws {
    var playback = try Playback.open(as: "Silent")
    var capture = try Capture.start(from: [try endpoint("Silent")])
    let outcome = try capture.next(until: .milliseconds(10), stop: stop)
    #expect(outcome == .deadlinePassed)
    #expect(capture.elapsed >= .milliseconds(10))
    _ = try playback.play(Recording(), stop: stop)
  }

  @Test func anEndpointThatIsGoneCannotBeCaptured() throws {
    let gone = Endpoint(
      address: EndpointAddress(client: 191, port: 3), clientName: "Gone", portName: "Gone", directions: .input
    )
    let error = #expect(throws: SequencerError.self) { _ = try Capture.start(from: [gone]) }
    #expect(error?.call == "snd_seq_subscribe_port")
    #expect(error?.description.hasPrefix("cannot connect 191:3 to ") == true)
  }
}
