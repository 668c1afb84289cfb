package import ALSASequencer
package import System

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
    var changes: [EndpointMonitor.Change] = []
    var announced: Set<String> = []
    while true {
      _ = chosen.follow(monitor.endpoints, after: changes)
      let missing = chosen.filter { $0.endpoint == nil }
      if missing.isEmpty {
        try chosen.checkDifference()
        return chosen
      }
      for endpoint in missing where announced.insert(endpoint.name).inserted { observe(endpoint.name) }
      guard monitor.wait(stop: stop) == .announced else {
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
