import MIDICore
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Timelines

@testable import MIDIRecSessions

/// Subjects that run repeatedly.
@Suite struct SessionRepetitionTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func outcome(of subject: any Subject.Type, repeatCount: Int) throws -> SessionOutcome? {
    try folder.makeSession("", "subjects: [\(subject.definition.name)]")
    try folder.write("take.mid", Samples.file(notesAt: [0]))
    var options = SessionRunner.Options()
    options.catalog = SubjectRegistry([subject])
    options.repeatCount = repeatCount
    return SessionRunner(options).run(SessionSearch(in: [folder.path]).places).results.first?.parts.first
  }

  @Test func reproducibleSubjectIsStable() throws {
    #expect(try outcome(of: NotesSubject.self, repeatCount: 100)?.verdict.word == "new")
  }

  @Test func firstDifferentRunIsNamedAndKept() throws {
    let outcome = try outcome(of: TiringSubject.self, repeatCount: 5)
    guard case .unstable(run: 3, let judgment)? = outcome?.verdict else {
      Issue.record("it was stable")
      return
    }
    let comparison = try #require(judgment as? Comparison)
    #expect(comparison.differences.map(\.kinds) == [[.missing]])
    #expect(try folder.tree() == ["session.yaml", "take.mid", "tiring.unstable.txt"])
    #expect(try Timeline(text: folder.folder.bytes("tiring.unstable.txt")).entries.isEmpty)
    // A single run proves nothing, but equal runs do.
    _ = try self.outcome(of: TiringSubject.self, repeatCount: 1)
    #expect(try folder.tree().contains("tiring.unstable.txt"))
    _ = try self.outcome(of: TiringSubject.self, repeatCount: 2)
    #expect(try folder.tree() == ["session.yaml", "take.mid", "tiring.pending.txt"])
  }

  @Test func rejectedRecordingIsFailureWithReason() throws {
    let error = try #require(try outcome(of: UnwillingSubject.self, repeatCount: 1)?.error)
    #expect(error.kind == .badData)
    #expect(error.path == folder.path.appending("take.mid"))
    #expect(error.reason == "can't be played to the subject \"unwilling\": it is not in the mood")
  }
}

/// A subject whose result changes at the third run.
private struct TiringSubject: Subject {
  static let definition = SubjectDefinition(name: "tiring")
  private static let count = Atomic(0)

  init(_ options: SubjectOptions) {}

  func timeline(of recording: Recording) -> Timeline {
    let count = Self.count.add(1, ordering: .relaxed).newValue
    return count < 3 ? Timeline(recording) : Timeline(Recording())
  }
}

/// A subject that rejects every recording.
private struct UnwillingSubject: Subject {
  struct Refusal: Error, CustomStringConvertible {
    var description: String { "it is not in the mood" }
  }

  static let definition = SubjectDefinition(name: "unwilling")

  init(_ options: SubjectOptions) {}

  func timeline(of recording: Recording) throws -> Timeline { throw Refusal() }
}
