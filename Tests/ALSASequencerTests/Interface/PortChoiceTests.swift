import Foundation
import TestSupport
import Testing

@testable import ALSASequencer

@Suite struct PortChoiceTests {
  private static let keys = Endpoint.instrument(20, serial: "LS1")
  private static let synth = Endpoint.program(128, "Synth", "in", .output)
  private static let ports = [keys, synth]

  @Test func listHasNoPortAndThePortsOfTheDirection() {
    let items = PortChoice.none(.input).items(among: Self.ports)
    #expect(items.map(\.port) == [nil, Self.keys])
    #expect(items.map(\.isChosen) == [true, false])
    #expect(items.map(\.choice) == [.none(.input), PortChoice(Self.keys, direction: .input)])
    #expect(!items.contains { $0.isMissing })
    #expect(PortChoice.none(.output).items(among: Self.ports).map(\.port) == [nil, Self.keys, Self.synth])
  }

  @Test func chosenPortIsMarkedByItsNameOrItsFacts() {
    for choice in [PortChoice("linn", direction: .input), PortChoice(Self.keys, direction: .input)] {
      #expect(choice.items(among: Self.ports).map(\.isChosen) == [false, true])
    }
  }

  @Test func missingPortIsTheLastItem() throws {
    let choice = PortChoice(Self.keys, direction: .output)
    let items = choice.items(among: [Self.synth])
    #expect(items.map(\.port) == [nil, Self.synth, nil])
    let last = try #require(items.last)
    #expect(last.choice == choice && last.isChosen && last.isMissing)
    #expect(choice.matches(among: [Self.synth]) == [])
  }

  @Test func ambiguousPortIsMissingWithItsMatches() {
    let twins = [Endpoint.instrument(20, serial: "LS1"), .instrument(24, serial: "LS2", path: "2-1")]
    let choice = PortChoice("linn", direction: .input)
    #expect(choice.matches(among: twins) == twins)
    #expect(choice.items(among: twins).last?.isMissing == true)
  }

  @Test func firstOutputOfOneClientIsFound() {
    let ports = (0...1).map { Endpoint.program(128, "FLUID Synth", "Synth input", port: $0) }
    #expect(PortChoice("FLUID", direction: .output).matches(among: ports) == [ports[0]])
    #expect(PortChoice("FLUID", direction: .input).matches(among: ports) == ports)
  }

  @Test func ambiguityNamesThePortsAndTheFix() {
    let error = SequencerError.ambiguity(of: "linn", among: Self.ports)
    #expect(
      error.description == """
        can't connect to linn: several ports match (20:0 LinnStrument MIDI MIDI 1, 128:0 Synth in); choose one by its \
        whole name or its address
        """)
  }
}
