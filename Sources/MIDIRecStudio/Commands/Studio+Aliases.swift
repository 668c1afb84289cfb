internal import ALSASequencer
internal import MIDICore
internal import MIDIRecTakes
internal import MIDIRecWorkbench
internal import Synchronization

extension Studio {
  /// Sets the alias of an input, as `midirec ports alias` does, or removes it.
  func setAlias(_ name: String?, of input: Int) throws -> Reply {
    let ports = try sequencer.ports.current
    let inputs = model.withLock(\.live.inputs)
    guard inputs.indices.contains(input) else { throw StudioError("there is no input \(input)") }
    guard let port = ports.first(where: { $0.address == inputs[input].endpoint?.address }) else {
      throw StudioError("\(inputs[input].name) isn't connected")
    }
    if let name, let objection = EndpointPreferences.objection(to: name) { throw StudioError(objection) }
    var earlier: [String] = []
    try EndpointPreferences.update { book in
      for (alias, _, match) in book.aliasMatches(among: ports)
      where match?.endpoint.address == port.address {
        book.remove(alias)
        if alias != name { earlier.append(alias) }
      }
      if let name { book.store(EndpointIdentity(port, among: ports), as: name) }
    }
    readAliases(among: ports)
    let commands =
      earlier.map { "midirec ports alias \($0.shellWord) --remove" }
      + (name.map { ["midirec ports alias \($0.shellWord) \(port.displayName.shellWord)"] } ?? [])
    return Reply(command: commands.isEmpty ? nil : commands.joined(separator: " && "), name: name)
  }

  /// Reads the aliases of the connected ports from the user's settings.
  func readAliases(among ports: [Endpoint]) {
    // A file that midirec can't read is reported by the command that changes it.
    let matches = (try? EndpointPreferences.read())?.aliasMatches(among: ports) ?? []
    let aliases = Dictionary(
      matches.compactMap { found in found.match.map { ("\($0.endpoint.address)", found.name) } },
      uniquingKeysWith: { first, _ in first })
    change { model in
      model.aliases = aliases
      model.live.setAliases(aliases)
    }
  }
}
