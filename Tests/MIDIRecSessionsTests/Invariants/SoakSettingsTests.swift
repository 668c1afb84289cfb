import MIDICore
import TestSupport
import Testing

@testable import MIDIRecSessions

/// The key `soak` of a session's file.
struct SoakSettingsTests {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func session(_ soak: String) throws -> Session {
    try Session(reading: try folder.makeSession("", "soak: \(soak)"), subjects: [.notes])
  }

  @Test func eachCheckCanBeSwitchedOff() throws {
    let names = Invariant.allCases.filter { $0 != .satisfies }.map(\.rawValue)
    let session = try session("{\(names.map { "\($0): false" }.joined(separator: ", "))}")
    #expect(session.invariants.invariants == [])
    #expect(session.invariants.panics == [])
  }

  @Test func valuesAreRead() throws {
    let session = try session(
      "{silenced: [all-notes-off, all-sound-off], keeps: channel, ignores: [clock], without: reset, channels: [1, 16]}"
    )
    #expect(session.invariants.panics == [.allNotesOff, .allSoundOff])
    #expect(session.invariants.invariants == Invariant.standard.union([.keeps, .ignores]))
    #expect(session.invariants.kept == [.channel])
    #expect(session.kindsOutOfStorms == [.systemReset])
    #expect(session.stormChannels == [.number(1), .number(16)])
  }

  @Test(arguments: [
    ("{keeps: pitch}", "\"keeps\": expected channel, velocity, a list of both, or false, found \"pitch\""),
    ("{commutes: notes}", "\"commutes\": expected channels or false, found \"notes\""),
    (
      "{silenced: reset}",
      "\"silenced\": expected true, false, or a list of all-notes-off, all-sound-off, reset-controllers, modes, "
        + "system-reset, found \"reset\""
    ),
    ("{alive: maybe}", "\"alive\": expected true or false, found \"maybe\""),
  ])
  func wrongWordIsAnErrorWithTheRightOnes(_ soak: String, _ message: String) {
    let error = #expect(throws: SessionError.self) { try session(soak) }
    #expect("\(error.map { "\($0)" } ?? "")".hasSuffix(message), "\(error.map { "\($0)" } ?? "")")
  }
}
