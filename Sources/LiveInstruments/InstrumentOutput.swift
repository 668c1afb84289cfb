package import ALSASequencer
internal import Glibc
internal import MIDICore
package import Waiting

/// Where lights and played keys go while an instrument is shown. That it goes away is no reason to show nothing any more;
/// it is said in the end.
package final class InstrumentOutput {
  private var sender: MessageSender
  private let stop: StopToken
  /// Never made: what ends things is sent whatever has asked for the end.
  private let never: StopToken
  /// The source that it is at the same time, by its index; nothing where it is none.
  private let source: Int?
  private(set) var failure: Failure?

  /// The reasons why nothing more can be sent.
  package enum Failure: Error, CustomStringConvertible {
    case noDescriptors
    case destinationLeft
    case receiverFull

    package var description: String {
      switch self {
      case .noDescriptors: "no file descriptor is available for sending"
      case .destinationLeft: "the output disconnected before the end"
      case .receiverFull: "the receiver is full and hasn't read anything for 2 seconds"
      }
    }
  }

  /// Sends to an endpoint that is there, or, without one, to whoever connects to the port.
  ///
  /// - Parameters:
  ///   - name: What client and port are called; nothing to let nobody else connect.
  ///   - source: The source that it is at the same time, by its index.
  package init(to destination: Endpoint?, as name: String?, source: Int? = nil, stop: StopToken) throws {
    self.source = source
    guard let never = StopToken() else { throw Failure.noDescriptors }
    (self.stop, self.never) = (stop, never)
    sender =
      if let destination {
        try MessageSender.open(to: destination, as: name)
      } else {
        try MessageSender.open(as: name ?? "midirec")
      }
  }

  /// A source is back: where it is the one that is sent to, it is sent to again.
  func sourceReconnected(_ index: Int, as endpoint: Endpoint?) throws {
    guard index == source, let endpoint else { return }
    sender = try MessageSender.open(to: endpoint)
    failure = nil
  }

  /// Sends messages, in order.
  func send(_ messages: [Message]) throws { try send(messages, stop: stop) }

  /// Sends the last messages, also after the stop was asked for, and ends every note.
  func finish(_ messages: [Message]) throws {
    try send(messages, stop: never)
    if failure == nil { sender.endNotes() }
  }

  private func send(_ messages: [Message], stop: StopToken) throws {
    guard failure == nil, !messages.isEmpty else { return }
    var reason: MessageSender.Interruption?
    do {
      // Who has connected to the port meanwhile gets it, too.
      reason = try sender.wait(until: .zero, stop: never)
      for message in messages where reason == nil { reason = try sender.send(message, stop: stop) }
    } catch {
      // It disconnected so lately that nobody has announced it yet.
      guard [ENOENT, ENODEV, ENXIO, EINVAL].contains(error.errno) else { throw error }
      reason = .destinationLeft
    }
    switch reason {
    case nil, .stopRequested: break
    case .destinationLeft: failure = .destinationLeft
    case .receiverFull: failure = .receiverFull
    }
  }
}
