import ALSASequencer
import Testing

@Suite struct EndpointQueryTests {
  private static let instrument = endpoint(
    20, 0, "LinnStrument MIDI", "LinnStrument MIDI MIDI 1", [.input, .output])
  private static let synth = endpoint(128, 0, "FLUID Synth (99)", "Synth input port (99:0)", .output)
  private static let first = endpoint(129, 0, "Tests", "Test In 1", .output)
  private static let tenth = endpoint(129, 1, "Tests", "Test In 10", .output)
  private static let all = [instrument, synth, first, tenth]

  private static func endpoint(
    _ client: Int32, _ port: Int32, _ clientName: String, _ portName: String,
    _ directions: Endpoint.Directions
  ) -> Endpoint {
    Endpoint(
      address: EndpointAddress(client: client, port: port), clientName: clientName, portName: portName,
      directions: directions)
  }

  private func choose(
    _ text: String, _ direction: Endpoint.Directions = .output, from endpoints: [Endpoint] = all
  ) throws -> Endpoint {
    try #require(EndpointQuery(text)).choose(from: endpoints, direction: direction)
  }

  @Test(arguments: ["LinnStrument", "linnstrument midi midi 1", "STRUMENT", "20:0", "LinnStrument MIDI"])
  func anyPartOfNameMatchesInAnyCase(text: String) throws {
    #expect(try choose(text) == Self.instrument)
  }

  @Test(arguments: [
    ("20", instrument), ("129", first), ("Tests:0", first), ("tests:1", tenth), ("Test:1", tenth),
    ("FLUID Synth (99):0", synth),
  ])
  func addressOfALSAToolsMatches(text: String, expected: Endpoint) throws {
    #expect(try choose(text) == expected)
  }

  @Test func nameThatIsANumberPrecedesClientNumber() throws {
    let named = Self.endpoint(130, 0, "20", "20", .output)
    #expect(try choose("20", from: Self.all + [named]) == named)
  }

  @Test(arguments: ["21", "129:7", "Tests:7", "Tests:-1", "Tests:+1", ":1"])
  func addressOfMissingPortMatchesNothing(text: String) {
    #expect(throws: EndpointQuery.Failure.self) { try choose(text) }
  }

  @Test func completeNamePrecedesPartOfName() throws {
    #expect(try choose("test in 1") == Self.first)
    #expect(try choose("Test In 10") == Self.tenth)
  }

  @Test(arguments: ["test in", "in 1"])
  func severalCandidatesAreListed(text: String) {
    let endpoints = [Self.instrument, Self.tenth, Self.endpoint(129, 2, "Tests", "Test In 11", .output)]
    #expect(throws: EndpointQuery.Failure.ambiguous(query: text, candidates: Array(endpoints.dropFirst()))) {
      try choose(text, from: endpoints)
    }
  }

  @Test(arguments: ["Tests", "test"])
  func nameOfClientIsItsFirstOutput(text: String) throws {
    let input = Self.endpoint(129, 0, "Tests", "Test Out", .input)
    #expect(try choose(text, from: [Self.tenth, Self.first]) == Self.first)
    #expect(
      try choose(text, from: [input, Self.tenth, Self.endpoint(129, 2, "Tests", "C", .output)]) == Self.tenth)
  }

  @Test func nameOfSeveralClientsIsAmbiguous() {
    let other = Self.endpoint(130, 0, "Tests", "Test In 1", .output)
    #expect(
      throws: EndpointQuery.Failure.ambiguous(query: "tests", candidates: [Self.first, Self.tenth, other])
    ) {
      try choose("tests", from: [Self.first, Self.tenth, other])
    }
  }

  @Test func nameOfClientWithSeveralInputsIsAmbiguous() {
    let inputs = (0..<2).map { Self.endpoint(131, $0, "Keys", "Keys \($0)", [.input, .output]) }
    #expect(throws: EndpointQuery.Failure.ambiguous(query: "Keys", candidates: inputs)) {
      try choose("Keys", .input, from: inputs)
    }
    #expect(throws: EndpointQuery.Failure.ambiguous(query: "Keys", candidates: inputs)) {
      try choose("Keys", [], from: inputs)
    }
  }

  @Test func endpointOfOtherDirectionIsNotACandidate() {
    #expect(
      throws: EndpointQuery.Failure.noneFound(query: "synth", direction: .input, available: [Self.instrument])
    ) {
      try choose("synth", .input)
    }
  }

  @Test func addressMatchesOneEndpoint() {
    #expect(throws: EndpointQuery.Failure.self) { try choose("20:1") }
    #expect(throws: EndpointQuery.Failure.self) { try choose("0:0") }
  }

  @Test func nameThatLooksLikeAddressMatches() throws {
    #expect(try choose("99:0") == Self.synth)
  }

  @Test(arguments: ["", "  "])
  func emptyTextIsNotAQuery(text: String) {
    #expect(EndpointQuery(text) == nil)
  }

  @Test(arguments: ["20", "20:", ":0", "20:0:0", "a:0", "256:0", "20:-1", "+2:0"])
  func invalidAddressIsRejected(text: String) {
    #expect(EndpointAddress(parsing: text) == nil)
  }

  @Test func portNameWithClientNameIsDisplayName() {
    #expect(Self.instrument.displayName == "LinnStrument MIDI MIDI 1")
    #expect(Self.first.displayName == "Tests Test In 1")
  }
}
