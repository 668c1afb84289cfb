internal import CALSA
internal import Glibc
internal import MIDICore

/// Those who get what is sent at once, and what their pools have room for.
///
/// An event that finds a receiver's pool full is refused, and beside that the kernel then clears all that waits in the
/// pool, once the receiver reads. So the pools are looked at before an event is sent. Each receiver gets an event of its
/// own: when one event for all is refused, nobody can know by whom, and the others would get it twice when it is sent
/// again.
struct Receivers {
  /// What became of an event.
  enum Answer: Equatable {
    /// Every receiver has it.
    case taken
    /// One has no room for it: it is to be offered again, and those who have it won't get it twice.
    case full
    /// One can't take it, because it has gone, for instance. Offered again, the event goes to the others.
    case refused(by: EndpointAddress, errno: Int32)
  }

  /// The ports that get what is sent.
  var addresses: [EndpointAddress] {
    didSet { freeCellCount = 0 }
  }
  /// How often an event was refused for want of room, although there had been some at the last look.
  private(set) var refusalCount = 0
  /// How many cells the fullest pool has free by the last look, less what was sent since and what is to be left free.
  private var freeCellCount = 0
  /// Those with whom the event that was last offered is settled, where it isn't with all.
  private var served: [EndpointAddress] = []

  /// How long to wait before a full receiver is looked at again. There is no event to wait for: the kernel tells nobody that
  /// another program has read.
  static let retryInterval = Nanoseconds.milliseconds(1)
  /// Cells that are left free in each pool: others may send to it at the same time, and the kernel announces connections.
  private static let spareCellCount = 8

  /// Begins with some receivers.
  init(_ addresses: [EndpointAddress] = []) { self.addresses = addresses }

  /// Offers an event to all receivers that don't have it yet.
  ///
  /// - Parameters:
  ///   - bytes: What an event of variable length carries.
  ///   - port: The number of the client's port that it leaves by.
  mutating func offer(
    _ event: SequencerEvent, bytes: [UInt8], from port: Int32, of client: borrowing SequencerClient
  ) -> Answer {
    let cellCount = PoolStatistics.cellCount(carrying: bytes.count)
    if freeCellCount < cellCount {
      freeCellCount = client.roomOfReceivers(behind: addresses, sparing: Self.spareCellCount)
      guard freeCellCount >= cellCount else { return .full }
    }
    for address in addresses where !served.contains(address) {
      if let errno = client.send(event, bytes: bytes, from: port, to: address) {
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
    served = []
    freeCellCount -= cellCount
    return .taken
  }
}

extension SequencerClient {
  /// How much is sent before the next look where no program receives it.
  private static let unlimitedCellCount = 1000

  /// How many cells the fullest pool has free of the programs that get what is sent to some ports: directly, or passed on
  /// by the kernel's own ports, such as Midi Through.
  ///
  /// - Parameter spareCount: Cells that don't count in a pool; all do in one that is hardly larger.
  fileprivate func roomOfReceivers(behind addresses: [EndpointAddress], sparing spareCount: Int) -> Int {
    var visited: Set<EndpointAddress> = []
    var waiting = addresses
    var room = Self.unlimitedCellCount
    while let address = waiting.popLast() {
      guard visited.insert(address).inserted else { continue }
      guard let pool = ClientPools(of: address.client, askedBy: self), pool.inputCount > 0 else {
        // The kernel's own clients have none, nor have those that are gone.
        waiting += subscribers(to: address)
        continue
      }
      room = min(
        room, pool.inputCount > 4 * spareCount ? pool.freeInputCount - spareCount : pool.freeInputCount)
    }
    return room
  }
}
