import Foundation
import TestSupport
import Testing

/// Aliases find the chosen instrument under any client number.
@Suite(.onSimulatedMachine)
struct AliasOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs midirec with the test's configuration folder.
  private func midirec(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(
      "env", ["XDG_CONFIG_HOME=\(folder.path)", TestEnvironment.midirec] + arguments, in: folder.path)
  }

  /// The current port of an alias, and the rule that found it.
  private struct Place: Equatable {
    var port: String
    var rule: String
  }

  /// Returns the ports of the aliases whose instruments are connected.
  private func places() async throws -> [String: Place] {
    let output = try await midirec("ports", "alias", "--json").output
    let aliases = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    var places: [String: Place] = [:]
    for document in aliases {
      let name = try #require(document["alias"] as? String)
      let endpoint = document["endpoint"] as? [String: Any]
      #expect(document["isConnected"] as? Bool == (endpoint != nil))
      guard let endpoint else { continue }
      places[name] = Place(
        port: "\(endpoint["client"] ?? ""):\(endpoint["port"] ?? "")", rule: document["rule"] as? String ?? ""
      )
    }
    return places
  }

  /// Connects two instruments of one make in one order, then in the reverse order, then one alone.
  ///
  /// - Parameters:
  ///   - serials: Their serial numbers.
  ///   - rule: The rule that distinguishes them.
  private func expectTwoOfOneMake(serials: [String], toldApartBy rule: String) async throws {
    var first = try await VirtualLinnStrument.plug(unit: 0, serial: serials[0])
    var second = try await VirtualLinnStrument.plug(unit: 1, serial: serials[1])
    let (firstPort, secondPort) = (first.port, second.port)
    #expect(try await midirec("ports", "alias", "left", first.port).status == 0)
    #expect(try await midirec("ports", "alias", "right", second.port).status == 0)
    let places = ["left": Place(port: first.port, rule: rule), "right": Place(port: second.port, rule: rule)]
    #expect(try await self.places() == places)
    try await first.unplug()
    #expect(try await self.places() == ["right": Place(port: second.port, rule: rule)])
    try await second.unplug()

    second = try await VirtualLinnStrument.plug(unit: 1, serial: serials[1])
    #expect(try await self.places() == ["right": Place(port: second.port, rule: rule)])
    first = try await VirtualLinnStrument.plug(unit: 0, serial: serials[0])
    // Each now has the number of the other.
    #expect(first.port == secondPort && second.port == firstPort)
    #expect(
      try await self.places()
        == ["left": Place(port: first.port, rule: rule), "right": Place(port: second.port, rule: rule)])
    try await first.unplug()
    try await second.unplug()
  }

  @Test func serialNumberDistinguishesTwoOfOneMake() async throws {
    try await expectTwoOfOneMake(serials: ["LS1", "LS2"], toldApartBy: "serial")
  }

  @Test func socketDistinguishesTwoWithoutSerialNumbers() async throws {
    try await expectTwoOfOneMake(serials: ["", ""], toldApartBy: "usbPath")
  }

  @Test func serialNumberFindsInstrumentInDifferentSocket() async throws {
    let instrument = try await VirtualLinnStrument.plug(unit: 0, serial: "LS1")
    #expect(try await midirec("ports", "alias", "grid", "LinnStrument MIDI").status == 0)
    try await instrument.unplug()
    let moved = try await VirtualLinnStrument.plug(unit: 3, serial: "LS1")
    let other = try await VirtualLinnStrument.plug(unit: 0, serial: "LS2")
    #expect(try await places() == ["grid": Place(port: moved.port, rule: "serial")])
    try await other.unplug()
    try await moved.unplug()
  }

  @Test func tableShowsConnectedAndMissingAliases() async throws {
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    let stored = try await midirec("ports", "alias", "grid", "LinnStrument MIDI")
    #expect(
      stored.output.contains(
        /^grid: LinnStrument MIDI MIDI 1 \(USB 1fc9:8124, serial LS0000, path \d+-1\)\n$/))
    #expect(try await midirec("ports", "alias", "thru", "14:2").status == 0)
    let there = try await midirec("ports", "alias").output
    #expect(there.contains(/grid +\d+:0 +LinnStrument MIDI MIDI 1 +USB 1fc9:8124, serial LS0000/), "\(there)")
    try await instrument.unplug()
    let missing = try await midirec("ports", "alias").output
    #expect(missing.contains(/grid +missing +LinnStrument MIDI MIDI 1 +USB/), "\(missing)")
    #expect(missing.contains(/thru +14:2 +Midi Through Port-2\n/), "\(missing)")
    let removed = try await midirec("ports", "alias", "GRID", "--remove")
    #expect(removed.status == 0)
    #expect(!(try await midirec("ports", "alias").output.contains("grid")))
    #expect(try await midirec("ports", "alias", "grid", "--remove").status == 69)
  }

  @Test func invalidFileIsNamedAndKept() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("midirec"), withIntermediateDirectories: false)
    let broken = Array("{\"version\": 7}".utf8)
    try folder.write(broken, to: "midirec/endpoints.json")
    let result = try await midirec("ports", "alias", "thru", "14:0")
    #expect(result.status == 65)
    #expect(result.errors.contains(folder.path("midirec/endpoints.json")))
    #expect(result.errors.contains("expected 1, found 7"))
    #expect(try folder.bytes("midirec/endpoints.json") == broken)
  }
}
