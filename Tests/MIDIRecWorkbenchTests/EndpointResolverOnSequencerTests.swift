import ALSASequencer
import MIDIRecTakes
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecWorkbench

/// The values of `--in` and `--out`.
@Suite(.onSimulatedMachine)
struct EndpointResolverOnSequencerTests {
  let folder: TemporaryFolder
  private let book: FilePath
  private let ports: [Endpoint]
  private let open: Ports

  /// The ports of a test.
  private final class Ports {
    let ports: VirtualPorts
    init(_ names: [String]) throws { ports = try VirtualPorts.open(named: names) }
  }

  init() throws {
    folder = try TemporaryFolder()
    book = FilePath(folder.path("endpoints.json"))
    open = try Ports(["Resolver One", "Resolver Two"])
    ports = open.ports.endpoints
  }

  private func choose(_ words: String..., wait: Bool = false) throws -> [TrackedEndpoint] {
    try EndpointResolver(.input, book: book, say: { _ in }).choose(
      words.map { try #require(EndpointQuery($0)) }, wait: wait)
  }

  private func store(_ identity: EndpointIdentity, as name: String) throws {
    try EndpointPreferences.update(at: book) { $0.store(identity, as: name) }
  }

  private func expectFailure(
    _ code: Int32, _ text: String, _ body: () throws -> Void, at location: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(throws: (any Error).self, sourceLocation: location) { try body() }
    let failure = try #require(CommandFailure(explaining: error), sourceLocation: location)
    #expect(failure.code == code, sourceLocation: location)
    #expect(failure.message.contains(text), "\(failure.message)", sourceLocation: location)
  }

  @Test func partsOfNamesAndNumbersChooseInGivenOrder() throws {
    let chosen = try choose("ver two", "\(ports[0].address)")
    #expect(chosen.map(\.endpoint) == [ports[1], ports[0]])
    #expect(chosen.allSatisfy { $0.direction == .input })
  }

  @Test func errorsNameTheValue() throws {
    try expectFailure(69, "no input matches \"nobody\"; available: 14:0") { _ = try choose("nobody") }
    try expectFailure(69, "\"resolver\" matches ") { _ = try choose("resolver") }
    try expectFailure(69, "\"resolver\" matches ") { _ = try choose("resolver", wait: true) }
  }

  @Test func waitOptionWaitsForMissingEndpoint() throws {
    let chosen = try choose("nobody", "Resolver One", wait: true)
    #expect(chosen.map(\.endpoint) == [nil, ports[0]])
    #expect(chosen[0].name == "nobody")
  }

  @Test func allChoosesEveryEndpoint() throws {
    let chosen = try choose("ALL")
    #expect(chosen.map(\.endpoint) == (try Endpoint.all()).filter { $0.directions.contains(.input) })
    #expect(chosen.count >= 10)
  }

  @Test func noneAndAllCannotBeCombined() throws {
    #expect(try choose("none").isEmpty)
    try expectFailure(64, "--in none can't be combined with another --in") {
      _ = try choose("none", "Resolver One")
    }
    try expectFailure(64, "--in all can't be combined with another --in") {
      _ = try choose("Resolver One", "all")
    }
  }

  @Test func duplicateEndpointIsUsageError() throws {
    try store(EndpointIdentity(ports[0]), as: "one")
    try expectFailure(64, "two --in options name the same input, \(ports[0])") {
      _ = try choose("Resolver One", "\(ports[0].address)")
    }
    try expectFailure(64, "two --in options name the same input") { _ = try choose("one", "Resolver One") }
    try expectFailure(64, "two --in options name the same input, nobody") {
      _ = try choose("nobody", "nobody", wait: true)
    }
  }

  @Test func aliasPrecedesNamesInAnyCase() throws {
    try store(EndpointIdentity(ports[1]), as: "resolver one")
    #expect(try choose("Resolver ONE").map(\.endpoint) == [ports[1]])
  }

  @Test func disconnectedAliasIsErrorOrAwaited() throws {
    var identity = EndpointIdentity(ports[0])
    identity.clientName = "Gone"
    identity.portName = "Gone"
    identity.displayName = "Gone"
    try store(identity, as: "away")
    try expectFailure(69, "away is Gone, which isn't connected") { _ = try choose("away") }
    let waiting = try choose("away", wait: true)
    #expect(waiting.map(\.endpoint) == [nil])
    #expect(waiting[0].wanted == .identity(identity))
  }

  @Test func fallbackMatchUpdatesStoredIdentity() throws {
    var identity = EndpointIdentity(ports[0])
    identity.clientName = "Resolver"
    identity.portName = "One"
    try store(identity, as: "one")
    #expect(try choose("one").map(\.endpoint) == [ports[0]])
    #expect(try EndpointPreferences.read(from: book).aliases["one"] == EndpointIdentity(ports[0]))
  }

  @Test func outputIsGivenOnce() throws {
    let resolver = EndpointResolver(.output, book: book, say: { _ in })
    #expect(try resolver.chooseOne(EndpointQuery("Resolver Two"))?.endpoint == ports[1])
    #expect(try resolver.chooseOne(EndpointQuery("none")) == nil)
    try expectFailure(64, "--out accepts one output") { _ = try resolver.chooseOne(EndpointQuery("all")) }
  }

  @Test func missingOptionWithoutTerminalIsUsageError() throws {
    try expectFailure(64, "--in is required: ") { _ = try choose() }
  }

  @Test func invalidPreferencesAreReported() throws {
    try folder.write(Array("{".utf8), to: "endpoints.json")
    try expectFailure(65, folder.path("endpoints.json")) { _ = try choose("Resolver One") }
  }
}
