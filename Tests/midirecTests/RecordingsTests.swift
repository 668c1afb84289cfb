import Foundation
import MIDICore
import MIDIFiles
import MIDIRecSessions
import MIDIRecSystem
import MIDIRecWorkbench
import SoundSessions
import SystemPackage
import TestSupport
import Testing
import Timelines

/// The golden sessions of the repository.
@Suite struct RecordingsTests {
  private static let folder = TestEnvironment.projectFolder + "/Recordings"

  /// The names of all sessions, in order.
  private static let names = SessionSearch(in: [FilePath(folder)]).places.map(\.name)

  /// The names of the sessions that need no sequencer.
  private static let namesWithoutPrograms = names.filter { !$0.hasPrefix("programs/") }

  private func session(_ name: String) throws -> Session {
    try Session(
      reading: FilePath(Self.folder).appending(name), subjects: SubjectRegistry.midirec.definitions)
  }

  @Test func atLeastTwelveSessionsExist() { #expect(Self.names.count >= 12) }

  @Test(arguments: names)
  func everySessionHasANote(name: String) throws {
    let session = try session(name)
    #expect(!session.tags.isEmpty)
    #expect(session.note?.isEmpty == false)
  }

  @Test(arguments: names)
  func recordingNeedsNoRepair(name: String) throws {
    guard let path = try session(name).recordingPath else { return }
    let decoded = try MIDIFile.decode(try FileSystem.bytes(of: path))
    #expect(decoded.diagnostics.isEmpty)
  }

  @Test(arguments: namesWithoutPrograms)
  func expectationsEqualTimelinesOfSubjects(name: String) throws {
    let session = try session(name)
    let recording = try Samples.recording(session.requiredRecordingPath().string)
    // A different processor or build of FluidSynth can be a block off when a voice falls silent, which passes as a
    // session.
    for choice in session.subjects where choice.name != SynthSubject.definition.name {
      let subject = try #require(try SubjectRegistry.midirec.subject(for: choice))
      let expectation = try #require(ExpectationFile(subject: choice.name, in: session.folder))
      let text = try FileSystem.bytes(of: expectation.acceptedPath)
      #expect(text.elementsEqual(try subject.timeline(of: recording).text.utf8), "\(choice.name)")
    }
  }

  @Test func allSessionsDiffer() throws {
    let recordings = try Self.names.compactMap { name in
      try session(name).recordingPath.map { try FileSystem.bytes(of: $0) }
    }
    #expect(Set(recordings).count == recordings.count)
  }

  @Test func readmeListsAllSessions() throws {
    let list = try String(contentsOfFile: "\(Self.folder)/README.md", encoding: .utf8)
    let listed = list.split(separator: "\n").compactMap { try? /^\| `([^`]+)`/.firstMatch(in: $0)?.1 }
    #expect(listed.map(String.init) == Self.names)
  }

  /// The takes contain what their names promise.
  @Test func takesContainWhatTheirNamesPromise() throws {
    func performance(_ name: String) throws -> Performance {
      Performance(try Samples.recording(try session(name).requiredRecordingPath().string))
    }
    #expect(try performance("empty/silence").notes.isEmpty)
    #expect(try performance("unfinished/hanging").notes.count { $0.offset == nil } == 3)
    #expect(try performance("linnstrument/two-cells").notes.allSatisfy { $0.number == 60 })
    #expect(try Set(performance("linnstrument/two-cells").notes.map(\.channel)).count == 5)
    #expect(try Set(performance("linnstrument/glissando").notes.map(\.channel)) == [.number(5)])
    #expect(try Set(performance("duo/keyboard-and-surface").notes.map(\.source)) == [0, 1])
    #expect(try performance("long/waltz").end >= .seconds(600))
    #expect(try performance("grid/strays").notes.last?.offset == nil)
    #expect(try Set(performance("piano/two-sources").notes.map(\.source)) == [0, 1])
    #expect(try Set(performance("piano/whole-range").notes.map(\.number)).isSuperset(of: [0, 127]))
    let dense = try performance("dense/thousand-a-second").notes.map(\.onset)
    #expect(dense.count { .seconds(1) <= $0 && $0 < .seconds(2) } == 1000)
  }

  @Test(.enabled(if: TestEnvironment.hasPeers, "MIDIREC_PEER_PYTHON names no Python: see Scripts/test"))
  func generatorReproducesTakes() async throws {
    let made = try TemporaryFolder()
    let result = try await Program.run(
      TestEnvironment.python, ["-B", "\(Self.folder)/generator", made.path])
    try #require(result.status == 0, "\(result.errors)")
    let paths = FileManager.default.enumerator(atPath: made.path)?.compactMap { $0 as? String } ?? []
    // The étude is older than the generator.
    let sessions = Self.names.filter { $0 != "linnstrument-etude" }
    let takes = try sessions.filter { try session($0).recordingPath != nil }.map { "\($0)/take.mid" }
    #expect(Set(paths.filter { $0.hasSuffix(".mid") }) == Set(takes))
    for take in takes {
      let kept = try FileSystem.bytes(of: FilePath("\(Self.folder)/\(take)"))
      #expect(try made.bytes(take) == kept, "\(take)")
    }
  }
}
