internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SystemReports
internal import Takes
internal import Terminal

/// `midirec ports alias`: names of one's own for endpoints.
struct PortsAlias: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alias",
    abstract: "Give an endpoint a name of your own, or list those names.",
    discussion: """
      An alias stands for one instrument, whatever number it has: it is known by its USB serial number, by the USB \
      socket where it has none, by its names otherwise. --in and --out take an alias before they take a name.

        midirec ports alias grid "LinnStrument MIDI"   store
        midirec ports alias                            list
        midirec ports alias grid --remove              forget

      Aliases are kept in midirec/endpoints.json in $XDG_CONFIG_HOME, which is ~/.config by default. What changes \
      with the instrument, such as its socket, is brought up to date there when the alias is used. A file with keys \
      that this midirec doesn't know is refused, and never written over.
      """)

  @Argument(help: "The alias; without one, all are listed.")
  var name: String?

  @Argument(
    help: "What it stands for: any part of a name, or CLIENT:PORT; without it, on a terminal, choose.")
  var endpoint: EndpointQuery?

  @Flag(help: "Forget the alias.")
  var remove = false

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func validate() throws {
    if let name, !remove, let objection = EndpointPreferences.objection(to: name) {
      throw ValidationError("\(objection).")
    }
    if remove, name == nil { throw ValidationError("--remove needs the alias.") }
    if remove, endpoint != nil { throw ValidationError("--remove takes the alias only.") }
    if json, name != nil { throw ValidationError("--json goes with the list.") }
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
        "say what \(name) is to stand for: any part of a name, or CLIENT:PORT; "
          + "on a terminal you could choose from a list")
    }
    // Before the person chooses: that a broken file can't take the choice is better known now.
    _ = try EndpointPreferences.read()
    let identity: EndpointIdentity
    if let endpoint {
      identity = EndpointIdentity(try endpoint.choose(from: Endpoint.all(), direction: []))
    } else if case .identity(let chosen)? = try EndpointResolver([]).pick()?.wanted {
      identity = chosen
    } else {
      throw CommandFailure(CommandFailure.usage, "\"none\" can't have an alias; nothing was stored")
    }
    var earlier: EndpointIdentity?
    try EndpointPreferences.update { book in
      earlier = book.remove(name)
      book.store(identity, as: name)
    }
    try StandardOutput.tell("\(name.printable): \(identity.text)")
    if let earlier, earlier != identity { StandardError.say("\(name) was \(earlier.text)") }
  }

  private func forget(_ name: String) throws {
    var earlier: EndpointIdentity?
    try EndpointPreferences.update { earlier = $0.remove(name) }
    guard let earlier else {
      throw CommandFailure(CommandFailure.unavailable, "no alias is called \"\(name)\"")
    }
    StandardError.say("\(name) no longer stands for \(earlier.text)")
  }

  private func list() throws {
    let book = try EndpointPreferences.read()
    let endpoints = try Endpoint.all()
    let aliases = book.aliases.sorted { $0.key < $1.key }.map { name, identity in
      (
        name, identity,
        identity.find(among: endpoints, direction: [], rivals: book.rivals(of: name))
      )
    }
    if json {
      try StandardOutput.tell(JSONText.of(aliases.map(AliasDocument.init)))
    } else if aliases.isEmpty {
      StandardError.say("no aliases; store one with midirec ports alias NAME ENDPOINT")
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
