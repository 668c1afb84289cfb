internal import CALSA
package import MIDICore
package import Waiting

/// How the program's ports are found and connected.
extension ProgramConnection {
  /// The ports that belong together, found or connected.
  private struct Ports: Equatable {
    var inputs: [EndpointAddress] = []
    var outputs: [EndpointAddress] = []
  }

  /// How often the list of ports is read anew although nothing is announced: names that change, and processes
  /// that begin to belong to the program, are announced by nobody.
  private static let rereadingInterval = Nanoseconds.milliseconds(100)

  /// Waits until the program's ports are there and connected.
  ///
  /// Its ports count once they haven't changed for a while: until then it may be about to open another one.
  ///
  /// - Parameters:
  ///   - processes: The processes that belong to the program now. Ports of others are not its own, whatever
  ///     they are called.
  ///   - deadline: When to give up, on the clock of `StopToken.now`.
  ///   - settling: The time for which its ports have to stay as they are.
  ///   - descriptor: Readable once the program has ended.
  ///   - stop: What ends the wait at once.
  package mutating func connect(
    to processes: () -> Set<Int32>, until deadline: Nanoseconds, settling: Nanoseconds,
    orInputFrom descriptor: Int32? = nil, stop: StopToken? = nil
  ) throws(SequencerError) -> Outcome {
    var monitor = try EndpointMonitor.start()
    var seen: [Endpoint] = []
    /// The ports that were found, and the time since which they are the same.
    var known: (ports: Ports, since: Nanoseconds)?
    var refusal: SequencerError?
    while true {
      let members = processes()
      let own = try ownEndpoints(&monitor, members)
      seen += own.filter { !seen.contains($0) }
      let found = ports(among: own, of: members)
      let time = monotonicTime()
      if found != known?.ports { known = found.map { ($0, time) } }
      if let known, time - known.since >= settling {
        do {
          try join(known.ports)
          return .done
        } catch {
          // It may have gone at this moment; whether it comes back is seen.
          refusal = error
        }
      }
      let now = monotonicTime()
      if now >= deadline {
        if let refusal { throw refusal }
        return .notReady(seen: seen)
      }
      let pause = known.map { min(Self.rereadingInterval, max(.milliseconds(1), $0.since + settling - now)) }
      switch wait(
        for: monitor.descriptor, descriptor, stop: stop,
        until: min(deadline, now + (pause ?? Self.rereadingInterval)))
      {
      case .stopRequested: return .stopRequested
      case .ready(let ready) where ready.contains(.second): return .interrupted
      case .ready, .deadlinePassed: break
      }
    }
  }

  /// The ports of the program, in a lasting order: by their clients' names, then by their numbers.
  private func ownEndpoints(
    _ monitor: inout EndpointMonitor, _ processes: Set<Int32>
  ) throws(SequencerError) -> [Endpoint] {
    _ = try monitor.update(rereading: true)
    let own = monitor.endpoints.filter { isOwn($0.address, of: processes) }
    return own.sorted { ($0.clientName, $0.address) < ($1.clientName, $1.address) }
  }

  private func isOwn(_ address: EndpointAddress, of processes: Set<Int32>) -> Bool {
    receiving.client.process(of: address.client).map(processes.contains) ?? false
  }

  /// The ports to connect; nothing while some are missing.
  private func ports(among own: [Endpoint], of processes: Set<Int32>) -> Ports? {
    var ports = Ports()
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
      ports.inputs = subscribers(to: sender, of: processes)
      guard !ports.inputs.isEmpty else { return nil }
    case .instrument:
      ports.inputs = instrument?.port.map { subscribers(to: $0, of: processes) } ?? []
      guard !ports.inputs.isEmpty else { return nil }
    }
    switch wiring.output {
    case .none: break
    case .all:
      ports.outputs = own.filter { $0.directions.contains(.input) }.map(\.address)
      // A program may take events and give none; one that does neither isn't there yet.
      guard !ports.outputs.isEmpty || !ports.inputs.isEmpty else { return nil }
    case .ports(let queries):
      for query in queries {
        guard let endpoint = try? query.choose(from: own, direction: .input) else { return nil }
        if !ports.outputs.contains(endpoint.address) { ports.outputs.append(endpoint.address) }
      }
    case .virtual:
      ports.outputs = receiving.client.senders(to: receiver).filter { isOwn($0, of: processes) }.sorted()
      guard !ports.outputs.isEmpty else { return nil }
    }
    return ports
  }

  private func subscribers(to port: EndpointAddress, of processes: Set<Int32>) -> [EndpointAddress] {
    sending.client.subscribers(to: port).filter { isOwn($0, of: processes) }.sorted()
  }

  /// Connects the ports that the program doesn't connect by itself, and takes note of all.
  private mutating func join(_ ports: Ports) throws(SequencerError) {
    earlierLosses = PoolStatistics.pools(.input, ofClients: Set(ports.inputs.map(\.client))).mapValues(
      \.failureCount)
    // The way back first: a program may answer to the connection.
    if case .virtual = wiring.output {
    } else {
      for port in ports.outputs { try receiving.client.connect(port, to: receiver) }
    }
    var connected: [EndpointAddress] = []
    if !wiring.input.isConnectedByProgram {
      do throws(SequencerError) {
        for port in ports.inputs {
          try sending.client.connect(sender, to: port)
          connected.append(port)
        }
      } catch {
        if case .virtual = wiring.output {
        } else {
          for port in ports.outputs { receiving.client.disconnect(port, from: receiver) }
        }
        throw error
      }
    }
    for port in ports.inputs + ports.outputs { portNames[port] = name(of: port) }
    for (index, port) in ports.outputs.enumerated() {
      sources.append(uniqueName(portNames[port] ?? ""))
      decoders.append(MessageDecoder())
      sourceIndices[port] = index
    }
    if let instrument, wiring.input == .instrument {
      try playOn(instrument)
    } else {
      destinations.addresses = ports.inputs
    }
    programClients = Set((ports.inputs + ports.outputs).map(\.client))
    owners = Set(programClients.compactMap { receiving.client.process(of: $0) })
  }

  /// Sends the recording to an instrument from now on, or nowhere while it is unplugged.
  mutating func playOn(_ instrument: any PlayedInstrument) throws(SequencerError) {
    destinations.addresses = [instrument.player].compactMap(\.self)
    // The kernel opens the instrument's cable only for connections.
    if let player = instrument.player { try sending.client.connect(sender, to: player) }
  }

  /// What a port is called, without what is different the next time: the client's number, which alsa-lib
  /// makes a part of its name where the program gives none, and the number of the process, which FluidSynth
  /// does.
  private func name(of port: EndpointAddress) -> String {
    guard let names = receiving.client.names(of: port) else { return "\(port.port)" }
    let process = receiving.client.process(of: port.client)
    func lasting(_ name: String) -> String {
      if name == "Client-\(port.client)" { return "Client" }
      guard let process, let range = name.firstRange(of: "(\(process)") else { return name }
      return name.replacingCharacters(in: range)
    }
    return Endpoint(
      address: port, clientName: lasting(names.client), portName: lasting(names.port), directions: []
    ).displayName
  }

  /// A name that no source has yet.
  private func uniqueName(_ name: String) -> String {
    var unique = name
    var number = 2
    while sources.contains(unique) {
      unique = "\(name) (\(number))"
      number += 1
    }
    return unique
  }
}

extension String {
  /// The text with a process's number, after its parenthesis, replaced by a letter.
  fileprivate func replacingCharacters(in range: Range<String.Index>) -> String {
    String(self[..<range.lowerBound]) + "(N" + String(self[range.upperBound...])
  }
}
