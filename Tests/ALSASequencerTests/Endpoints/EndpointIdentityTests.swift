import Foundation
import TestSupport
import Testing

@testable import ALSASequencer

@Suite struct EndpointIdentityTests {
  private static let chosen = Endpoint.instrument(20, serial: "LS1", path: "1-1")
  private let identity = EndpointIdentity(chosen)

  private func match(_ endpoints: Endpoint..., by identity: EndpointIdentity? = nil) -> EndpointIdentity
    .Match?
  {
    (identity ?? self.identity).find(among: endpoints, direction: .input)
  }

  @Test func serialNumberFindsInstrumentInDifferentSocket() {
    let moved = Endpoint.instrument(28, serial: "LS1", path: "3-2", card: 4)
    let match = match(.instrument(20, serial: "LS2", path: "1-1"), moved)
    #expect(match == EndpointIdentity.Match(endpoint: moved, rule: .serial))
  }

  @Test func socketDistinguishesTwoWithoutSerialNumbers() {
    let identity = EndpointIdentity(.instrument(20, path: "1-1"))
    let (here, there) = (Endpoint.instrument(24, path: "1-1"), Endpoint.instrument(20, path: "2-1"))
    #expect(match(there, here, by: identity) == EndpointIdentity.Match(endpoint: here, rule: .usbPath))
    #expect(match(here, there, by: identity) == EndpointIdentity.Match(endpoint: here, rule: .usbPath))
  }

  @Test func cardNameFindsInstrumentInDifferentSocket() {
    let identity = EndpointIdentity(.instrument(20, path: "1-1"))
    let moved = Endpoint.instrument(24, path: "2-1")
    #expect(match(moved, by: identity) == EndpointIdentity.Match(endpoint: moved, rule: .card))
  }

