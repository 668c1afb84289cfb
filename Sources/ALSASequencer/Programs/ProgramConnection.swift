internal import CALSA
package import MIDICore

/// midirec's side of a program under test: a port that the recording comes out of, one that takes what the program plays,
/// and an eye on the program's pools.
///
/// Open it, start the program, ``connect(to:until:settling:orInputFrom:stop:)``, then play. It belongs to the thread that
/// opened it. Its ports are there as long as it is.
package struct ProgramConnection: ~Copyable {
  /// What a program played.
  package struct Reply: Hashable, Sendable {
    /// Which of ``sources``.
    package let source: Int
    /// The message, and the recording's time that it belongs to.
    package let message: TimedMessage

    /// Creates a reply.
    package init(source: Int, message: TimedMessage) {
      self.source = source
      self.message = message
    }
  }

  /// What became of a step.
  package enum Outcome: Hashable, Sendable {
    /// It is done.
    case done
    /// The stop was asked for.
    case stopRequested
    /// The other descriptor can be read: the program has ended.
    case interrupted
    /// The time has passed: the program isn't ready. What ports it has had until then.
    case notReady(seen: [Endpoint])
    /// A port of the program went away, or its connection was cut: its name.
    case portClosed(name: String)
    /// The time has passed, and the program hasn't taken what was sent: how many cells of its pool wait.
    case notTaken(waitingCount: Int)
    /// The program played more than is allowed within one second: the number of messages.
    case flooded(count: Int)
    /// An instrument couldn't be plugged in or unplugged.
    case instrumentFailed(reason: String)
    /// Events were lost: how many until this was seen on their way to the program, for want of room in its pool; and
    /// whether some were that it played, for want of room in midirec's.
    case lost(toProgram: Int, fromProgram: Bool)
  }

  /// The limits of what a program may do.
  package struct Limits: Hashable, Sendable {
    /// The longest time in which a program may take none of the events that wait for it.
    package var answer = Nanoseconds.seconds(5)
    /// The number of messages that it may play within one second, plus ten for each message that it gets.
    package var replyCount = 10_000

    /// The limits by default.
    package init() {}
  }

  /// The port that the recording comes out of, for programs that connect by themselves.
  package let sender: EndpointAddress
  /// The port that takes what the program plays, for programs that connect by themselves.
  package let receiver: EndpointAddress
  /// The names of the ports that the program plays out of; known once it is ready.
  package internal(set) var sources: [String] = []
  /// What the program has played so far, in the order in which it came.
  package internal(set) var replies: [Reply] = []

  /// The number of messages whose time had come when playing ended.
  package internal(set) var dueCount = 0

  /// The instrument on which the recording is played, if the wiring says so.
  package var instrument: (any PlayedInstrument)?

  /// How the program is connected.
  let wiring: ProgramRouting
  /// Has the port that the recording comes out of.
  let sending: LinkClient
  /// Has the port that takes what the program plays; often the same one.
  let receiving: LinkClient

  /// The ports of the program that get the recording.
  var destinations = Receivers()
  /// The numbers in ``sources`` of the program's ports.
  var sourceIndices: [EndpointAddress: Int] = [:]
  /// One for each source: each may be in the middle of a System Exclusive message.
  var decoders: [MessageDecoder] = []
  /// What the ports of the program are called that it is connected by.
  var portNames: [EndpointAddress: String] = [:]
  /// The processes that own the ports the program is connected by.
  package internal(set) var owners: Set<Int32> = []
  /// The numbers of the clients whose ports the program is connected by.
  var programClients: Set<Int32> = []
  /// How many events each client that gets the recording had lost before it was connected.
  var earlierLosses: [Int32: Int] = [:]
  /// The name of a port that went away, or whose connection was cut.
  var closedPort: String?
  /// Whether midirec's own pool had no room for something that the program played.
  var hasLostReplies = false
  /// The number of cells that the events sent to the program on the simulated clock took.
  var sentCellCount = 0
  /// What the program was left with.
  var sounding = ReleaseTracker()

  /// Makes midirec's ports. Those that a program connects to by itself are clients of their names; where both have one name,
  /// it is one port that goes both ways, as instruments have it.
  ///
  /// - Parameter wiring: How the program will be connected.
  package static func open(_ wiring: ProgramRouting) throws(SequencerError) -> ProgramConnection {
    let (senderName, receiverName) = (wiring.input.virtualName, wiring.output.virtualName)
    let receiving = try LinkClient.open(name: receiverName ?? senderName ?? "midirec")
    if let senderName, senderName == receiverName {
      let port = try receiving.client.createPort(
        name: senderName, capabilities: [.read, .write, .subscribeRead, .subscribeWrite])
      return ProgramConnection(wiring, sending: receiving, sender: port, receiving: receiving, receiver: port)
    }
    let isTwo = senderName != nil && receiverName != nil
    let sending = isTwo ? try LinkClient.open(name: senderName ?? "midirec") : receiving
    // Where others may not connect to it, the kernel has to be able to tell it nevertheless that a connection is gone.
    let sender = try sending.client.createPort(
      name: senderName ?? "play",
      capabilities: senderName == nil ? [.read, .write] : [.read, .write, .subscribeRead])
    let receiver = try receiving.client.createPort(
      name: receiverName ?? "listen", capabilities: receiverName == nil ? .write : [.write, .subscribeWrite])
    return ProgramConnection(wiring, sending: sending, sender: sender, receiving: receiving, receiver: receiver)
  }

  private init(
    _ wiring: ProgramRouting, sending: LinkClient, sender: EndpointAddress, receiving: LinkClient,
    receiver: EndpointAddress
  ) {
    self.wiring = wiring
    self.sending = sending
    self.sender = sender
    self.receiving = receiving
    self.receiver = receiver
  }

  /// Turns off every note that the program was left with, lifts pedals and straightens bends, as far as it has room for
  /// that.
  package func release() {
    var destinations = destinations
    for (event, bytes) in sounding.releaseMessages.flatMap(\.sequencerEvents) {
      // One that is refused has gone: the others still get it.
      while case .refused = destinations.offer(event, bytes: bytes, from: sender.port, of: sending.client) {}
    }
  }
}

/// A client of midirec's, kept where two may be one.
final class LinkClient {
  let client: SequencerClient

  private init(client: consuming SequencerClient) { self.client = client }

  /// Opens one with pools as large as they may be.
  static func open(name: String) throws(SequencerError) -> LinkClient {
    let client = try SequencerClient.open(name: name)
    try client.enlargeInput()
    try client.enlargeOutput()
    return LinkClient(client: client)
  }
}

extension ProgramRouting.Input {
  /// The name of midirec's port that the program connects to by itself.
  fileprivate var virtualName: String? {
    if case .virtual(let name) = self { name } else { nil }
  }
}

extension ProgramRouting.Output {
  /// The name of midirec's port that the program connects to by itself.
  fileprivate var virtualName: String? {
    if case .virtual(let name) = self { name } else { nil }
  }
}
