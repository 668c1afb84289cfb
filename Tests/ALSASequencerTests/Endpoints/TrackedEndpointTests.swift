import Testing

@testable import ALSASequencer

@Suite struct TrackedEndpointTests {
  private static let instrument = Endpoint.instrument(20, serial: "LS1")
  private static let synth = Endpoint.program(128, "Synth", "in")

  private func looking(for text: String) throws -> TrackedEndpoint {
    TrackedEndpoint(.query(try #require(EndpointQuery(text))), direction: .input)
  }

  @Test func firstMatchReplacesQueryByIdentity() throws {
    var chosen = try looking(for: "linn")
    #expect(chosen.follow([Self.synth]).isEmpty)
    #expect(chosen.endpoint == nil)
    #expect(chosen.name == "linn")
    #expect(chosen.follow([Self.synth, Self.instrument]) == [.came(Self.instrument)])
    #expect(chosen.wanted == .identity(EndpointIdentity(Self.instrument)))
    #expect(chosen.name == "LinnStrument MIDI MIDI 1")
    // From now on, a different instrument with the word in its name doesn't match.
    #expect(chosen.follow([]) == [.left(Self.instrument)])
    #expect(chosen.follow([.instrument(24, serial: "LS2")]).isEmpty)
  }

  @Test func ambiguousQueryMatchesNoEndpoint() throws {
    var chosen = try looking(for: "linn")
    #expect(
      chosen.follow([.instrument(20, serial: "LS1"), .instrument(24, serial: "LS2", path: "2-1")]).isEmpty)
    #expect(chosen.endpoint == nil)
  }

  @Test func connectedEndpointHasNoChanges() {
    var chosen = TrackedEndpoint(Self.instrument, direction: .input)
    #expect(chosen.follow([Self.instrument]).isEmpty)
    #expect(chosen.follow([Self.synth, Self.instrument]).isEmpty)
    #expect(chosen.endpoint == Self.instrument)
  }

  @Test func endpointReturnsUnderAnyNumber() {
    var chosen = TrackedEndpoint(Self.instrument, direction: .input)
    let returned = Endpoint.instrument(36, serial: "LS1", path: "4-1", card: 5)
    #expect(chosen.follow([Self.synth]) == [.left(Self.instrument)])
    #expect(chosen.endpoint == nil)
    #expect(chosen.follow([Self.synth, returned]) == [.came(returned)])
    #expect(chosen.endpoint == returned)
  }

  @Test func newNumberIsDisconnectAndReconnect() {
    var chosen = TrackedEndpoint(Self.instrument, direction: .input)
    let moved = Endpoint.instrument(24, serial: "LS1")
    #expect(chosen.follow([moved]) == [.left(Self.instrument), .came(moved)])
  }

  @Test func differentInstrumentWithItsNumberDoesNotMatch() {
    var chosen = TrackedEndpoint(Self.instrument, direction: .input)
    #expect(chosen.follow([.instrument(20, serial: "LS2")]) == [.left(Self.instrument)])
  }

  @Test func differentProgramWithItsNumberDoesNotMatch() {
    var chosen = TrackedEndpoint(Self.synth, direction: .input)
    #expect(chosen.follow([.program(128, "Player", "out")]) == [.left(Self.synth)])
  }

  @Test func newNameIsStored() {
    var chosen = TrackedEndpoint(Self.synth, direction: .input)
    let renamed = Endpoint.program(128, "Synth (1)", "in")
    #expect(chosen.follow([renamed]).isEmpty)
    #expect(chosen.endpoint == renamed)
    #expect(chosen.name == "Synth (1) in")
    #expect(chosen.follow([]) == [.left(renamed)])
    let returned = Endpoint.program(130, "Synth (1)", "in")
    #expect(chosen.follow([returned]) == [.came(returned)])
  }

  @Test func remainingTwinDoesNotReplaceDisconnectedOne() {
    let (chosenOne, other) = (Endpoint.instrument(20, path: "1-1"), Endpoint.instrument(24, path: "2-1"))
    var chosen = TrackedEndpoint(chosenOne, direction: .input)
    #expect(chosen.follow([chosenOne, other]).isEmpty)
    #expect(chosen.follow([other]) == [.left(chosenOne)])
    #expect(chosen.follow([other, Self.synth]).isEmpty)
    // In a third socket, it is known to be the new one.
    let returned = Endpoint.instrument(28, path: "3-1")
    #expect(chosen.follow([other, returned]) == [.came(returned)])
  }

  @Test func rivalDoesNotMatchDisconnectedEndpoint() {
    let (left, right) = (Endpoint.instrument(20, path: "1-1"), Endpoint.instrument(24, path: "2-1"))
    var chosen = TrackedEndpoint(
      .identity(EndpointIdentity(left)), direction: .input, rivals: [EndpointIdentity(right)])
    #expect(chosen.follow([right]).isEmpty)
    #expect(chosen.follow([right, left]) == [.came(left)])
  }

  @Test func unobservedReconnectionHasLostItsConnections() {
    var chosen = TrackedEndpoint(Self.synth, direction: .input)
    let changes: [EndpointChange] = [.left(Self.synth), .came(Self.synth)]
    #expect(
      chosen.follow([Self.synth], after: changes) == [.left(Self.synth), .came(Self.synth)])
    #expect(chosen.endpoint == Self.synth)
  }

