internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSystem
internal import MIDIRecTakes
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

struct Ports: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ports",
    abstract: "List MIDI inputs and outputs, name them, or create some",
    discussion: """
      midirec captures from inputs and plays to outputs. Port numbers change when devices reconnect; names don't. \
      --in and --out accept any part of a name. An alias identifies one instrument under any number, even among \
      several of the same model.

        midirec ports                                  list all ports
        midirec ports --watch                          also report changes
        midirec ports alias grid "LinnStrument MIDI"   create an alias
        midirec ports create "Test In 1" "Test In 2"   open virtual ports
      """,
    subcommands: [PortsList.self, PortsAlias.self, PortsCreate.self], defaultSubcommand: PortsList.self)
}

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
      let outcome = wait(
        for: monitor.descriptor, stop: signals.stop,
        until: monotonicTime() + EndpointMonitor.rereadingInterval)
      if outcome == .stopRequested { return }
      for change in try monitor.update(rereading: outcome == .deadlinePassed) {
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
      ["PORT", "DIRECTION", "NAME"] + (aliases.isEmpty ? [] : ["ALIAS"]) + ["HARDWARE"])
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

struct PortsAlias: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alias",
    abstract: "Give a port an alias, or list all aliases",
    discussion: """
      An alias identifies one instrument under any port number: by its USB serial number, or else by its USB \
      socket, or else by its names. For --in and --out, aliases take precedence over names.

        midirec ports alias grid "LinnStrument MIDI"   create or replace
        midirec ports alias                            list
        midirec ports alias grid --remove              remove

      Aliases are stored in $XDG_CONFIG_HOME/midirec/endpoints.json (~/.config by default). Using an alias updates \
      details that changed, such as the socket. midirec never overwrites a file that has keys it doesn't know.
      """)

  @Argument(help: "Alias; omit to list all aliases")
  var name: String?

  @Argument(
    help: ArgumentHelp(
      "Port: any part of its name, or CLIENT:PORT; omit to choose from a list", valueName: "port"))
  var endpoint: EndpointQuery?

  @Flag(help: "Remove the alias")
  var remove = false

  @OptionGroup var result: JSONOption

  func validate() throws {
    if let name, !remove, let objection = EndpointPreferences.objection(to: name) {
      throw ValidationError("\(objection).")
    }
    if remove, name == nil { throw ValidationError("--remove requires an alias.") }
    if remove, endpoint != nil { throw ValidationError("--remove can't be used with a port.") }
    if result.json, name != nil { throw ValidationError("--json can't be used with an alias.") }
  }

  func run() throws {
    guard let name else { return try list() }
    if remove { return try forget(name) }
    try store(name)
  }

  private func store(_ name: String) throws {
    guard endpoint != nil || EndpointResolver.canShowList else {
      throw CommandFailure(
        .usage,
        "the port for \(name) is required: any part of a name, or CLIENT:PORT; "
          + "on a terminal, midirec shows a list")
    }
    // Reports an invalid file before the user chooses.
    _ = try EndpointPreferences.read()
    let identity: EndpointIdentity
    if let endpoint {
      let endpoints = try Endpoint.all()
      identity = EndpointIdentity(try endpoint.choose(from: endpoints, direction: []), among: endpoints)
    } else if case .identity(let chosen)? = try EndpointResolver([]).pick()?.wanted {
      identity = chosen
    } else {
      throw CommandFailure(.usage, "\"none\" can't have an alias")
    }
    var earlier: EndpointIdentity?
    try EndpointPreferences.update { book in
      earlier = book.remove(name)
      book.store(identity, as: name)
    }
    try StandardOutput.tell("\(name.printable): \(identity.text)")
    StandardError.sayIfChangeDisappears(EndpointPreferences.standardPath)
    if let earlier, earlier != identity { StandardError.say("\(name) was an alias for \(earlier.text)") }
  }

  private func forget(_ name: String) throws {
    var earlier: EndpointIdentity?
    try EndpointPreferences.update { earlier = $0.remove(name) }
    guard let earlier else {
      throw CommandFailure(
        .unavailable, "no alias named \"\(name)\"; run midirec ports alias to list all aliases")
    }
    StandardError.say("\(name) is no longer an alias for \(earlier.text)")
    StandardError.sayIfChangeDisappears(EndpointPreferences.standardPath)
  }

  private func list() throws {
    let book = try EndpointPreferences.read()
    let aliases = book.aliasMatches(among: try Endpoint.all())
    if result.json {
      try StandardOutput.tell(JSONText.of(aliases.map(AliasDocument.init)))
    } else if aliases.isEmpty {
      StandardError.say("no aliases; create one with midirec ports alias NAME PORT")
    } else {
      var table = TextTable(["ALIAS", "PORT", "NAME", "HARDWARE"])
      for (name, identity, match) in aliases {
        table.append([
          name, match.map { "\($0.endpoint.address)" } ?? "missing",
          (match?.endpoint.displayName ?? identity.displayName).printable, identity.hardwareText,
        ])
      }
      try StandardOutput.tell(table.text)
    }
  }
}

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
        .unavailable,
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
      switch arrival.content {
      case .message: messageCount += 1
      case .overrun: losses.overrunCount += 1
      case .unreadableEvent: losses.unreadableCount += 1
      }
      let document = PortEventDocument(arrival, portName: names[arrival.portIndex])
      try StandardOutput.write(line: json ? JSONText.line(of: document) : document.text)
    }
  }
}
