internal import CALSA
internal import Glibc
package import MIDICore
internal import MIDIRecSystem

/// The receivers of immediate events, and the free space of their pools.
///
/// If an event reaches a full pool, it is rejected, and the kernel then also clears the pool when the receiver reads.
/// So the pools are checked before an event is sent. Each receiver gets a separate event: if one event for all is
/// rejected, the receiver that rejected it is unknown, and sending it again would duplicate it for the others.
package struct Receivers {
  /// The result of offering an event.
  package enum Answer: Equatable {
    /// Every receiver has the event.
    case taken
    /// A receiver has no space. Offer the event again; receivers that have it won't get it twice.
    case full
    /// A receiver can't accept the event, for example because it is gone. Offered again, the event goes to the others.
    case refused(by: EndpointAddress, errno: Int32)
  }

  /// The receiving ports.
  package var addresses: [EndpointAddress] {
    didSet { freeCellCount = 0 }
  }
  /// The number of events that were rejected for lack of space, although there had been space at the last check.
  private(set) var refusalCount = 0
  /// The number of free cells in the fullest pool at the last check, minus the cells sent since then and the spare
  /// cells.
  private var freeCellCount = 0

  /// The time between checks of a full receiver. The kernel doesn't announce that a program has read.
  package static let retryInterval = Nanoseconds.milliseconds(1)
  /// The number of cells that stay free in each pool, because other clients may send at the same time, and the kernel
  /// announces connections.
  private static let spareCellCount = 8

  /// Creates a list of receivers.
  package init(_ addresses: [EndpointAddress] = []) { self.addresses = addresses }

  /// Offers an event to all receivers that don't have it yet.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - served: The receivers that have the event, if others don't have it yet. It is empty at the first offer.
  ///   - port: The number of the client's sending port.
  ///   - client: The client.
  package mutating func offer(
    _ event: SequencerEvent, served: inout [EndpointAddress], from port: Int32,
    of client: borrowing SequencerClient
  ) -> Answer {
    let cellCount = event.cellCount
    if freeCellCount < cellCount {
      freeCellCount = client.roomOfReceivers(behind: addresses, sparing: Self.spareCellCount)
      guard freeCellCount >= cellCount else { return .full }
    }
    for address in addresses where !served.contains(address) {
      if let errno = client.send(event, from: port, to: address) {
        guard [EAGAIN, ENOMEM].contains(errno) else {
          served.append(address)
          return .refused(by: address, errno: errno)
        }
        refusalCount += 1
        freeCellCount = 0
        return .full
      }
      if addresses.count > 1 { served.append(address) }
    }
    freeCellCount -= cellCount
    return .taken
  }

  /// Fills the pools of receivers with timing clocks until they overflow. When a receiver reads, the kernel reports the loss
  /// (`ENOSPC`) and clears the pool, so that it gets none of them.
  package static func overflow(
    _ addresses: [EndpointAddress], from port: Int32, of client: borrowing SequencerClient
  ) {
    guard let clock = Message.timingClock.sequencerEvents.first else { return }
    for address in addresses {
      // A program that reads at the same time would never be full.
      for _ in 0..<2 * SequencerClient.maxPoolSize {
        if client.send(clock, from: port, to: address) != nil { break }
      }
    }
  }

  /// The time limit for full receivers. A hanging note is worse than a late end.
  static let patience = Nanoseconds.seconds(2)

  /// Delivers events as soon as there is space for them.
  package mutating func deliver(
    _ events: [SequencerEvent], from port: Int32, of client: borrowing SequencerClient
  ) {
    let deadline = monotonicTime() + Self.patience
    for event in events {
      var served: [EndpointAddress] = []
      while offer(event, served: &served, from: port, of: client) != .taken, monotonicTime() < deadline {
        _ = wait(stop: nil, until: monotonicTime() + Self.retryInterval)
      }
    }
  }
}

extension SequencerClient {
  /// The number of cells between checks if no program receives them.
  private static let unlimitedCellCount = 1000

  /// Returns the number of free cells in the fullest pool of the programs that receive events of some ports, directly
  /// or through the kernel's own ports, such as Midi Through. The client doesn't wait for itself: it reads when it has sent.
  ///
  /// - Parameter spareCount: The number of cells to subtract per pool, or 0 for a pool that is hardly larger.
  fileprivate func roomOfReceivers(behind addresses: [EndpointAddress], sparing spareCount: Int) -> Int {
    var visited: Set<EndpointAddress> = []
    var waiting = addresses
    var room = Self.unlimitedCellCount
    while let address = waiting.popLast() {
      guard address.client != number, visited.insert(address).inserted else { continue }
      guard let pool = ClientPools(of: address.client, askedBy: self), pool.inputCount > 0 else {
        // The kernel's clients have no pool, and clients that are gone have none either.
        waiting += subscribers(to: address)
        continue
      }
      room = min(
        room, pool.inputCount > 4 * spareCount ? pool.freeInputCount - spareCount : pool.freeInputCount)
    }
    return room
  }
}
