import ALSASequencer
import MIDICore
import MIDIRecSystem
import TestSupport
import Testing

/// Playbacks and captures in one process, connected through the kernel.
@Suite(.onSimulatedMachine)
struct LoopbackOnSequencerTests {
  private let stop: StopToken

  init() throws { stop = try #require(StopToken()) }

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

  /// Returns a single pass of a track.
  private func once(_ track: Recording.Track) throws -> RepeatedRecording {
    try #require(RepeatedRecording(of: Recording(tracks: [track])))
  }

  /// Returns messages that are all sent at once.
  private func atOnce(_ messages: [Message]) throws -> RepeatedRecording {
    try once(.init(messages: messages.map { TimedMessage(time: .zero, message: $0) }))
  }

  @Test func everyKindOfMessageArrivesUnchangedAndInOrder() throws {
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
    // System reset ends everything, so no releases follow it.
    #expect(report.sentCount == sent.count)
    #expect(report.lostCount == 0)
    let received = try arrivals(sent.count, from: &capture)
    #expect(messages(received) == sent)
  }

  @Test(arguments: [1, 254, 255, 256, 5000])
  func systemExclusiveOfAnyLengthArrivesComplete(length: Int) throws {
    let payload = (0..<length).map { UInt7(masking: UInt8($0 % 128)) }
    let message = Message.systemExclusive(SystemExclusive(payload: payload))
    var playback = try Playback.open(as: "Exclusive")
    var capture = try Capture.start(from: [try endpoint("Exclusive")])
    _ = try playback.play(atOnce([message, .tuneRequest]), stop: stop)
    let received = try arrivals(2, from: &capture)
    #expect(messages(received) == [message, .tuneRequest])
  }

  @Test func timestampsEqualSendingTimes() throws {
    var playback = try Playback.open(as: "Stamps")
    var capture = try Capture.start(from: [try endpoint("Stamps")])
    let sent = (0..<20).map {
      TimedMessage(time: .milliseconds(Int64($0) * 20), message: .songSelect(UInt7(masking: UInt8($0))))
    }
    let report = try playback.play(once(.init(messages: sent)), stop: stop)
    let times = try arrivals(20, from: &capture).compactMap { arrival -> Nanoseconds? in
      if case .message(let timed, _) = arrival { timed.time } else { nil }
    }
    let first = try #require(times.first)
    #expect(times == times.sorted())
    let largest = try #require(report.lateness).largest
    for (time, message) in zip(times, sent) {
      #expect((time - first - message.time).magnitude <= largest + .microseconds(100))
    }
  }

  @Test func replayLastsUntilTheEndOfTheRecording() throws {
    var playback = try Playback.open(as: "Tail")
    let report = try playback.play(once(.init(end: .milliseconds(30))), stop: stop)
    #expect(report.interruption == nil)
    #expect(report.elapsed >= .milliseconds(30))
  }

  @Test func overrunIsReportedByBothSides() throws {
    // It reads on request, and the kernel keeps 2,000 events for it.
    let receiver = try VirtualPorts.open(named: ["Flood"])
    var playback = try Playback.open(to: TrackedEndpoint(receiver.endpoints[0], direction: .output))
    let report = try playback.play(atOnce(.init(repeating: .songSelect(1), count: 3000)), stop: stop)
    #expect(report.sentCount + report.lostCount == 3000)
    #expect(report.lostCount > 0)
    #expect(try receiver.readArrivals().contains { $0.content == .overrun })
  }

  @Test func fullReceiverStillGetsEveryNoteOff() async throws {
    let note = NoteNumber(masking: 60)
    let flood =
      [Message.noteOn(channel: .number(1), note: note, velocity: 100)]
      + .init(repeating: .songSelect(1), count: 3000)
    let recording = try atOnce(flood)
    let stop = stop
    let receiver = try VirtualPorts.open(named: ["Full"])
    let destination = TrackedEndpoint(receiver.endpoints[0], direction: .output)
    let (allIsSent, announceEnd) = AsyncStream.makeStream(of: Void.self)
    let player = ThreadWork {
      var playback = try Playback.open(to: destination)
      return try playback.play(recording, stop: stop) {
        guard case .progress(let report) = $0 else { return }
        if report.sentCount + report.lostCount == 3001 { announceEnd.yield() }
      }
    }
    // It reads only after all was sent, so the note-off finds a full pool.
    _ = await allIsSent.first { true }
    var isEnded = false
    while !isEnded, let arrivals = try receiver.next(stop: stop) {
      isEnded = arrivals.contains {
        $0.content == .message(.noteOff(channel: .number(1), note: note, velocity: 64))
      }
    }
    #expect(isEnded)
    #expect(try await player.value.lostCount > 0)
  }

  @Test func disconnectedSourceIsReported() throws {
    var capture: Capture?
    do {
      let playback = try Playback.open(as: "Gone")
      capture = try Capture.start(from: [try endpoint("Gone")])
      _ = consume playback
    }
    guard var open = capture.take() else { return #expect(Bool(false)) }
    let arrivals = try arrivals(1, from: &open)
    #expect(arrivals.contains { if case .sourceDisconnected = $0 { true } else { false } })
    #expect(throws: EndpointQuery.Failure.self) { try endpoint("Gone") }
  }

  @Test func pauseReleasesNotesAndRestoresPedals() async throws {
    let messages: [(Int64, Message)] = [
      (0, .controlChange(channel: .number(1), controller: 64, value: 127)),
      (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
      (0, .pitchBend(channel: .number(1), value: 9000)), (1500, .songSelect(1)),
      (1510, .noteOff(channel: .number(1), note: 60, velocity: 1)),
    ]
    let pause = try #require(PauseSwitch())
    let passes = try once(
      .init(messages: messages.map { TimedMessage(time: .milliseconds($0.0), message: $0.1) }))
    var playback = try Playback.open(as: "Pause")
    var capture = try Capture.start(from: [try endpoint("Pause")])
    var pausedAt: Nanoseconds?
    let report = try playback.play(passes, stop: stop, pause: pause) {
      switch $0 {
      case .progress(let report): if report.sentCount == 3, pausedAt == nil { pause.toggle() }
      case .paused(let time):
        pausedAt = time
        pause.toggle()
      default: break
      }
    }
    #expect(report.interruption == nil)
    #expect(report.sentCount == 5)
    #expect(try #require(pausedAt) < .milliseconds(1500))
    let received = try arrivals(12, from: &capture)
    let expected: [Message] = [
      .controlChange(channel: .number(1), controller: 64, value: 127),
      .noteOn(channel: .number(1), note: 60, velocity: 100),
      .pitchBend(channel: .number(1), value: 9000),
      // The pause.
      .noteOff(channel: .number(1), note: 60, velocity: 64),
      .controlChange(channel: .number(1), controller: 64, value: 0),
      .pitchBend(channel: .number(1), value: .bendCenter),
      // The continuation.
      .controlChange(channel: .number(1), controller: 64, value: 127),
      .pitchBend(channel: .number(1), value: 9000),
      .songSelect(1),
      .noteOff(channel: .number(1), note: 60, velocity: 1),
      // The end.
      .controlChange(channel: .number(1), controller: 64, value: 0),
      .pitchBend(channel: .number(1), value: .bendCenter),
    ]
    #expect(self.messages(received) == expected)
  }

  @Test func loopStaysOnTime() throws {
    let pass = Recording(tracks: [
      .init(messages: [TimedMessage(time: .milliseconds(3), message: .songSelect(1))], end: .milliseconds(7))
    ])
    var playback = try Playback.open(as: "Loop")
    var capture = try Capture.start(from: [try endpoint("Loop")])
    let passes = try #require(RepeatedRecording(of: pass, count: 100))
    let report = try playback.play(passes, stop: stop)
    #expect(report.sentCount == 100)
    #expect(report.elapsed >= .milliseconds(700))
    let times = try arrivals(100, from: &capture).compactMap { arrival -> Nanoseconds? in
      if case .message(let timed, _) = arrival { timed.time } else { nil }
    }
    #expect(times.count == 100)
    let (first, last) = (try #require(times.first), try #require(times.last))
    #expect((last - first - .milliseconds(99 * 7)).magnitude <= .microseconds(100))
  }

  @Test func stopEndsLongSystemExclusive() throws {
    var playback = try Playback.open(as: "Cut")
    var capture = try Capture.start(from: [try endpoint("Cut")])
    // More than the kernel's pool holds, so that the stop comes before the end.
    let message = Message.systemExclusive(SystemExclusive(payload: .init(repeating: 1, count: 60_000)))
    stop.requestStop()
    let report = try playback.play(try atOnce([message, .tuneRequest]), stop: stop)
    #expect(report.interruption == .stopRequested)
    #expect(report.sentCount == 0)
    capture.end()
    var received: [Message] = []
    while let arrivals = try capture.remaining() { received += messages(arrivals) }
    #expect(!received.contains(.tuneRequest))
    #expect(received.allSatisfy { if case .systemExclusive = $0 { true } else { false } })
  }

  @Test func fullSpeedReplayLosesNoMessage() async throws {
    let count = 5000
    let sent = (0..<count).map { Message.songPosition(UInt14(masking: UInt16($0))) }
    let recording = try atOnce(sent)
    let stop = stop
    let (portIsThere, announcePort) = AsyncStream.makeStream(of: Void.self)
    let player = ThreadWork {
      var playback = try Playback.open(as: "Slow")
      announcePort.yield()
      _ = try playback.waitForConnection(stop: stop)
      return try playback.playAtFullSpeed(recording, stop: stop)
    }
    _ = await portIsThere.first { true }
    var capture = try Capture.start(from: [try endpoint("Slow")])
    let received = messages(try arrivals(count, from: &capture))
    #expect(received == sent)
    let report = try await player.value
    #expect(report.sentCount == count)
    #expect(report.resentCount == 0)
    #expect(report.lateness == nil)
  }

  @Test func stopFromDifferentThreadEndsWait() async throws {
    let stop = stop
    let waiting = ThreadWork {
      var playback = try Playback.open(as: "Waiting")
      return try playback.waitForConnection(stop: stop)
    }
    stop.requestStop()
    #expect(try await waiting.value == false)
  }

  @Test func connectionEndsWait() throws {
    var playback = try Playback.open(as: "Connected")
    let capture = try Capture.start(from: [try endpoint("Connected")])
    let isConnected = try playback.waitForConnection(stop: stop)
    #expect(isConnected)
    _ = consume capture
  }

  @Test func deadlinePassesWithoutArrivals() throws {
    var playback = try Playback.open(as: "Silent")
    var capture = try Capture.start(from: [try endpoint("Silent")])
    let outcome = try capture.next(until: .milliseconds(10), stop: stop)
    #expect(outcome == .deadlinePassed)
    #expect(capture.elapsed >= .milliseconds(10))
    _ = try playback.play(atOnce([]), stop: stop)
  }

  @Test func disconnectedEndpointCannotBeCaptured() throws {
    let gone = Endpoint(
      address: EndpointAddress(client: 191, port: 3), clientName: "Gone", portName: "Gone", directions: .input
    )
    let error = #expect(throws: SequencerError.self) { _ = try Capture.start(from: [gone]) }
    #expect(error?.call == "snd_seq_subscribe_port")
    #expect(error?.description.hasPrefix("can't connect 191:3 to ") == true)
  }
}
