internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import Reports
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
        try StandardOutput.write(line: JSONText.line(of: ChangeDocument(present: endpoint)))
      }
    } else {
      try printTable(of: monitor.endpoints)
    }
    while true {
      let outcome = monitor.wait(for: EndpointMonitor.rereadingInterval, stop: signals.stop)
      if outcome == .stopRequested { return }
      for change in try monitor.update(rereading: outcome == .timePassed) {
        try StandardOutput.write(
          line: json ? JSONText.line(of: ChangeDocument(change)) : change.text)
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
    try StandardOutput.write(line: table.text)
  }
}

extension EndpointMonitor.Change {
  /// `+ 20:0  LinnStrument MIDI MIDI 1  in/out  USB 1fc9:8124, serial LS0000, path 1-1`.
  fileprivate var text: String {
    switch self {
    case .came(let endpoint): "+ \(endpoint.address)  \(endpoint.detailText)"
    case .left(let endpoint): "- \(endpoint.address)  \(endpoint.detailText)"
    case .changed(let earlier, let endpoint):
      "~ \(endpoint.address)  \(earlier.detailText) -> \(endpoint.detailText)"
    }
  }
}

/// A change for other programs: `present` when the watching begins, then `came`, `left` and `changed`.
private struct ChangeDocument: Encodable {
  var change: String
  var endpoint: EndpointDocument
  var earlier: EndpointDocument?

  init(present endpoint: Endpoint) {
    change = "present"
    self.endpoint = EndpointDocument(endpoint)
  }

  init(_ change: EndpointMonitor.Change) {
    switch change {
    case .came(let endpoint): (self.change, self.endpoint) = ("came", EndpointDocument(endpoint))
    case .left(let endpoint): (self.change, self.endpoint) = ("left", EndpointDocument(endpoint))
    case .changed(let earlier, let endpoint):
      (self.change, self.endpoint) = ("changed", EndpointDocument(endpoint))
      self.earlier = EndpointDocument(earlier)
    }
  }
}
