internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SystemReports
internal import Takes
internal import Terminal

/// The command `midirec ports alias`.
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

  @Flag(help: "Print the result as JSON")
  var json = false

  func validate() throws {
    if let name, !remove, let objection = EndpointPreferences.objection(to: name) {
      throw ValidationError("\(objection).")
    }
    if remove, name == nil { throw ValidationError("--remove requires an alias.") }
    if remove, endpoint != nil { throw ValidationError("--remove can't be used with a port.") }
    if json, name != nil { throw ValidationError("--json can't be used with an alias.") }
  }

  func run() throws {
    guard let name else { return try list() }
    if remove { return try forget(name) }
    try store(name)
  }

  private func store(_ name: String) throws {
    guard endpoint != nil || Picker.isPossible else {
      throw CommandFailure(
        CommandFailure.usage,
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
      throw CommandFailure(CommandFailure.usage, "\"none\" can't have an alias")
    }
    var earlier: EndpointIdentity?
    try EndpointPreferences.update { book in
      earlier = book.remove(name)
      book.store(identity, as: name)
    }
    try StandardOutput.tell("\(name.printable): \(identity.text)")
    MachineMemory.sayIfAliasesDisappear()
    if let earlier, earlier != identity { StandardError.say("\(name) was an alias for \(earlier.text)") }
  }

  private func forget(_ name: String) throws {
    var earlier: EndpointIdentity?
    try EndpointPreferences.update { earlier = $0.remove(name) }
    guard let earlier else {
      throw CommandFailure(
        CommandFailure.unavailable, "no alias named \"\(name)\"; run midirec ports alias to list all aliases")
    }
    StandardError.say("\(name) is no longer an alias for \(earlier.text)")
    MachineMemory.sayIfAliasesDisappear()
  }

  private func list() throws {
    let book = try EndpointPreferences.read()
    let aliases = book.aliasMatches(among: try Endpoint.all())
    if json {
      try StandardOutput.tell(JSONText.of(aliases.map(AliasDocument.init)))
    } else if aliases.isEmpty {
      StandardError.say("no aliases; create one with midirec ports alias NAME PORT")
    } else {
      var table = TextTable([("ALIAS", .left), ("PORT", .left), ("NAME", .left), ("HARDWARE", .left)])
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
