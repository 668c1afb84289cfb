import MIDICore
import SystemPackage
import TestSupport
import Testing
import Timelines

@testable import MIDIRecPrograms
@testable import MIDIRecSessions

/// Programs that write files, on this machine, which may have no sequencer.
@Suite struct ProgramsWithoutPortsTests {
  let folder: SessionFolder

  init() throws {
    folder = try SessionFolder()
    try folder.write("source.mid", Samples.file(notesAt: [0, 500]))
    try folder.write("other.mid", Samples.file(notesAt: [0]))
  }

  /// Returns the results of a shell script with the files of the test.
  ///
  /// - Parameters:
  ///   - script: The script, in which `$0` is the session's folder and `$1` is `other.mid` in it.
  ///   - options: Lines for the program.
  private func observation(
    of script: String, _ options: String = "", hasTake: Bool = false
  ) async throws -> SubjectObservation {
    let lines = ([options].filter { !$0.isEmpty } + ["clock: real"]).joined(separator: "\n")
    let indented = lines.split(separator: "\n").map { "      \($0)\n" }.joined()
    let words = "[sh, -c, '\(script)', '${MIDIREC_SESSION}', '${MIDIREC_SESSION}/other.mid']"
    try folder.write(
      Session.fileName,
      Array(
        """
        take: \(hasTake ? "source.mid" : "none")
        subjects:
          - program:
              command: \(words)
        \(indented)
        """.utf8))
    let path = folder.path
    return try await onOwnThread {
      let session = try Session(reading: path, subjects: [ProgramSubject.definition])
      var context = SubjectContext(folder: path, allowsRealClock: true)
      context.recordingPath = session.recordingPath
      return try session.subject(ProgramSubject.self).observation(of: Recording(), in: context)
    }
  }

  private func failure(
    _ script: String, _ options: String = "file: out", hasTake: Bool = false
  ) async throws -> SubjectFailure {
    try await #require(throws: SubjectFailure.self) {
      _ = try await observation(of: script, options, hasTake: hasTake)
    }
  }

  @Test func writtenFileIsTimeline() async throws {
    let observation = try await observation(of: "cp $0/source.mid out", "file: out")
    let take = try #require(observation.parts[.file] as? TimelinePart)
    #expect(take.timeline.entries.count == 4)
    #expect(take.remark == nil)
    #expect(observation.parts.count == 1)
  }

  @Test func outputAndFileAreCompared() async throws {
    let observation = try await observation(
      of: "cp $0/source.mid out; echo done", "file: out\ncompare: [output]")
    #expect(observation.parts[.file] is TimelinePart)
    #expect((observation.parts[.output] as? TextPart)?.text == "done\n")
  }

  /// `$MIDIREC_TAKE` is the variable, and `$2` is the word.
  @Test func takeIsGivenToConverters() async throws {
    let observation = try await observation(
      of: "cmp \"$MIDIREC_TAKE\" \"$2\" && cp \"$2\" out",
      "file: out\narguments: '${MIDIREC_TAKE}'", hasTake: true)
    #expect((observation.parts[.file] as? TimelinePart)?.timeline.entries.count == 4)
  }

  @Test(arguments: [
    ("true", "wrote no file \"out\""), ("exit 3", "ended with status 3 instead of status 0"),
    ("kill -SEGV $$", "ended by signal 11 (Segmentation fault) instead of status 0"),
    (
      "printf MThd >out",
      "wrote \"out\", which can't be read: byte 4: expected a header chunk of 14 bytes, found the end of the file after 4 bytes"
    ),
  ])
  func failuresAreReported(script: String, reason: String) async throws {
    #expect(try await failure(script).reason == reason)
  }

  @Test func endlessProgramIsKilled() async throws {
    let failure = try await failure("echo waiting; sleep 100", "file: out\nlimits: {end: 10ms}")
    #expect(failure.reason == "didn't end by itself within 10 ms, and was killed")
    #expect(failure.details == ["waiting"])
  }

  @Test func unnamedFileIsSuggested() async throws {
    let failure = try await failure("cp $0/source.mid \"$0/session.yaml\" .", "")
    #expect(
      failure.description
        == "wrote \"source.mid\", which the session doesn't name; set file: source.mid to compare it")
    #expect(failure.strayTakes.files == ["source.mid"])
    #expect(failure.strayTakes.words == [])
  }

  @Test func severalFilesAreListed() async throws {
    let failure = try await failure("cp $0/*.mid .", "")
    #expect(failure.reason == "wrote 2 MIDI files: \"other.mid\", \"source.mid\"")
    #expect(failure.strayTakes.files == ["other.mid", "source.mid"])
  }

  @Test func replacedFileIsFound() async throws {
    let failure = try await failure("cp $0/source.mid \"$1\"; echo done", "")
    #expect(failure.reason == "replaced \"${MIDIREC_SESSION}/other.mid\"")
    #expect(failure.strayTakes.files == [])
    #expect(failure.strayTakes.words == ["${MIDIREC_SESSION}/other.mid"])
    #expect(failure.details == ["done"])
  }

  @Test(arguments: [("echo text | tee out", "limits: {end: 30s}"), ("sleep 100", "limits: {end: 10ms}")])
  func programWithoutFileNeedsRecording(script: String, options: String) async throws {
    let error = try await #require(throws: SessionError.self) {
      _ = try await observation(of: script, options)
    }
    #expect(error.kind == .noInput)
    #expect(
      error.reason
        == "\(Session.noRecording); and its program didn't end with a MIDI file in its working folder")
    let failure = try await failure(script, "\(options)\narguments: '${MIDIREC_TAKE}'", hasTake: true)
    #expect(failure.reason == "didn't end with a MIDI file in its working folder")
  }

  @Test func programWithPortsNeedsRecording() async throws {
    let error = try await #require(throws: SessionError.self) {
      _ = try await observation(of: "true", "receiver: x")
    }
    #expect(
      error.reason
        == "has no take, and its program has ports; add a take, and name it if session.yaml has take: none")
  }
}