  @Test func programsAreFoundByClientAndPortName() {
    let identity = EndpointIdentity(.program(128, "Synth", "in"))
    let again = Endpoint.program(131, "Synth", "in")
    #expect(
      match(.program(129, "Synth", "out"), again, by: identity)
        == EndpointIdentity.Match(endpoint: again, rule: .client))
  }

  @Test func displayNameIsTheFallback() {
    var identity = EndpointIdentity(.program(128, "Synth", "in"))
    identity.clientName = "Synth in"
    identity.portName = "Synth in"
    identity.displayName = "Synth in"
    let found = Endpoint.program(131, "Synth", "in")
    #expect(match(found, by: identity) == EndpointIdentity.Match(endpoint: found, rule: .displayName))
  }

  @Test func strongerRulesPrecedeWeakerOnes() {
    let serial = Endpoint.instrument(30, serial: "LS1", path: "9-9", name: "LinnStrument MIDI")
    let socket = Endpoint.instrument(20, path: "1-1")
    let name = Endpoint.program(128, "LinnStrument MIDI", "LinnStrument MIDI MIDI 1")
    #expect(match(name, socket, serial)?.rule == .serial)
    #expect(match(serial, socket, name)?.rule == .serial)
    #expect(match(name, socket)?.rule == .usbPath)
    #expect(match(name)?.rule == .client)
  }

  @Test func differentMakeNeverMatches() {
    #expect(match(.instrument(20, serial: "LS1", path: "1-1", usbID: "1234:5678")) == nil)
  }

  @Test func differentSerialNumberNeverMatches() {
    #expect(match(.instrument(20, serial: "LS2", path: "1-1")) == nil)
  }

  @Test func portNameChoosesAmongPortsOfInstrument() {
    let second = Endpoint(
      address: EndpointAddress(client: 20, port: 1), clientName: "LinnStrument MIDI",
      portName: "LinnStrument MIDI MIDI 2", directions: [.input], hardware: Self.chosen.hardware)
    #expect(match(second, Self.chosen)?.endpoint == Self.chosen)
    #expect(match(second) == nil)
  }

  @Test(arguments: 0...1)
  func numberChoosesAmongPortsOfOneName(port: Int) {
    let (ports, returned) = (Endpoint.twoPorts(20), Endpoint.twoPorts(24))
    let identity = EndpointIdentity(ports[port], among: ports)
    #expect(identity.portNumber == Int32(port))
    #expect(
      identity.matches(among: returned, direction: .input)
        == [EndpointIdentity.Match(endpoint: returned[port], rule: .serial)])
    // The ports of an instrument appear one after the other.
    #expect(identity.find(among: [returned[1 - port]], direction: .input) == nil)
  }

  @Test func numberOfOnlyPortOfItsNameIsIrrelevant() {
    let identity = EndpointIdentity(
      .program(128, "Synth", "in"), among: [.program(128, "Synth", "out", port: 1)])
    #expect(identity.portNumber == nil)
    #expect(match(.program(128, "Synth", "in", port: 3), by: identity)?.rule == .client)
  }

  @Test func identityWithoutNumberMatchesBothPortsOfOneName() {
    let ports = Endpoint.twoPorts(20)
    #expect(EndpointIdentity(ports[0]).matches(among: ports, direction: .input).map(\.endpoint) == ports)
  }

  @Test func knownNumberStaysWhileOtherPortIsAbsent() {
    let ports = Endpoint.twoPorts(20)
    let identity = EndpointIdentity(ports[1], among: ports)
    #expect(identity.renewed(by: ports[1], among: [ports[1]]) == identity)
  }

  @Test func socketDecidesAmongEqualSerialNumbers() {
    let (here, there) = (
      Endpoint.instrument(24, serial: "0001", path: "1-1"),
      Endpoint.instrument(28, serial: "0001", path: "2-1")
    )
    let identity = EndpointIdentity(here)
    #expect(match(there, here, by: identity) == EndpointIdentity.Match(endpoint: here, rule: .serial))
  }

  @Test func equallyGoodMatchesAreRejected() {
    let (one, other) = (
      Endpoint.instrument(24, serial: "0001", path: "3-1"),
      Endpoint.instrument(28, serial: "0001", path: "2-1")
    )
    let identity = EndpointIdentity(.instrument(20, serial: "0001", path: "1-1"))
    #expect(match(one, other, by: identity) == nil)
    #expect(
      identity.matches(among: [one, other], direction: .input).map(\.endpoint) == [one, other])
  }

  @Test func emptyFactsMatchNothing() {
    let nameless = Endpoint.program(128, "", "")
    #expect(match(nameless, by: EndpointIdentity(nameless)) == nil)
    let unknown = Endpoint.instrument(20, serial: "", path: "")
    #expect(match(.instrument(24, serial: "", path: ""), by: EndpointIdentity(unknown))?.rule == .card)
  }

  @Test func endpointOfOtherDirectionDoesNotMatch() {
    let output = Endpoint.program(128, "Synth", "in", .output)
    #expect(EndpointIdentity(output).find(among: [output], direction: .input) == nil)
    #expect(EndpointIdentity(output).find(among: [output], direction: [])?.endpoint == output)
  }

  @Test func betterMatchOfRivalDoesNotMatch() {
    let (left, right) = (Endpoint.instrument(20, path: "1-1"), Endpoint.instrument(24, path: "2-1"))
    let (leftIdentity, rightIdentity) = (EndpointIdentity(left), EndpointIdentity(right))
    #expect(leftIdentity.find(among: [right], direction: .input)?.rule == .card)
    #expect(leftIdentity.find(among: [right], direction: .input, rivals: [rightIdentity]) == nil)
    let moved = Endpoint.instrument(28, path: "3-1")
    #expect(
      leftIdentity.find(among: [right, moved], direction: .input, rivals: [rightIdentity])?.endpoint == moved)
  }

  @Test func certainlyDifferentRivalHasNoPrecedence() {
    let found = Endpoint.instrument(20, serial: "LS1", path: "2-1")
    let rival = EndpointIdentity(.instrument(24, serial: "LS2", path: "2-1"))
    var withoutSerial = identity
    withoutSerial.serial = nil
    #expect(
      withoutSerial.find(among: [found], direction: .input, rivals: [rival])?.rule == .card)
  }

  /// Returns the rules in the tables of a text: names in the first column.
  private func rules(in path: String) throws -> [String] {
    let text = try String(
      contentsOfFile: TestEnvironment.projectFolder + "/Sources/" + path, encoding: .utf8)
    return text.matches(of: /(?m)^[ \/]*\| `(\w+)` \|/).map { String($0.output.1) }
  }

  @Test(arguments: [
    "ALSASequencer/Endpoints/EndpointIdentity.swift", "midirec/midirec.docc/RecognizingPorts.md",
  ])
  func documentationHasTheTableOfTheCode(path: String) throws {
    #expect(try rules(in: path) == EndpointIdentity.Rule.allCases.map(\.rawValue))
  }
}
