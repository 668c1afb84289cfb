internal import ALSASequencer
internal import Waiting

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
      if missing.isEmpty {
        try chosen.checkDifference()
        return chosen
      }
      for endpoint in missing where announced.insert(endpoint.name).inserted {
        StandardError.say("waiting until \(endpoint.name) is there")
      }
      guard monitor.wait(stop: stop) == .announced else {
        throw CommandFailure(
          CommandFailure.interrupted, "interrupted; \(missing[0].name) did not come")
      }
      changes = try monitor.update()
    }
  }

  /// Words that fitted nothing at first may turn out to mean one and the same.
  private func checkDifference() throws {
    for (index, one) in enumerated() {
      guard let same = self[..<index].first(where: { $0.endpoint == one.endpoint })?.endpoint else {
        continue
      }
      throw CommandFailure(CommandFailure.usage, "two of those that were waited for are the same, \(same)")
    }
  }
}

extension EndpointChooser {
  /// Chooses one endpoint at most, and waits until it is there; ``chooseOne(_:wait:)``.
  ///
  /// - Returns: Nothing for `none`.
  func chooseOne(_ query: EndpointQuery?, wait: Bool, whenPresent stop: StopRequest) throws -> Endpoint? {
    try chooseOne(query, wait: wait).flatMap { try [$0].whenPresent(stop: stop).first?.endpoint }
  }
}
