internal import ALSASequencer
internal import MIDICore
internal import MIDIRecSystem

/// The search and connection of the program's ports.
extension ProgramConnection {
  /// The ports to connect.
  private typealias Ports = (inputs: [EndpointAddress], outputs: [EndpointAddress])

  /// The interval at which the list of ports is read without an announcement: new names, and processes that join the
  /// program, aren't announced.
  private static let rereadingInterval = Nanoseconds.milliseconds(100)

  /// Waits until the program's ports exist and are connected.
  ///
  /// The ports must be unchanged for a time, because the program may be about to open another one.
  ///
  /// - Parameters:
  ///   - processes: Returns the current processes of the program. Ports of other processes are ignored.
  ///   - deadline: The end of the wait, on the clock of `StopToken.now`.
  ///   - settling: The time for which the ports must be unchanged.
  mutating func connect(
    to processes: () -> Set<Int32>, until deadline: Nanoseconds, settling: Nanoseconds
  ) throws(SequencerError) -> Outcome {
    var monitor = try EndpointMonitor.start()
    var seen: [Endpoint] = []
    /// The ports so far, and the time since which they are unchanged.
    var known: (ports: Ports, since: Nanoseconds)?
    var refusal: SequencerError?
    while true {
      _ = try monitor.update(rereading: true)
      // Read after the announcements, so that a process that starts in between isn't overlooked: it announces its ports
      // later.
      let members = processes()
      // In a reproducible order: by the names of their clients, then by their numbers.
      let own = monitor.endpoints.filter { isOwn($0.address, of: members) }
        .sorted { ($0.clientName, $0.address) < ($1.clientName, $1.address) }
      seen += own.filter { !seen.contains($0) }
      let found = ports(among: own, of: members)
      let time = monotonicTime()
      let isUnchanged =
        if let found, let ports = known?.ports { found == ports } else { found == nil && known == nil }
      if !isUnchanged { known = found.map { ($0, time) } }
      if let known, time - known.since >= settling {
        do {
          try join(known.ports)
          return .done
        } catch {
          // The port may just have disappeared; the next look shows whether it returns.
          refusal = error
        }
      }
      let now = monotonicTime()
      if now >= deadline {
        if let refusal { throw refusal }
        return .notReady(seen: seen)
      }
      let pause = known.map { min(Self.rereadingInterval, max(.milliseconds(1), $0.since + settling - now)) }
      let outcome = wait(
        for: monitor.descriptor, endDescriptor, stop: stop,
        until: min(deadline, now + (pause ?? Self.rereadingInterval)))
      if outcome == .stopRequested { return .stopRequested }
      if outcome.contains(.second) { return .interrupted }
    }
  }

  private func isOwn(_ address: EndpointAddress, of processes: Set<Int32>) -> Bool {
    receiving.client.process(of: address.client).map(processes.contains) ?? false
  }

  /// Returns the ports to connect, or `nil` while some are missing.
  private func ports(among own: [Endpoint], of processes: Set<Int32>) -> Ports? {
    var ports: Ports = ([], [])
    switch wiring.input {
    case .none: break
    case .only:
      let taking = own.filter { $0.directions.contains(.output) }
      guard taking.count == 1 else { return nil }
      ports.inputs = taking.map(\.address)
    case .port(let query):
      guard let endpoint = try? query.choose(from: own, direction: .output) else { return nil }
      ports.inputs = [endpoint.address]
    case .virtual:
      ports.inputs = steps.isPlugged ? subscribers(to: sender, of: processes) : []
      guard !ports.inputs.isEmpty || !steps.isPlugged else { return nil }
    case .instrument:
      ports.inputs = instrument?.port.map { subscribers(to: $0, of: processes) } ?? []
      guard !ports.inputs.isEmpty else { return nil }
    }
    switch wiring.output {
    case .none, .instruments: break
    case .all:
      ports.outputs = own.filter { $0.directions.contains(.input) }.map(\.address)
      // A program may only receive or only send. Without either, it isn't ready.
      guard !ports.outputs.isEmpty || !ports.inputs.isEmpty else { return nil }
    case .ports(let queries):
      for query in queries {
        guard let endpoint = try? query.choose(from: own, direction: .input) else { return nil }
        if !ports.outputs.contains(endpoint.address) { ports.outputs.append(endpoint.address) }
      }
    case .virtual:
      guard steps.isPlugged || sender != receiver else { break }
      ports.outputs = senders(to: receiver, of: processes)
      guard !ports.outputs.isEmpty else { return nil }
    }
    return ports
  }

