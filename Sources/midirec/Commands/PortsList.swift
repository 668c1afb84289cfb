internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SystemReports
internal import Terminal
internal import Waiting

/// `midirec ports` without another word: the list.
struct PortsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the inputs and outputs; the word may be left out.")

  @Flag(
    help: ArgumentHelp(
      "Go on and print a line for each that comes (+), goes (-) or changes (~).",
      discussion: "Until Ctrl-C, which is its normal end (exit code 0)."))
  var watch = false

  @Flag(help: "Print JSON for other programs; with --watch, one line each.")
  var json = false

  func run() throws {
    guard !watch else { return try watchEndpoints() }
    let endpoints = try Endpoint.all()
    if json {
      try StandardOutput.tell(JSONText.of(endpoints.map(EndpointDocument.init)))
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
      StandardError.say("no inputs or outputs; plug an instrument in or start a music program")
      return
    }
    var table = TextTable([("PORT", .left), ("DIRECTION", .left), ("NAME", .left), ("HARDWARE", .left)])
    for endpoint in endpoints {
      table.append([
        "\(endpoint.address)", endpoint.directions.text, endpoint.displayName.printable,
        endpoint.hardware.map { "\($0)" } ?? "",
      ])
    }
    try StandardOutput.tell(table.text)
  }
}
