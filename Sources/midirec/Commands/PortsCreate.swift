internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SystemReports
internal import Takes
internal import Terminal

/// The command `midirec ports create`.
struct PortsCreate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Open virtual ports and print the events they receive",
    discussion: """
      Other programs can connect to each port in both directions. The ports send nothing. Each event is one line: \
      seconds since the start, port, message. Press Ctrl-C to stop.

      Each port belongs to its own client, and both have the name you give. ALSA has no permanent IDs for the \
      ports of programs, so other programs recognize a port by its name. A name that is in use is rejected.
      """)

  @Argument(help: "Names of the ports")
  var names: [String]

  @Flag(help: "Print one line of JSON per event, with times in nanoseconds")
  var json = false

  func validate() throws {
    if names.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("A port needs a name.")
    }
    if let name = names.enumerated().first(where: { names[..<$0.offset].contains($0.element) })?.element {
      throw ValidationError("Two ports can't both be called \(name).")
    }
  }

  func run() throws {
    let signals = try StopSignals()
    let known = try Endpoint.all()
    for name in names {
      guard let other = known.first(where: { [$0.displayName, $0.clientName, $0.portName].contains(name) })
      else {
        continue
      }
      throw CommandFailure(
        CommandFailure.unavailable,
        "\"\(name)\" is already the name of \(other); choose another name, or close that program")
    }
    let ports = try VirtualPorts.open(named: names)
    for endpoint in ports.endpoints { StandardError.say("created \(endpoint)") }
    var messageCount = 0
    var losses = EventLossSummary()
    while let arrivals = try ports.next(stop: signals.stop) { try log(arrivals, &messageCount, &losses) }
    try log(try ports.readArrivals(), &messageCount, &losses)
    StandardError.say(pluralized(messageCount, "message"))
    try losses.check(sourceNames: names)
  }

  private func log(
    _ arrivals: [VirtualPorts.Arrival], _ messageCount: inout Int, _ losses: inout EventLossSummary
  ) throws {
    for arrival in arrivals {
      switch arrival {
      case .message: messageCount += 1
      case .overrun: losses.overrunCount += 1
      case .unreadableEvent: losses.unreadableCount += 1
      }
      let document = PortEventDocument(arrival, portName: names[arrival.portIndex])
      try StandardOutput.write(line: json ? JSONText.line(of: document) : document.text)
    }
  }
}
