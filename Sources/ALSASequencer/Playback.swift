internal import CALSA
internal import Glibc
public import MIDICore

/// Sends messages on time to an endpoint, or from a virtual port that others connect to.
///
/// Whatever ends a replay, every note that it turned on is turned off, pedals go up and bends go back. It belongs
/// to the thread that opened it.
public struct Playback: ~Copyable {
  private let client: SequencerClient
  private let port: EndpointAddress
  /// Where messages go; nothing for a virtual port, whose messages go to all who are connected.
  private let destination: Endpoint?

  /// How often progress is told while nothing is due.
  private static let progressInterval = Nanoseconds.milliseconds(100)

  /// What passes between the call and time zero, so that the first message is as punctual as the others.
  private static let leadTime = Nanoseconds.milliseconds(20)

  private init(client: consuming SequencerClient, port: EndpointAddress, destination: Endpoint?) {
    self.client = client
    self.port = port
    self.destination = destination
  }

  /// Connects to an endpoint.
  public static func open(to destination: Endpoint) throws(SequencerError) -> Playback {
    let client = try SequencerClient.open(name: "midirec")
    // Others may not connect to it, but the kernel has to be able to tell it that a connection is gone.
    let port = try client.createPort(name: "play", capabilities: [.read, .write])
    try client.connect(port, to: destination.address)
    return Playback(client: client, port: port, destination: destination)
  }

  /// Makes a virtual port that others see under `name` and connect to.
  public static func open(as name: String) throws(SequencerError) -> Playback {
    let client = try SequencerClient.open(name: name)
    let port = try client.createPort(name: name, capabilities: [.read, .write, .subscribeRead])
    return Playback(client: client, port: port, destination: nil)
  }

  /// Waits until somebody has connected to the virtual port.
  ///
  /// - Returns: Whether somebody has, rather than the stop having been asked for.
  public mutating func waitForConnection(stop: StopRequest) throws(SequencerError) -> Bool {
    while true {
      while let event = try client.nextEvent() {
        if event.type == SND_SEQ_EVENT_PORT_SUBSCRIBED { return true }
      }
      if wait(for: client.descriptor, stop: stop, until: nil) == .stopRequested { return false }
    }
  }

  /// Plays a recording, each message at its time, and then waits until its end.
  ///
  /// Deadlines are absolute on the monotonic clock: a message that goes out late makes no other late.
  ///
  /// - Parameters:
  ///   - recording: What to play.
  ///   - stop: What ends the replay early.
  ///   - progress: Called before each message, and ten times a second while none is due.
  public mutating func play(
    _ recording: Recording, stop: StopRequest, progress: (PlaybackReport) -> Void = { _ in }
  ) throws(SequencerError) -> PlaybackReport {
    var report = PlaybackReport()
    var sounding = SoundingState()
    defer { release(sounding) }

    let messages = recording.messagesInOrder
    rehearse(messages)
    let start = monotonicTime() + Self.leadTime
    for timed in messages {
      try waitUntil(timed.time, from: start, stop: stop, report: &report, progress: progress)
      guard report.ending == .completed else { return report }
      report.largestLateness = max(report.largestLateness, report.elapsed - timed.time)
      sounding.apply(timed.message)
      if client.send(timed.message, from: port.port, to: destination?.address) == nil {
        report.sentCount += 1
      } else {
        report.lostCount += 1
      }
    }
    try waitUntil(recording.duration, from: start, stop: stop, report: &report, progress: progress)
    return report
  }

  /// Waits for a time of the recording; less long when the replay is to end, which the report then says.
  ///
  /// A time that has passed is waited for as well, for no time: else a dense passage couldn't be stopped.
  private mutating func waitUntil(
    _ time: Nanoseconds, from start: Nanoseconds, stop: StopRequest, report: inout PlaybackReport,
    progress: (PlaybackReport) -> Void
  ) throws(SequencerError) {
    repeat {
      progress(report)
      let deadline = min(start + time, monotonicTime() + Self.progressInterval)
      switch wait(for: client.descriptor, stop: stop, until: deadline) {
      case .stopRequested:
        report.ending = .stopped
      case .ready:
        if try destinationHasLeft() { report.ending = .destinationLeft }
      case .deadlinePassed:
        break
      }
      report.elapsed = monotonicTime() - start
    } while report.ending == .completed && report.elapsed < time
  }

  /// Goes through the recording without time, and sends the first message of each kind to its own port, which nobody
  /// else sees: so all code that plays it is in memory when it is due. Without this, the first of each kind went out
  /// 2 to 7 ms late in the test kernel.
  private func rehearse(_ messages: [TimedMessage]) {
    var kinds: Set<UInt8> = []
    var sounding = SoundingState()
    for timed in messages {
      sounding.apply(timed.message)
      guard let channel = timed.message.channel, let status = timed.message.bytes.first,
        kinds.insert(status - channel.rawValue).inserted
      else { continue }
      _ = client.send(timed.message, from: port.port, to: port)
    }
  }

  /// Reads what the kernel announces about the connection.
  private func destinationHasLeft() throws(SequencerError) -> Bool {
    while let event = try client.nextEvent() {
      if event.type == SND_SEQ_EVENT_PORT_UNSUBSCRIBED, event.connection.destination == destination?.address {
        return true
      }
    }
    return false
  }

  /// Ends what sounds. A receiver that has no room gets time to make some, because a note that goes on for ever is
  /// worse than an end that comes late.
  private func release(_ sounding: SoundingState) {
    let patience = monotonicTime() + .seconds(2)
    for message in sounding.releaseMessages {
      while let errno = client.send(message, from: port.port, to: destination?.address),
        [EAGAIN, ENOMEM].contains(errno), monotonicTime() < patience
      {
        _ = wait(for: client.descriptor, stop: nil, until: monotonicTime() + .milliseconds(1))
      }
    }
  }
}

/// What became of a replay.
public struct PlaybackReport: Hashable, Sendable {
  /// What ended it.
  public enum Ending: Hashable, Sendable {
    /// All was played.
    case completed
    /// The stop was asked for.
    case stopped
    /// The endpoint went away.
    case destinationLeft
  }

  /// What ended it.
  public var ending = Ending.completed
  /// How many messages were sent.
  public var sentCount = 0
  /// How many messages the receiver had no room for.
  public var lostCount = 0
  /// The time since the start.
  public var elapsed = Nanoseconds.zero
  /// How late the latest message went out.
  public var largestLateness = Nanoseconds.zero
}
