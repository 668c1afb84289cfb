import CALSA
import MIDICore
import MIDIFiles
import MIDIRecSystem
import TestSupport
import Testing

@testable import ALSASequencer

/// A capture receives the messages of each of several senders: System Exclusive messages in pieces, ports of one name, and
/// ports that return under the same name.
@Suite(.onSimulatedMachine)
struct CapturedSourcesOnSequencerTests {
  private let stop: StopToken

  init() throws { stop = try #require(StopToken()) }

  /// Few, since the machine takes half a second for each.
  private static let takeCount: Int = TestEnvironment.isFull ? 300 : 8
  /// The number of messages of a take that are sent, because a receiver's queue has 2,000 cells.
  private static let messageCount = 60

  /// The messages of a take's tracks, interleaved at random: System Exclusive messages in up to three pieces.
  private struct Schedule {
    struct Step {
      var source: Int
      /// A piece of a message, which is complete with its last piece.
      var piece: [UInt8]
      var message: Message?
    }

    private(set) var steps: [Step] = []
    private(set) var sourceCount = 0

    init(_ take: WildTake) throws {
      var random = SeededGenerator(seed: take.seed)
      let recording = try MIDIFile.decode(take.bytes).file.recording()
      // Captures drop active sensing.
      let lists = recording.tracks.map { $0.messages.map(\.message).filter { $0 != .activeSensing } }
        .filter { !$0.isEmpty }.prefix(4)
      sourceCount = lists.count
      var queues = lists.enumerated().map { source, messages in
        messages.prefix(CapturedSourcesOnSequencerTests.messageCount / lists.count)
          .flatMap { Self.steps($0, from: source, &random) }[...]
      }
      while let source = queues.indices.filter({ !queues[$0].isEmpty }).randomElement(using: &random) {
        steps.append(queues[source].removeFirst())
      }
    }

    private static func steps(_ message: Message, from source: Int, _ random: inout SeededGenerator) -> [Step]
    {
      var rest = message.bytes[...]
      var steps: [Step] = []
      if case .systemExclusive = message {
        for _ in 0..<Int.random(in: 0...2, using: &random) where rest.count > 1 {
          let count = Int.random(in: 1..<rest.count, using: &random)
          steps.append(Step(source: source, piece: Array(rest.prefix(count))))
          rest = rest.dropFirst(count)
        }
      }
      return steps + [Step(source: source, piece: Array(rest), message: message)]
    }

    /// The sources that send messages in pieces.
    var sourcesOfPieces: Set<Int> { Set(steps.filter { $0.message == nil }.map(\.source)) }

    /// Returns the messages of a source in order, or of all sources in the order of their last pieces.
    func messages(of source: Int? = nil) -> [Message] {
      steps.filter { source == nil || $0.source == source }.compactMap(\.message)
    }
  }

  /// A client with a sending port per source.
  private final class Sender {
    private let client: SequencerClient
    let ports: [EndpointAddress]

    init(_ name: String, portCount: Int) throws {
      let client = try SequencerClient.open(name: name)
      ports = try (0..<portCount).map { _ in
        try client.createPort(name: name, capabilities: [.read, .subscribeRead])
      }
      self.client = client
    }

    func connect(to receiver: EndpointAddress) throws {
      for port in ports { try client.connect(port, to: receiver) }
    }

    func send(_ step: Schedule.Step, on port: Int) {
      let events =
        if let message = step.message, step.piece == message.bytes {
          message.sequencerEvents
        } else {
          [SequencerEvent(type: SND_SEQ_EVENT_SYSEX, bytes: step.piece)]
        }
      for event in events { #expect(client.send(event, from: ports[port].port, to: nil) == nil) }
    }
  }

  private func takes(of count: Int = takeCount) throws -> [(take: WildTake, schedule: Schedule)] {
    try WildTake.seeds.prefix(count).map { WildTake(seed: $0) }
      .filter { $0.format < 2 || $0.tracks.count == 1 }
      .map { ($0, try Schedule($0)) }.filter { $0.1.sourceCount > 0 }
  }

  private func remaining(_ capture: inout Capture) throws -> [Capture.Arrival] {
    capture.end()
    var arrivals: [Capture.Arrival] = []
    while let more = try capture.remaining() { arrivals += more }
    return arrivals
  }

  private func messages(_ arrivals: [Capture.Arrival], from source: Int? = nil) -> [Message] {
    arrivals.compactMap { arrival in
      guard case .message(let timed, let from) = arrival, source == nil || from == source else { return nil }
      return timed.message
    }
  }

  @Test func portsOfOneNameKeepTheirMessagesOverAReplug() throws {
    for (take, schedule) in try takes() {
      var random = SeededGenerator(seed: take.seed)
      var instrument: Sender? = try Sender("Wild", portCount: schedule.sourceCount)
      let endpoints = try Endpoint.all().filter { $0.clientName == "Wild" }
      var sources = endpoints.map { TrackedEndpoint($0, direction: .input) }
      _ = sources.follow(try Endpoint.all())
      var capture = try Capture.start(from: sources)
      // A message doesn't continue after a replug.
      let whole = schedule.steps.indices.filter { index in
        (0..<schedule.sourceCount).allSatisfy { source in
          schedule.steps[..<index].last { $0.source == source }.map { $0.message != nil } ?? true
        }
      }
      let replug = whole.randomElement(using: &random)
      var arrivals: [Capture.Arrival] = []
      for (index, step) in schedule.steps.enumerated() {
        if index == replug {
          instrument = nil
          try wait(&capture, &arrivals, schedule.sourceCount) {
            if case .sourceDisconnected = $0 { true } else { false }
          }
          instrument = try Sender("Wild", portCount: schedule.sourceCount)
          try wait(&capture, &arrivals, schedule.sourceCount) {
            if case .sourceReconnected = $0 { true } else { false }
          }
        }
        instrument?.send(step, on: step.source)
      }
      arrivals += try remaining(&capture)
      for source in 0..<schedule.sourceCount {
        // Compared separately, because a failing expectation would print all messages.
        let isSame = messages(arrivals, from: source) == schedule.messages(of: source)
        #expect(isSame, "MIDIREC_SEED=\(take.seed), source \(source)")
      }
      _ = consume instrument
    }
  }

  /// Waits until all sources have arrivals of a kind, or for ten seconds.
  private func wait(
    _ capture: inout Capture, _ arrivals: inout [Capture.Arrival], _ count: Int,
    _ isCounted: (Capture.Arrival) -> Bool
  ) throws {
    var found = 0
    while found < count {
      guard case .arrivals(let more) = try capture.next(until: capture.elapsed + .seconds(10), stop: stop)
      else {
        Issue.record("\(found) of \(count) ports were disconnected or reconnected")
        return
      }
      arrivals += more
      found += more.count(where: isCounted)
    }
  }

  @Test func piecesOfSeveralSendersToOnePortStayApart() throws {
    var capture = try Capture.start(from: [])
    var sent: [(seed: UInt64, message: Message)] = []
    var arrivals: [Capture.Arrival] = []
    // One capture for all takes, of which few have messages in pieces from several senders.
    let takes = try takes(of: Self.takeCount * 50).filter { $0.schedule.sourcesOfPieces.count > 1 }
    for (take, schedule) in takes {
      let senders = try (0..<schedule.sourceCount).map { _ in try Sender("Wild", portCount: 1) }
      for sender in senders { try sender.connect(to: capture.reader.port) }
      for step in schedule.steps { senders[step.source].send(step, on: 0) }
      sent += schedule.messages().map { (take.seed, $0) }
      while messages(arrivals).count < sent.count {
        guard case .arrivals(let more) = try capture.next(until: capture.elapsed + .seconds(1), stop: stop)
        else { break }
        arrivals += more
      }
      _ = consume senders
    }
    let received = messages(arrivals + (try remaining(&capture)))
    let failure = zip(sent, received).first { $0.message != $1 }?.0.seed
    #expect(failure == nil && received.count == sent.count, "MIDIREC_SEED=\(failure ?? 0)")
    #expect(!takes.isEmpty || WildTake.seeds.count == 1)
  }
}
