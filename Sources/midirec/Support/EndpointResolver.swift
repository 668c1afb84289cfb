internal import ALSASequencer
internal import ArgumentParser
internal import MIDICore
internal import SystemPackage
internal import SystemReports
internal import Takes
internal import Terminal
internal import Waiting

/// Turns what a command line says of endpoints into the endpoints that are meant: an alias, any part of a name,
/// `CLIENT:PORT`, `all` or `none`; and asks the person at the terminal where it says nothing.
struct EndpointResolver {
  /// Which way events must be able to go.
  let direction: Endpoint.Directions
  /// The file of the aliases and the last choices.
  private let bookPath: FilePath

  /// Chooses for a direction; any way will do for an empty set.
  init(_ direction: Endpoint.Directions, book bookPath: FilePath = EndpointPreferences.standardPath) {
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
  func choose(_ queries: [EndpointQuery], wait: Bool = false) throws -> [TrackedEndpoint] {
    guard !queries.isEmpty else { return try pick().map { [$0] } ?? [] }
    do {
      return try EndpointChoice(direction, book: bookPath, bookFailed: Self.say).choose(queries, wait: wait)
    } catch let failure as EndpointChoice.Failure {
      throw explained(failure)
    }
  }

  /// Chooses one endpoint at most; the parameters are those of ``choose(_:wait:)``.
  ///
  /// - Returns: Nothing for `none`.
  func chooseOne(_ query: EndpointQuery?, wait: Bool = false) throws -> TrackedEndpoint? {
    let chosen = try choose(query.map { [$0] } ?? [], wait: wait)
    guard chosen.count <= 1 else { throw explained(.several(chosen.count)) }
    return chosen.first
  }

  private func explained(_ failure: EndpointChoice.Failure) -> CommandFailure {
    let (option, noun) = (direction.option, direction.noun)
    switch failure {
    case .notAlone(let word):
      return CommandFailure(CommandFailure.usage, "\(option) \(word) stands alone")
    case .same(let name):
      return CommandFailure(CommandFailure.usage, "two \(option) mean the same \(noun), \(name)")
    case .several(let count):
      return CommandFailure(
        CommandFailure.usage, "\(option) takes one \(noun) here, and all are \(count)")
    case .noneAtAll: return CommandFailure(CommandFailure.unavailable, "there is no \(noun) at all")
    case .aliasUnavailable(let name, let identity, let isThere):
      let state = isThere ? "is no \(noun)" : "is not there"
      return CommandFailure(CommandFailure.unavailable, "\(name) is \(identity.text), which \(state)")
    }
  }

  private static func say(_ error: any Error) {
    StandardError.say(CommandFailure(explaining: error)?.message ?? "\(error)")
  }

  /// Changes the book of endpoints where that is no more than a convenience: a folder that can't be written is no
  /// reason not to record.
  private func tryUpdate(_ change: (inout EndpointPreferences) -> Void) {
    do {
      try EndpointPreferences.update(at: bookPath, change)
    } catch {
      Self.say(error)
    }
  }

  // MARK: Asking

  /// Lets the person choose from a list, and remembers the choice.
  ///
  /// - Returns: Nothing when the choice is "none".
  /// - Throws: Where there is no terminal, that an option is missing (64); that the person has left the list (130).
  func pick() throws -> TrackedEndpoint? {
    guard Picker.isPossible else {
      throw CommandFailure(CommandFailure.usage, "give \(direction.option): \(Self.choices)")
    }
    let book = try EndpointPreferences.read(from: bookPath)
    let entry = try Picker(direction, lastChoice: book.lastChoice(direction)).run()
    guard let entry else { throw CommandFailure(CommandFailure.interrupted, "nothing was chosen") }
    StandardError.say("\(direction.noun): \(entry.sentence)")
    tryUpdate { $0.setLastChoice(entry.choice, direction) }
    switch entry {
    case .nothing: return nil
    case .missing(let identity): return TrackedEndpoint(.identity(identity), direction: direction)
    case .endpoint(let endpoint):
      var chosen = TrackedEndpoint(endpoint, direction: direction)
      _ = chosen.follow(try Endpoint.all())
      return chosen
    }
  }
}

extension Endpoint.Directions {
  /// The option that names an endpoint of this direction.
  fileprivate var option: String { self == .input ? "--in" : "--out" }
}

extension PickerModel.Entry {
  /// What is remembered of it.
  fileprivate var choice: EndpointPreferences.Choice {
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

extension EndpointResolver {
  /// Chooses one endpoint at most, and waits until it is there; ``chooseOne(_:wait:)``.
  ///
  /// - Returns: The endpoint, or `nil` for `none`.
  func chooseOne(_ query: EndpointQuery?, wait: Bool, whenPresent stop: StopToken) throws -> Endpoint? {
    try chooseOne(query, wait: wait).flatMap { try [$0].whenPresent(stop: stop).first?.endpoint }
  }
}

extension [TrackedEndpoint] {
  /// Waits until all are there, and says what is waited for.
  ///
  /// - Throws: That the stop was requested first (130), or that two are the same (64).
  func whenPresent(stop: StopToken) throws -> [TrackedEndpoint] {
    do {
      return try whenPresent(stop: stop) { StandardError.say("waiting until \($0) is there") }
    } catch EndpointWaitFailure.interrupted(let name) {
      throw CommandFailure(CommandFailure.interrupted, "interrupted; \(name) did not come")
    } catch EndpointWaitFailure.same(let endpoint) {
      throw CommandFailure(
        CommandFailure.usage, "two of those that were waited for are the same, \(endpoint)")
    }
  }
}
