internal import ALSASequencer
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem

/// midirec's side of a program under test: a port that plays the recording, a port for the replies, and a monitor of
/// the program's pools.
///
/// To use it, open it, start the program, set its ``endDescriptor``, call ``connect(to:until:settling:)``, and play. It
/// belongs to the thread that opened it. Its ports exist as long as it does.
struct ProgramConnection: ~Copyable {
  /// The outcome of a step.
  enum Outcome: Hashable, Sendable {
    /// The step is done.
    case done
    /// A stop was requested.
    case stopRequested
    /// The program has ended: its ``ProgramConnection/endDescriptor`` is readable.
    case interrupted
    /// The program isn't ready in time. The ports that it has had are included.
    case notReady(seen: [Endpoint])
    /// A port of the program was closed or disconnected.
    case portClosed(name: String)
    /// The program hasn't read all events in time. The number of waiting cells is included.
    case notTaken(waitingCount: Int)
    /// The program sent more messages within one second than allowed. The number is included.
    case flooded(count: Int)
    /// The program sent an event of MIDI whose values no message has. Its description is included.
    case unreadable(String)
    /// An instrument or a second client couldn't be connected or disconnected.
    case instrumentFailed(reason: String)
    /// The program isn't ready in time after a step has started it again.
    case notReadyAgain
    /// The program couldn't be started again.
    case notStartedAgain(SubjectFailure)
    /// Events were lost: the number of known losses in the program's pool, and whether replies were lost in midirec's
    /// pool.
    case lost(toProgram: Int, fromProgram: Bool)
  }

  /// The port that plays the recording, for programs that connect themselves.
  var sender: EndpointAddress
  /// The port for the replies, for programs that connect themselves.
  var receiver: EndpointAddress
  /// The names of the program's sending ports, which are known when it is ready. A program that starts again can have more.
  var sources: [String] = []
  /// The index in ``sources`` of each peer of ``incoming``.
  var sourceIndices: [Int] = []
  /// The replies so far, in order of arrival.
  var replies: [SourcedMessage] = []

  /// A descriptor that is readable when the program has ended, and interrupts each step.
  var endDescriptor: Int32?
  /// Ends each step at once.
  var stop: StopToken?

  /// The number of messages that were due at the end of playing.
  var dueCount = 0

  /// Returns the memory of the program in KiB, or `nil` if it isn't measured.
  var memory: (() -> Int)?
  /// The memory in KiB after each quarter of the messages.
  var memoryByQuarter: [Int] = []

  /// The program, if steps kill, restart, or pause it.
  var process: ProgramProcess?
  /// The steps of the session that aren't about instruments.
  var steps = Steps()
  /// The ports of the program at which the recording arrives, whether or not they are connected.
  var programInputs: [EndpointAddress] = []

  /// The instrument on which the recording is played, if the routing requires one.
  var instrument: SessionInstruments?

  let wiring: ProgramRouting
  /// The client of the port that plays the recording.
  let sending: LinkClient
  /// The client of the port for the replies, which is often the same.
  let receiving: LinkClient

  /// The ports of the program that receive the recording.
  var destinations = Receivers()
  /// The connected ports of instruments that play the takes of steps.
  var otherPlayers: Set<EndpointAddress> = []
  /// The connected ports that send the messages that instruments receive.
  var heardPlayers: Set<EndpointAddress> = []
  /// The connections from ``sender`` to ports of the program.
  var outgoing = Connections()
  /// The connections from ports of the program to ``receiver``. The peers have the indices of ``sources``.
  var incoming = Connections()
  var decoder = MessageDecoder()
  /// The number of events that each receiving client had lost before it was connected.
  var earlierLosses: [Int32: Int] = [:]
  /// The name of a port that was closed or disconnected.
  var closedPort: String?
  /// The description of the first event of the program that no message has.
  var unreadableReply: String?
  /// Whether midirec's own pool had no space for a reply.
  var hasLostReplies = false
  /// The number of cells sent to the program in simulated time.
  var sentCellCount = 0
  /// The notes and pedals that the program still holds.
  var sounding = ReleaseTracker()

  /// Creates midirec's ports. Ports to which a program connects itself belong to clients with their names. If both have
  /// the same name, they are one bidirectional port, like an instrument's.
  ///
  /// - Parameter wiring: The routing of the program.
  static func open(_ wiring: ProgramRouting) throws(SequencerError) -> ProgramConnection {
    let (senderName, receiverName) = (wiring.input.virtualName, wiring.output.virtualName)
    let receiving = try LinkClient(name: receiverName ?? senderName ?? "midirec")
    if let senderName, senderName == receiverName {
      let port = try makeSender(of: receiving, senderName, isReceiver: true)
      return ProgramConnection(
        sender: port, receiver: port, wiring: wiring, sending: receiving, receiving: receiving)
    }
    let isTwo = senderName != nil && receiverName != nil
    let sending = isTwo ? try LinkClient(name: senderName ?? "midirec") : receiving
    let sender = try makeSender(of: sending, senderName)
    let receiver = try receiving.client.createPort(
      name: receiverName ?? "listen", capabilities: receiverName == nil ? .write : [.write, .subscribeWrite])
    return ProgramConnection(
      sender: sender, receiver: receiver, wiring: wiring, sending: sending, receiving: receiving)
  }

  /// Creates the port that plays the recording, which has a name if the program connects itself to it.
  static func makeSender(
    of link: LinkClient, _ name: String?, isReceiver: Bool = false
  ) throws(SequencerError) -> EndpointAddress {
    // Other clients can't connect to a port without a name, but the kernel must be able to announce that a connection is
    // gone.
    var capabilities: SequencerClient.PortCapabilities = [.read, .write]
    if name != nil { capabilities.insert(.subscribeRead) }
    if isReceiver { capabilities.insert(.subscribeWrite) }
    return try link.client.createPort(name: name ?? "play", capabilities: capabilities)
  }

  /// Releases all notes and pedals that the program holds and centers pitch bends, as far as it has space.
  func release() {
    Self.release(sounding, through: destinations, from: sender.port, of: sending)
    for client in steps.joined {
      Self.release(client.sounding, through: client.receivers, from: client.port.port, of: client.link)
    }
  }

  private static func release(
    _ sounding: ReleaseTracker, through receivers: Receivers, from port: Int32, of link: LinkClient
  ) {
    var receivers = receivers
    for event in sounding.releaseMessages.flatMap(\.sequencerEvents) {
      // A receiver that rejects the event is gone; the others still get it.
      var served: [EndpointAddress] = []
      while case .refused = receivers.offer(event, served: &served, from: port, of: link.client) {}
    }
  }
}

/// A client of midirec, in a class so that two roles can share it.
final class LinkClient {
  let client: SequencerClient

  /// Opens a client with pools of maximum size.
  init(name: String) throws(SequencerError) {
    client = try SequencerClient.open(name: name)
    try client.enlargeInput()
    try client.enlargeOutput()
  }
}
