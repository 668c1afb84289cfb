internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import SystemPackage
internal import Takes

/// Turns what a command line says of endpoints into the endpoints that are meant: an alias, any part of a name,
/// `CLIENT:PORT`, `all` or `none`; and asks the person at the terminal where it says nothing.
struct EndpointChooser {
  /// Which way events must be able to go.
  let direction: Endpoint.Directions
  /// The file of the aliases and the last choices.
  private let bookPath: FilePath

  /// Chooses for a direction; any way will do for an empty set.
  init(_ direction: Endpoint.Directions, book bookPath: FilePath = EndpointBook.standardPath) {
    self.direction = direction
    self.bookPath = bookPath
  }

  /// The help of `--in`.
  static let inputHelp = ArgumentHelp(
    "An input: an alias, any part of its name, or CLIENT:PORT; or all, or none.",
    discussion: "May be given several times. Without it, a terminal shows a list to choose from.")
  /// The help of `--out`.
  static let outputHelp = ArgumentHelp(
    "The output: an alias, any part of its name, CLIENT:PORT, or none.",
    discussion: "Without it, a terminal shows a list to choose from.")

  private static let choices =
    "an alias, any part of a name, CLIENT:PORT, all or none; on a terminal you could choose from a list"

  /// Checks that the command line says something, where there is no terminal to ask on.
  ///
  /// - Parameters:
  ///   - isGiven: Whether it does.
  ///   - alternative: Another option that would do.
  /// - Throws: That the option is missing, as wrong usage.
  func require(isGiven: Bool, or alternative: String? = nil) throws {
    guard !isGiven, !Picker.isPossible else { return }
    let options = [direction.option, alternative].compactMap { $0 }.joined(separator: " or ")
    throw ValidationError("Give \(options): \(Self.choices).")
  }

  /// Chooses one endpoint for each thing that was said.
  ///
  /// - Parameters:
  ///   - queries: What was said; with nothing, the person is asked.
  ///   - wait: Whether what isn't there is to be waited for: then it is away, and no error.
  /// - Returns: All different. Empty for `none`. What the person picks from the list may be away, too.
  /// - Throws: What is not there or not clear (69), wrong usage (64), a broken book of aliases (65), that the person
  ///   doesn't want to choose (130).
  func choose(_ queries: [EndpointQuery], wait: Bool = false) throws -> [ChosenEndpoint] {
    guard let first = queries.first else { return try pick().map { [$0] } ?? [] }
    if let word = queries.first(where: \.isReserved), queries.count > 1 {
      throw CommandFailure(CommandFailure.usage, "\(direction.option) \(word) stands alone")
    }
    if first.isNone { return [] }
    let book = try EndpointBook.read(from: bookPath)
    let endpoints = try Endpoint.all()
    if first.isAll { return try all(of: endpoints) }
    var chosen: [ChosenEndpoint] = []
    for query in queries {
      let next = try choose(query, from: endpoints, book, wait: wait)
      if let same = chosen.first(where: { $0.isSame(as: next) }) {
        let name = same.endpoint.map { "\($0)" } ?? same.name
        throw CommandFailure(
          CommandFailure.usage, "two \(direction.option) mean the same \(direction.noun), \(name)")
      }
      chosen.append(next)
    }
    return chosen
  }

  /// Chooses one endpoint at most; the parameters are those of ``choose(_:wait:)``.
  ///
  /// - Returns: Nothing for `none`.
  func chooseOne(_ query: EndpointQuery?, wait: Bool = false) throws -> ChosenEndpoint? {
    let chosen = try choose(query.map { [$0] } ?? [], wait: wait)
    guard chosen.count <= 1 else {
      throw CommandFailure(
        CommandFailure.usage,
        "\(direction.option) takes one \(direction.noun) here, and all are \(chosen.count)")
    }
    return chosen.first
  }

  private func all(of endpoints: [Endpoint]) throws -> [ChosenEndpoint] {
    let all = endpoints.filter { $0.directions.contains(direction) }
    if all.isEmpty {
      throw CommandFailure(CommandFailure.unavailable, "there is no \(direction.noun) at all")
    }
    return all.map { following(ChosenEndpoint($0, direction: direction), endpoints) }
  }

  private func choose(
    _ query: EndpointQuery, from endpoints: [Endpoint], _ book: EndpointBook, wait: Bool
  ) throws -> ChosenEndpoint {
    if let name = book.name(query.text), let identity = book.aliases[name] {
      return try choose(alias: name, identity, from: endpoints, book, wait: wait)
    }
    do {
      let endpoint = try query.choose(from: endpoints, direction: direction)
      return following(ChosenEndpoint(endpoint, direction: direction), endpoints)
    } catch .noneFound where wait {
      return ChosenEndpoint(.query(query), direction: direction)
    }
  }

