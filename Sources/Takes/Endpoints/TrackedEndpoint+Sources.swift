package import ALSASequencer
internal import MIDICore
package import MIDIFiles
package import System

extension [TrackedEndpoint] {
  /// The inputs in a sentence: names with their addresses, or midirec's own port if no input was chosen.
  package var sentence: String { sentence(port: "midirec capture") }

  /// Returns the inputs in a sentence, with the given name of midirec's port.
  package func sentence(port: String) -> String {
    isEmpty
      ? "its port \"\(port)\""
      : map { chosen in chosen.endpoint.map { "\($0)" } ?? chosen.name }.joined(separator: ", ").printable
  }

  /// The inputs as sources of a take, whose names are distinct.
  package var takeSources: [TakeSource] {
    isEmpty ? [TakeSource(name: "midirec capture")] : takeSources(named: distinctNames)
  }

  /// Returns the inputs as sources of a take with the given names.
  func takeSources(named names: [String]) -> [TakeSource] {
    zip(self, names).map { TakeSource($0, name: $1) }
  }
}

extension TakeSource {
  fileprivate init(_ chosen: TrackedEndpoint, name: String) {
    self.init(
      name: name, portName: chosen.endpoint?.portName,
      hardware: chosen.endpoint?.hardware.map { "\($0)" })
  }
}

/// The reason why a wait for endpoints ended.
package enum EndpointWaitFailure: Error {
  /// A stop was requested before the endpoint of this name was connected.
  case interrupted(String)
  /// Two queries turned out to match the same endpoint.
  case same(Endpoint)
}

extension [TrackedEndpoint] {
  /// Waits until all endpoints are connected at the same time.
  ///
  /// - Parameters:
  ///   - stop: Ends the wait.
  ///   - observe: Receives the name of each disconnected endpoint once.
  /// - Throws: An ``EndpointWaitFailure``, or the sequencer's error.
  package func whenPresent(stop: StopToken, observe: (String) -> Void) throws -> [TrackedEndpoint] {
    var chosen = self
    var monitor = try EndpointMonitor.start()
    var changes: [EndpointChange] = []
    var announced: Set<String> = []
    while true {
      _ = chosen.follow(monitor.endpoints, after: changes)
      let missing = chosen.filter { $0.endpoint == nil }
      if missing.isEmpty {
        try chosen.checkDifference()
        return chosen
      }
      for endpoint in missing where announced.insert(endpoint.name).inserted { observe(endpoint.name) }
      guard monitor.wait(stop: stop) == .first else {
        throw EndpointWaitFailure.interrupted(missing[0].name)
      }
      changes = try monitor.update()
    }
  }

  /// Checks that queries that initially had no match don't match the same endpoint.
  private func checkDifference() throws {
    for (index, one) in enumerated() {
      if let same = self[..<index].first(where: { $0.endpoint == one.endpoint })?.endpoint {
        throw EndpointWaitFailure.same(same)
      }
    }
  }
}
