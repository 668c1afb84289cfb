internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import System
internal import SystemReports
internal import Takes
internal import Terminal

/// The command `midirec ports list`.
struct PortsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all inputs and outputs")

  @Flag(
    help: ArgumentHelp(
      "Also print a line when a port appears (+), disappears (-), or changes (~)",
      discussion: "Press Ctrl-C to stop (exit code 0)."))
  var watch = false

  @Flag(help: "Print the result as JSON; with --watch, one line per change")
  var json = false

  func run() throws {
    guard !watch else { return try watchEndpoints() }
    let endpoints = try Endpoint.all()
    if json {
      let aliases = Self.aliases(of: endpoints)
      try StandardOutput.tell(
        JSONText.of(endpoints.map { EndpointDocument($0, aliases: aliases[$0.address] ?? []) }))
    } else {
      try printTable(of: endpoints)
    }
  }

  private func watchEndpoints() throws {
    let signals = try StopSignals()
    var monitor = try EndpointMonitor.start()
    if json {
      for endpoint in monitor.endpoints {
        try StandardOutput.write(line: JSONText.line(of: EndpointChangeDocument(present: endpoint)))
      }
    } else {
      try printTable(of: monitor.endpoints)
    }
    while true {
      let outcome = monitor.wait(for: EndpointMonitor.rereadingInterval, stop: signals.stop)
      if outcome == .stopRequested { return }
      for change in try monitor.update(rereading: outcome == .timePassed) {
        try StandardOutput.write(
          line: json ? JSONText.line(of: EndpointChangeDocument(change)) : change.text)
      }
    }
  }

  private func printTable(of endpoints: [Endpoint]) throws {
    guard !endpoints.isEmpty else {
      StandardError.say("no MIDI inputs or outputs found; connect an instrument or start a MIDI program")
      return
    }
    let aliases = Self.aliases(of: endpoints)
    var table = TextTable(
      [("PORT", .left), ("DIRECTION", .left), ("NAME", .left)] + (aliases.isEmpty ? [] : [("ALIAS", .left)])
        + [("HARDWARE", .left)])
    for endpoint in endpoints {
      let alias = aliases[endpoint.address]?.joined(separator: ", ").printable ?? ""
      table.append(
        ["\(endpoint.address)", endpoint.directions.text, endpoint.displayName.printable]
          + (aliases.isEmpty ? [] : [alias]) + [endpoint.hardware.map { "\($0)" } ?? ""])
    }
    try StandardOutput.tell(table.text)
  }

  /// Returns the aliases of each endpoint that has any. An unreadable file of aliases is only reported.
  private static func aliases(of endpoints: [Endpoint]) -> [EndpointAddress: [String]] {
    do {
      var aliases: [EndpointAddress: [String]] = [:]
      for (name, _, match) in try EndpointPreferences.read().aliasMatches(among: endpoints) {
        if let match { aliases[match.endpoint.address, default: []].append(name) }
      }
      return aliases
    } catch {
      StandardError.say(CommandFailure(explaining: error)?.message ?? "\(error)")
      return [:]
    }
  }
}