  private func choose(
    alias name: String, _ identity: EndpointIdentity, from endpoints: [Endpoint], _ book: EndpointBook,
    wait: Bool
  ) throws -> ChosenEndpoint {
    let rivals = book.rivals(of: name)
    let matches = identity.matches(among: endpoints, direction: direction, rivals: rivals)
    if matches.count > 1 {
      throw EndpointQuery.Failure.ambiguous(query: name, candidates: matches.map(\.endpoint))
    }
    guard let match = matches.first else {
      if wait { return ChosenEndpoint(.identity(identity), direction: direction, rivals: rivals) }
      let hardware = identity.hardwareText.isEmpty ? "" : " (\(identity.hardwareText))"
      let isThere = identity.find(among: endpoints, direction: [], rivals: rivals) != nil
      throw CommandFailure(
        CommandFailure.unavailable,
        "\(name) is \(identity.displayName.printable)\(hardware), "
          + (isThere ? "which is no \(direction.noun)" : "which is not there"))
    }
    renew(alias: name, identity, as: EndpointIdentity(match.endpoint))
    let chosen = ChosenEndpoint(
      .identity(EndpointIdentity(match.endpoint)), direction: direction, rivals: rivals)
    return following(chosen, endpoints)
  }

  /// Takes note of what is there beside it, from the start.
  private func following(_ chosen: ChosenEndpoint, _ endpoints: [Endpoint]) -> ChosenEndpoint {
    var chosen = chosen
    _ = chosen.follow(endpoints)
    return chosen
  }

  /// Stores what an alias stands for anew where a fact has changed: its socket, its names. Unless another midirec has
  /// stored something else in the meantime.
  private func renew(alias name: String, _ earlier: EndpointIdentity, as identity: EndpointIdentity) {
    guard identity != earlier else { return }
    tryUpdate { book in
      if book.aliases[name] == earlier { book.store(identity, as: name) }
    }
  }

  /// Changes the book of endpoints where that is no more than a convenience: a folder that can't be written is no
  /// reason not to record.
  private func tryUpdate(_ change: (inout EndpointBook) -> Void) {
    do {
      try EndpointBook.update(at: bookPath, change)
    } catch {
      StandardError.say(CommandFailure(explaining: error)?.message ?? "\(error)")
    }
  }

  // MARK: Asking

  /// Lets the person choose from a list, and remembers the choice.
  ///
  /// - Returns: Nothing when the choice is "none".
  /// - Throws: Where there is no terminal, that an option is missing (64); that the person has left the list (130).
  func pick() throws -> ChosenEndpoint? {
    guard Picker.isPossible else {
      throw CommandFailure(CommandFailure.usage, "give \(direction.option): \(Self.choices)")
    }
    let book = try EndpointBook.read(from: bookPath)
    let entry = try Picker(direction, lastChoice: book.lastChoice(direction)).run()
    guard let entry else { throw CommandFailure(CommandFailure.interrupted, "nothing was chosen") }
    StandardError.say("\(direction.noun): \(entry.sentence)")
    tryUpdate { $0.setLastChoice(entry.choice, direction) }
    switch entry {
    case .nothing: return nil
    case .missing(let identity): return ChosenEndpoint(.identity(identity), direction: direction)
    case .endpoint(let endpoint):
      return following(ChosenEndpoint(endpoint, direction: direction), try Endpoint.all())
    }
  }
}

extension EndpointQuery {
  fileprivate var isAll: Bool { text.lowercased() == "all" }
  fileprivate var isNone: Bool { text.lowercased() == "none" }
  fileprivate var isReserved: Bool { isAll || isNone }
}

extension ChosenEndpoint {
  /// Whether two are the same, as far as can be known now.
  fileprivate func isSame(as other: ChosenEndpoint) -> Bool {
    endpoint != nil || other.endpoint != nil ? endpoint == other.endpoint : wanted == other.wanted
  }
}

extension PickerModel.Entry {
  /// What is remembered of it.
  fileprivate var choice: EndpointBook.Choice {
    switch self {
    case .nothing: .nothing
    case .missing(let identity): .endpoint(identity)
    case .endpoint(let endpoint): .endpoint(EndpointIdentity(endpoint))
    }
  }

  /// What was chosen, for people.
  fileprivate var sentence: String {
    switch self {
    case .nothing: "none"
    case .missing(let identity): "\(identity.displayName.printable), which is missing"
    case .endpoint(let endpoint): "\(endpoint.address) \(endpoint.displayName.printable)"
    }
  }
}
