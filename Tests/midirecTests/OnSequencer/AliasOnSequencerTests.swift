import Foundation
import TestSupport
import Testing

/// Aliases find the instrument that was chosen, whatever its number.
@Suite(.onSimulatedMachine)
struct AliasOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs midirec with a configuration folder of the test's own.
  private func midirec(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(
      "env", ["XDG_CONFIG_HOME=\(folder.path)", TestEnvironment.midirec] + arguments, in: folder.path)
  }

  /// Where an alias is now, and by which rule.
  private struct Place: Equatable {
    var port: String
    var rule: String
  }

  /// Where the aliases are that are there.
  private func places() async throws -> [String: Place] {
    let output = try await midirec("ports", "alias", "--json").output
    let aliases = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    var places: [String: Place] = [:]
    for document in aliases {
      let name = try #require(document["alias"] as? String)
      let endpoint = document["endpoint"] as? [String: Any]
      #expect(document["isThere"] as? Bool == (endpoint != nil))
      guard let endpoint else { continue }
      places[name] = Place(
        port: "\(endpoint["client"] ?? ""):\(endpoint["port"] ?? "")", rule: document["rule"] as? String ?? ""
      )
    }
    return places
  }

  /// Two of one make, plugged in in one order, then in the other, then one alone.
  ///
  /// - Parameters:
  ///   - serials: Their serial numbers.
  ///   - rule: What tells them apart.
  private func twoOfOneMake(serials: [String], toldApartBy rule: String) async throws {
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
    // Now each has the other's number.
    #expect(first.port == secondPort && second.port == firstPort)
    #expect(
      try await self.places()
        == ["left": Place(port: first.port, rule: rule), "right": Place(port: second.port, rule: rule)])
    try await first.unplug()
    try await second.unplug()
  }

  @Test func ofTwoOfOneMakeTheSerialNumberTellsWhichWasChosenInEitherOrder() async throws {
    try await twoOfOneMake(serials: ["LS1", "LS2"], toldApartBy: "serial")
  }

  @Test func withoutSerialNumbersTheSocketTellsWhichWasChosenInEitherOrder() async throws {
    try await twoOfOneMake(serials: ["", ""], toldApartBy: "usbPath")
  }

  @Test func withItsSerialNumberItIsFoundInAnotherSocket() async throws {
    let instrument = try await VirtualLinnStrument.plug(unit: 0, serial: "LS1")
    #expect(try await midirec("ports", "alias", "grid", "LinnStrument MIDI").status == 0)
    try await instrument.unplug()
    let moved = try await VirtualLinnStrument.plug(unit: 3, serial: "LS1")
    let other = try await VirtualLinnStrument.plug(unit: 0, serial: "LS2")
    #expect(try await places() == ["grid": Place(port: moved.port, rule: "serial")])
    try await other.unplug()
    try await moved.unplug()
  }

  @Test func theTableShowsWhatIsThereAndWhatIsMissing() async throws {
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

  @Test func aBrokenFileIsNamedAndStaysAsItIs() async throws {
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
