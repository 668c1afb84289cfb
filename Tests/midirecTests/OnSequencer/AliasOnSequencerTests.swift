import Foundation
import TestSupport
import Testing

/// Aliases find the instrument that was chosen, whatever its number.
@Suite(
  .enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized,
  .enabled(if: VirtualLinnStrument.isAvailable, "virtual USB instruments are made in the test kernel only"))
struct AliasOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs midirec with a configuration folder of the test's own.
  private func midirec(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(
      "env", ["XDG_CONFIG_HOME=\(folder.path)", TestEnvironment.midirec] + arguments, in: folder.path)
  }

  /// Where an alias is now, and by which rule; nothing while it is missing.
  private func place(of alias: String) async throws -> (port: String, rule: String)? {
    let output = try await midirec("ports", "alias", "--json").output
    let aliases = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    let document = try #require(aliases.first { $0["alias"] as? String == alias })
    guard let endpoint = document["endpoint"] as? [String: Any] else {
      #expect(document["isThere"] as? Bool == false)
      return nil
    }
    return ("\(endpoint["client"] ?? ""):\(endpoint["port"] ?? "")", document["rule"] as? String ?? "")
  }

  private func expect(_ alias: String, at instrument: VirtualLinnStrument?, by rule: String? = nil)
    async throws
  {
    let place = try await place(of: alias)
    #expect(place?.port == instrument?.port, "\(alias)")
    #expect(place?.rule == rule, "\(alias)")
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
    try await expect("left", at: first, by: rule)
    try await expect("right", at: second, by: rule)
    try await first.unplug()
    try await expect("left", at: nil)
    try await expect("right", at: second, by: rule)
    try await second.unplug()

    second = try await VirtualLinnStrument.plug(unit: 1, serial: serials[1])
    try await expect("left", at: nil)
    try await expect("right", at: second, by: rule)
    first = try await VirtualLinnStrument.plug(unit: 0, serial: serials[0])
    // Now each has the other's number.
    #expect(first.port == secondPort && second.port == firstPort)
    try await expect("left", at: first, by: rule)
    try await expect("right", at: second, by: rule)
    try await first.unplug()
    try await second.unplug()
  }

  @Test func ofTwoOfOneMakeTheSerialNumberTellsWhichWasChosenInEitherOrder() async throws {
    try await twoOfOneMake(serials: ["LS1", "LS2"], toldApartBy: "serial")
  }

  @Test func withoutSerialNumbersTheSocketTellsWhichWasChosenInEitherOrder() async throws {
    try await twoOfOneMake(serials: ["", ""], toldApartBy: "usbPath")
  }

  @Test func whereAllHaveOneSerialNumberTheSocketTells() async throws {
    let first = try await VirtualLinnStrument.plug(unit: 0, serial: "0001")
    let second = try await VirtualLinnStrument.plug(unit: 1, serial: "0001")
    #expect(try await midirec("ports", "alias", "right", second.port).status == 0)
    try await expect("right", at: second, by: "serial")
    try await first.unplug()
    try await second.unplug()
  }

  @Test func withItsSerialNumberItIsFoundInAnotherSocket() async throws {
    let instrument = try await VirtualLinnStrument.plug(unit: 0, serial: "LS1")
    #expect(try await midirec("ports", "alias", "grid", "LinnStrument MIDI").status == 0)
    try await instrument.unplug()
    let moved = try await VirtualLinnStrument.plug(unit: 3, serial: "LS1")
    let other = try await VirtualLinnStrument.plug(unit: 0, serial: "LS2")
    try await expect("grid", at: moved, by: "serial")
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
