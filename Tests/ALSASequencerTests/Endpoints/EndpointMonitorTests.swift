import Testing

@testable import ALSASequencer

@Suite struct EndpointMonitorTests {
  private static let instrument = Endpoint.instrument(20, serial: "LS1")
  private static let synth = Endpoint.program(128, "Synth", "in")

  @Test func equalListsHaveNoChanges() {
    #expect(EndpointMonitor.changes(from: [], to: []).isEmpty)
    #expect(
      EndpointMonitor.changes(from: [Self.instrument, Self.synth], to: [Self.instrument, Self.synth]).isEmpty)
  }

  @Test func changesAreInOrderOfKind() {
    let renamed = Endpoint.program(128, "Synth", "input")
    let player = Endpoint.program(130, "Player", "out")
    #expect(
      EndpointMonitor.changes(from: [Self.instrument, Self.synth], to: [renamed, player])
        == [.left(Self.instrument), .changed(from: Self.synth, to: renamed), .came(player)])
  }

  @Test func differentInstrumentWithEqualNumberIsAReplacement() {
    let other = Endpoint.instrument(20, serial: "LS2")
    #expect(
      EndpointMonitor.changes(from: [Self.instrument], to: [other]) == [.left(Self.instrument), .came(other)])
  }

  /// The kernel announces a port before its card has a name.
  @Test func nameOfTheCardThatBecomesKnownIsAChange() {
    func instrument(cardID: String?, cardName: String?) -> Endpoint {
      let hardware = HardwareIdentity(
        card: 1, cardID: cardID, cardName: cardName, usbID: "1fc9:8124", serial: "LS1", usbPath: "1-1")
      return Endpoint(
        address: Self.instrument.address, clientName: Self.instrument.clientName,
        portName: Self.instrument.portName, directions: Self.instrument.directions, hardware: hardware)
    }
    let early = instrument(cardID: nil, cardName: nil)
    let complete = instrument(cardID: "MIDI", cardName: "LinnStrument MIDI")
    #expect(
      EndpointMonitor.changes(from: [early], to: [complete]) == [.changed(from: early, to: complete)])
  }

  @Test func newCapabilitiesAreAChange() {
    let deaf = Endpoint.program(128, "Synth", "in", .input)
    #expect(EndpointMonitor.changes(from: [Self.synth], to: [deaf]) == [.changed(from: Self.synth, to: deaf)])
  }

  @Test func announcedExitOfPresentEndpointIsAReconnection() {
    let second = Endpoint.program(128, "Synth", "out", port: 1)
    let before = [Self.synth, second]
    #expect(
      EndpointMonitor.changes(from: before, to: before, exits: .init(ports: [second.address]))
        == [.left(second), .came(second)])
    #expect(
      EndpointMonitor.changes(from: before, to: before, exits: .init(clients: [128]))
        == [.left(Self.synth), .left(second), .came(Self.synth), .came(second)])
    #expect(EndpointMonitor.changes(from: [], to: before, exits: .init(clients: [77])).count == 2)
  }
}
