internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SystemReports
internal import Takes
internal import Terminal

/// `midirec ports create`: ports to test with.
struct PortsCreate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Keep virtual ports open until Ctrl-C and print what reaches them.",
    discussion: """
      Others can send to each port and connect to it in both directions; nothing comes out of it by itself. One line \
      an event: seconds since the start, port, message.

      Each port is a client of its own, and both bear the name: ALSA has no lasting ids for ports of programs, so the \
      name is what they are known by the next time, whatever their numbers. A name that is taken is refused.
      """)

  @Argument(help: "The names of the ports.")
  var names: [String]

  @Flag(help: "Print JSON for other programs, one line an event; times in nanoseconds.")
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
        "\"\(name)\" is taken by \(other); choose another name, or end what has it")
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
