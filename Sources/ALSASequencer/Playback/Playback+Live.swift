package import MIDICore
package import MIDIRecSystem
internal import Synchronization

/// Messages that a playback sends at once, also while it plays a recording. Any thread can add them.
package final class LiveMessages: Sendable {
  /// The maximum number of messages that wait for a receiver without space.
  private static let capacity = 1 << 16

  private let waiting = Mutex<[Message]>([])
  private let event: EventDescriptor

  /// Creates an empty list, or returns `nil` if no file descriptor is available.
  package init?() {
    guard let event = EventDescriptor() else { return nil }
    self.event = event
  }

  /// A descriptor that is readable while messages wait.
  var descriptor: Int32 { event.rawValue }

  /// Adds messages.
  ///
  /// - Returns: `false` if the receiver is so far behind that there is no room.
  package func add(_ messages: [Message]) -> Bool {
    let hasRoom = waiting.withLock { waiting in
      guard waiting.count + messages.count <= Self.capacity else { return false }
      waiting += messages
      return true
    }
    event.signal()
    return hasRoom
  }

  /// Wakes the playback.
  package func wake() { event.signal() }

  /// Removes and returns all messages.
  fileprivate func take() -> [Message] {
    event.clear()
    return waiting.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
  }
}

extension Playback {
  /// Whether the endpoint is connected, or any client with the virtual port.
  package var hasReceiver: Bool { !connections.addresses.isEmpty }

  /// The known facts of the endpoint, or `nil` if there is none.
  package var wanted: TrackedEndpoint.Wanted? { connections.peers.first?.wanted }

  /// Connects the endpoint if it is available, and sends the live messages that wait.
  package mutating func catchUp() throws(SequencerError) {
    try followEndpoints()
    while let event = try client.nextEventOrOverrun() {
      let changes =
        event.isOverrun
        ? connections.recover(at: try client.time(of: queue)) : connections.take(event, of: port) ?? []
      for case .lost in changes { liveSounding = ReleaseTracker() }
    }
    sendLive()
  }

  /// Waits until ``catchUp()`` has something to do, or until ``LiveMessages/wake()``.
  ///
  /// - Returns: `false` if a stop was requested.
  package func waitForLive(stop: StopToken) -> Bool {
    wait(for: monitor.descriptor, client.descriptor, live?.descriptor, stop: stop, until: nil)
      != .stopRequested
  }

  /// Sends the live messages that wait. Without a receiver, they are dropped.
  mutating func sendLive() {
    guard let live else { return }
    for message in live.take() where isAttached {
      let events = message.sequencerEvents
      sendWhenThereIsRoom(events)
      liveSounding.apply(message)
      // An instrument drops data that its buffer can't hold.
      let byteCount = events.reduce(0) { $0 + $1.variableByteCount }
      guard destination?.hardware != nil, byteCount > 0 else { continue }
      _ = wait(stop: nil, until: monotonicTime() + WireRateLimiter.duration(of: byteCount))
    }
  }

  /// Releases the notes and pedals of live messages.
  package mutating func endLiveNotes() {
    sendLive()
    endNotes(liveSounding)
    liveSounding = ReleaseTracker()
  }
}