  @Test func endpointWithoutItsDirectionIsDisconnected() {
    var chosen = TrackedEndpoint(Self.synth, direction: .input)
    #expect(chosen.follow([.program(128, "Synth", "in", .output)]) == [.left(Self.synth)])
  }

  @Test func portsOfOneNameReturnAsThemselves() {
    let (ports, returned) = (Endpoint.twoPorts(20), Endpoint.twoPorts(24))
    var chosen = ports.map { TrackedEndpoint($0, direction: .input) }
    #expect(chosen.follow(ports).isEmpty)
    // They disappear and appear one after the other.
    #expect(chosen.follow([ports[1]]).isEmpty)
    #expect(chosen.follow([]).isEmpty)
    #expect(chosen.follow([returned[1]]).map(\.index) == [1])
    #expect(chosen.follow(returned).map(\.index) == [0])
    #expect(chosen.map(\.endpoint) == returned)
  }

  @Test func returnedEndpointBelongsToOneOfTwoEqualOnes() {
    let ports = [Endpoint.program(128, "Keys", "out"), .program(129, "Keys", "out")]
    var chosen = ports.map { TrackedEndpoint($0, direction: .input) }
    #expect(chosen.follow(ports).isEmpty)
    #expect(chosen.follow([]).isEmpty)
    let returned = Endpoint.program(130, "Keys", "out")
    #expect(chosen.follow([returned]).map(\.index) == [0])
    #expect(chosen.map(\.endpoint) == [returned, nil])
  }

  @Test func returnedInstrumentBelongsToTheOneOfItsSocket() {
    let ports = [Endpoint.instrument(20, path: "1-1"), .instrument(24, path: "2-1")]
    var chosen = ports.map { TrackedEndpoint($0, direction: .input) }
    #expect(chosen.follow(ports).isEmpty)
    #expect(chosen.follow([]).isEmpty)
    #expect(chosen.follow([.instrument(28, path: "2-1")]).map(\.index) == [1])
  }

  @Test func equalNamesAreDistinguished() {
    let ports = Endpoint.twoPorts(20) + [.program(128, "Keys", "Keys"), .program(129, "Keys", "Keys")]
    let chosen = ports.map { TrackedEndpoint($0, direction: .input) }
    #expect(
      chosen.distinctNames == [
        "Launchkey MK4 61 Launchkey MK4 ", "Launchkey MK4 61 Launchkey MK4 (2)", "Keys", "Keys (2)",
      ])
  }
}
