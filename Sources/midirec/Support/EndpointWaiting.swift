internal import ALSASequencer
internal import Reports

extension [ChosenEndpoint] {
  /// Waits until all are there, and says what is waited for.
  ///
  /// - Returns: The same, all there at the same time.
  /// - Throws: That the stop was asked for first (130).
  func whenPresent(stop: StopRequest) throws -> [ChosenEndpoint] {
    var chosen = self
    var monitor = try EndpointMonitor.start()
    var changes: [EndpointMonitor.Change] = []
    var announced: Set<String> = []
    while true {
      for index in chosen.indices { _ = chosen[index].follow(monitor.endpoints, after: changes) }
      let missing = chosen.filter { $0.endpoint == nil }
      if missing.isEmpty { return chosen }
      for endpoint in missing where announced.insert(endpoint.name).inserted {
        StandardError.write("midirec: waiting for \(endpoint.name.printable)\n")
      }
      guard monitor.wait(stop: stop) == .announced else {
        throw CommandFailure(
          CommandFailure.interrupted, "interrupted; \(missing[0].name.printable) did not come")
      }
      changes = try monitor.update()
    }
  }
}
