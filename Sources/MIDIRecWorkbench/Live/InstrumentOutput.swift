package import ALSASequencer
internal import MIDICore
package import MIDIRecSystem

/// The output for lights and played keys of a displayed instrument.
///
/// If it disconnects, the display continues, and the failure is reported at the end.
package final class InstrumentOutput {
  private var sender: MessageSender
  private let stop: StopToken
  /// The index of the source that is the same instrument, or `nil` if there is none.
  private let source: Int?
  /// The reason why no more messages can be sent, or `nil`.
  private(set) var failure: CommandFailure?

  private static let destinationLeft = CommandFailure(
    .unavailable, "the output disconnected before the end")

  /// Opens an output to a connected endpoint or, without one, a port for connections.
  ///
  /// - Parameters:
  ///   - name: The name of client and port, or `nil` for no port.
  ///   - source: The index of the source that is the same instrument.
  package init(to destination: Endpoint?, as name: String?, source: Int? = nil, stop: StopToken) throws {
    self.source = source
    self.stop = stop
    sender = try MessageSender.open(to: destination, as: destination == nil ? name ?? "midirec" : name)
  }

  /// Reconnects the output if the reconnected source is the same instrument.
  func sourceReconnected(_ index: Int, as endpoint: Endpoint?) {
    guard index == source, let endpoint else { return }
    do {
      try sender.reconnect(to: endpoint)
      failure = nil
    } catch {
      // The instrument may already be gone again.
      failure = error.isPortMissing ? Self.destinationLeft : CommandFailure(.unavailable, "\(error)")
    }
  }

  /// Sends messages in order.
  func send(_ messages: [Message]) throws { try send(messages, stop: stop) }

  /// Sends the last messages, even after a stop is requested, and ends all notes.
  func finish(_ messages: [Message]) throws {
    try send(messages, stop: nil)
    if failure == nil { sender.endNotes() }
  }

  private func send(_ messages: [Message], stop: StopToken?) throws {
    guard failure == nil, !messages.isEmpty else { return }
    var reason: SendingInterruption?
    do {
      // Programs that connected to the port in the meantime also receive them.
      reason = try sender.wait(until: .zero, stop: nil)
      for message in messages where reason == nil { reason = try sender.send(message, stop: stop) }
    } catch {
      // The disconnect hasn't been announced yet.
      guard error.isPortMissing else { throw error }
      reason = .destinationLeft
    }
    switch reason {
    case nil, .stopRequested: break
    case .destinationLeft: failure = Self.destinationLeft
    case .receiverFull:
      failure = CommandFailure(.eventsLost, "the receiver is full and hasn't read anything for 2 seconds")
    }
  }
}