  func subscribers(to port: EndpointAddress, of processes: Set<Int32>) -> [EndpointAddress] {
    sending.client.subscribers(to: port).filter { isOwn($0, of: processes) }.sorted()
  }

  func senders(to port: EndpointAddress, of processes: Set<Int32>) -> [EndpointAddress] {
    receiving.client.senders(to: port).filter { isOwn($0, of: processes) }.sorted()
  }

  /// Connects the ports that the program doesn't connect itself, and records all of them.
  private mutating func join(_ ports: Ports) throws(SequencerError) {
    earlierLosses = PoolStatistics.pools(.input, ofClients: Set(ports.inputs.map(\.client))).mapValues(
      \.failureCount)
    // The way back first, because a program may react to the connection.
    let outputs = wiring.output.virtualName == nil ? ports.outputs : []
    for port in outputs { try receiving.client.connect(port, to: receiver) }
    if wiring.input.virtualName == nil, wiring.input != .instrument, steps.isPlugged {
      do throws(SequencerError) {
        for port in ports.inputs { try sending.client.connect(sender, to: port) }
      } catch {
        for port in outputs { receiving.client.disconnect(port, from: receiver) }
        throw error
      }
    }
    hear(ports.outputs)
    programInputs = ports.inputs
    if let instrument, wiring.input == .instrument {
      try playOn(instrument)
    } else if steps.isPlugged {
      playTo(ports.inputs)
    }
    if let instrument { connectOthers(of: instrument) }
  }

  /// Records connected ports of the program that send replies.
  mutating func hear(_ outputs: [EndpointAddress]) {
    incoming = Connections(connectedWith: outputs.map { endpoint(at: $0) }, .input)
    if wiring.output == .instruments { return sources = instrument?.serials ?? [] }
    let names = incoming.peers.distinctNames
    sources += names.filter { !sources.contains($0) }
    sourceIndices = names.map { name in sources.firstIndex(of: name) ?? 0 }
  }

  /// Records connected ports of the program that receive the recording.
  mutating func playTo(_ inputs: [EndpointAddress]) {
    outgoing = Connections(connectedWith: inputs.map { endpoint(at: $0) }, .output)
    destinations.addresses = inputs
  }

  /// Switches the recording to an instrument, or to no receiver while the instrument is disconnected.
  mutating func playOn(_ instrument: SessionInstruments) throws(SequencerError) {
    let players = [instrument.player].compactMap(\.self)
    // A program that starts again finds the instrument as it was.
    guard players != destinations.addresses else { return }
    destinations.addresses = players
    // The kernel opens the instrument's cable only for connections.
    if let player = instrument.player { try sending.client.connect(sender, to: player) }
  }

  /// Connects to the ports of instruments that play the takes of steps, and to the messages that instruments receive.
  mutating func connectOthers(of instrument: SessionInstruments) {
    // An instrument that is gone is noticed when it is unplugged. The first one may be connected already.
    let players = instrument.otherPlayers
    for player in players.subtracting(otherPlayers) { try? sending.client.connect(sender, to: player) }
    otherPlayers = players
    guard wiring.output == .instruments else { return }
    let heard = instrument.allPlayers
    for player in heard.subtracting(heardPlayers) { try? receiving.client.connect(player, to: receiver) }
    heardPlayers = heard
  }

  /// Returns a port with reproducible names. They exclude the client number, which alsa-lib adds to default names, and
  /// the process ID, which FluidSynth adds.
  private func endpoint(at port: EndpointAddress) -> Endpoint {
    guard let names = receiving.client.names(of: port) else {
      return Endpoint(address: port, clientName: "", portName: "\(port.port)", directions: [])
    }
    let process = receiving.client.process(of: port.client)
    func lasting(_ name: String) -> String {
      if name == "Client-\(port.client)" { return "Client" }
      guard let process, let range = name.firstRange(of: "(\(process)") else { return name }
      // A letter replaces the process ID, which follows its parenthesis.
      return String(name[..<range.lowerBound]) + "(N" + String(name[range.upperBound...])
    }
    return Endpoint(
      address: port, clientName: lasting(names.client), portName: lasting(names.port), directions: []
    )
  }
}
