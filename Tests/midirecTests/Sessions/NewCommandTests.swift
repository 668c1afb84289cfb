import Foundation
import TestSupport
import Testing

/// The sessions that `midirec new` creates, and its errors.
@Suite struct NewCommandTests {
  let tree: SessionTree

  init() throws {
    tree = try SessionTree()
    try tree.folder.write(Samples.file(notesAt: [0, 500]), to: "take.mid")
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: tree.folder.path(name), withIntermediateDirectories: true)
  }

  @Test func takeBecomesPassingSession() async throws {
    let result = try await tree.midirec(
      "new", "scales/c", "--take", "take.mid", "--tag", "slow", "--note", "A scale.")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(
      result.output == """
        Recordings/scales/c/take.mid: 2 notes, 4 messages, 550 ms
        Recordings/scales/c/session.yaml: settings of the session; edit them as needed
        Next: midirec review Recordings/scales/c, then midirec test Recordings/scales/c

        """)
    #expect(
      try tree.files() == [
        "Recordings/scales/c/notes.pending.txt", "Recordings/scales/c/session.yaml",
        "Recordings/scales/c/take.mid", "take.mid",
      ])
    #expect(try tree.folder.bytes("Recordings/scales/c/take.mid") == tree.folder.bytes("take.mid"))
    #expect(try await tree.midirec("accept").status == 0)
    #expect(try await tree.midirec("test", "--tag", "slow").status == 0)
  }

  @Test func acceptOptionAcceptsResult() async throws {
    #expect(
      try await tree.midirec("new", "c", "--take", "take.mid", "--folder", "golden", "--accept").status == 0)
    #expect(
      try tree.files() == [
        "golden/c/notes.expected.txt", "golden/c/session.yaml", "golden/c/take.mid", "take.mid",
      ])
    #expect(try await tree.midirec("test", "golden").status == 0)
  }

  @Test(arguments: [
    ["scales/c"], ["Recordings/scales/c"], ["scales/c", "--take", "Recordings/scales/c/my take.mid"],
  ])
  func takeInPlaceBecomesSession(arguments: [String]) async throws {
    try makeFolder("Recordings/scales/c")
    try tree.folder.write([], to: "Recordings/scales/c/notes.txt")
    try FileManager.default.moveItem(
      atPath: tree.folder.path("take.mid"), toPath: tree.folder.path("Recordings/scales/c/my take.mid"))
    let result = try await tree.midirec(["new"] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try tree.files() == [
        "Recordings/scales/c/my take.mid", "Recordings/scales/c/notes.pending.txt",
        "Recordings/scales/c/notes.txt", "Recordings/scales/c/session.yaml",
      ])
    #expect(try tree.text("Recordings/scales/c/session.yaml").contains("\ntake: \"my take.mid\"\n"))
    #expect(try await tree.midirec("accept", "scales/c").status == 0)
    #expect(try await tree.midirec("test", "scales/c").status == 0)
    #expect(try await tree.midirec("new", "scales/c").status == 73)
  }

  @Test func failureInPlaceLeavesTake() async throws {
    try makeFolder("Recordings/c")
    try tree.folder.write(Samples.file(notesAt: [0]), to: "Recordings/c/take.mid")
    let result = try await tree.midirec("new", "c", "--", "./no-such-program")
    #expect(result.status == 69)
    #expect(try tree.files() == ["Recordings/c/take.mid", "take.mid"])
  }

  @Test func missingAndAmbiguousRecordingsAreReported() async throws {
    let reason = "midirec: Recordings/c has no take or several; name one with --take\n"
    #expect(try await tree.midirec("new", "c").errors == reason)
    try makeFolder("Recordings/c")
    for name in ["a", "b"] { try tree.folder.write([], to: "Recordings/c/\(name).mid") }
    let result = try await tree.midirec("new", "c")
    #expect(result.status == 66)
    #expect(result.errors == reason)
  }

  /// `new`, `test`, `accept`, and the filters use one name.
  @Test func sessionHasOneName() async throws {
    #expect(try await tree.midirec("new", "scales/c", "--take", "take.mid").status == 0)
    for paths in [[], ["scales"], ["scales/c"], ["Recordings/scales/c"], ["./Recordings"]] {
      let result = try await tree.midirec(["test", "--filter", "scales/*"] + paths)
      #expect(result.output.hasPrefix("scales/c: new: no expected result yet"), "\(paths): \(result.errors)")
    }
  }

  @Test func programRequiresCommand() async throws {
    let result = try await tree.midirec("new", "c", "--take", "take.mid", "--subject", "program")
    #expect(result.status == 64)
    #expect(result.errors.contains("-- COMMAND"))
    #expect(try await tree.midirec("new", "c", "--take", "take.mid", "--", "").status == 64)
  }

  /// The words of a command are those of the current folder.
  @Test func filesOfCommandAreFoundFromSession() async throws {
    try makeFolder("programs")
    try tree.folder.write(Array("#!/bin/sh\n. \"$1\"\n".utf8), to: "programs/run")
    try tree.folder.write(Array("exec aseqdump".utf8), to: "dump.sh")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: tree.folder.path("programs/run"))
    let result = try await tree.midirec(
      "new", "a/dump", "--take", "take.mid", "--", "programs/run", "dump.sh", "take2.mid")
    #expect(result.errors == "", "\(result.output)")
    #expect(
      try tree.text("Recordings/a/dump/session.yaml").contains(
        "command: [\"../../../programs/run\", \"${MIDIREC_SESSION}/../../../dump.sh\", \"take2.mid\"]\n"))
    #expect(
      result.output.contains("\ndump.sh: ${MIDIREC_SESSION}/../../../dump.sh in the session's file\n"),
      "\(result.output)")
  }

  /// The link itself selects the environment.
  @Test(arguments: ["../venv/bin/python", "../work/../venv/bin/python"])
  func programOfVirtualEnvironmentStaysALink(program: String) async throws {
    try makeFolder("venv/bin")
    try makeFolder("work")
    try makeFolder("elsewhere/sessions")
    try tree.folder.write(
      Array("#!/bin/sh\necho \"$0\" >&2\nexec aseqdump\n".utf8), to: "venv/real")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: tree.folder.path("venv/real"))
    try FileManager.default.createSymbolicLink(
      atPath: tree.folder.path("venv/bin/python"), withDestinationPath: "../real")
    // The kernel follows this link before it goes up.
    try FileManager.default.createSymbolicLink(
      atPath: tree.folder.path("work/Recordings"), withDestinationPath: "../elsewhere/sessions")
    let result = try await Program.run(
      TestEnvironment.midirec, ["new", "a", "--take", "../take.mid", "--", program],
      in: tree.folder.path("work"))
    #expect(result.errors == "", "\(result.output)")
    #expect(
      try tree.text("elsewhere/sessions/a/session.yaml").contains(
        "command: [\"../../../venv/bin/python\"]\n"))
  }

  /// `cp` is a program without ports that writes a MIDI file.
  @Test func programThatWritesAFileNeedsNoTake() async throws {
    try tree.folder.write(Samples.file(notesAt: [0]), to: "out.mid")
    let result = try await tree.midirec("new", "c", "--accept", "--", "cp", "take.mid", "out.mid")
    #expect(result.errors == "")
    #expect(
      result.output == """
        Recordings/c/session.yaml: settings of the session; edit them as needed
        take.mid: ${MIDIREC_SESSION}/../../take.mid in the session's file
        out.mid: written by the program, and compared
        Next: midirec test Recordings/c

        """)
    let files = ["program.file.expected.txt", "session.yaml"].map { "Recordings/c/\($0)" }
    #expect(try tree.files() == files + ["out.mid", "take.mid"])
    #expect(
      try tree.text("Recordings/c/session.yaml").contains(
        """
        take: none
        subjects:
          - program:
              command: ["cp", "${MIDIREC_SESSION}/../../take.mid", "out.mid"]
              file: "out.mid"

        """))
    #expect(try tree.text("Recordings/c/program.file.expected.txt").contains("0.500000 1 1 note C#4 61"))
    #expect(try await tree.midirec("test").status == 0)
  }

  @Test func fileWithoutNotesIsNotAcceptedUnseen() async throws {
    try tree.folder.write(Samples.file(notesAt: []), to: "empty.mid")
    let refused = try await tree.midirec("new", "c", "--accept", "--", "cp", "empty.mid", "out.mid")
    #expect(refused.status == 65)
    #expect(
      refused.errors.contains("the result of program has no notes and no controllers"), "\(refused.errors)")
    #expect(try await tree.midirec("new", "c", "--", "cp", "empty.mid", "out.mid").status == 0)
  }

  @Test func converterGetsTakeOfSession() async throws {
    let result = try await tree.midirec("new", "é ♫", "--take", "take.mid", "--", "cp", "take.mid", "ö ♫.mid")
    #expect(result.errors == "")
    #expect(result.output.contains("\ntake.mid: ${MIDIREC_TAKE} in the session's file\n"), "\(result.output)")
    #expect(
      try tree.text("Recordings/é ♫/session.yaml").contains(
        """
        take: take.mid
        subjects:
          - program:
              command: ["cp", "${MIDIREC_TAKE}", "ö ♫.mid"]
              file: "ö ♫.mid"

        """))
    #expect(try tree.files().contains("Recordings/é ♫/program.file.pending.txt"))
  }

  @Test(arguments: [
    (["true"], 66, "midirec: Recordings/c has no take; name one with --take, or let the program write"),
    (["cp", "missing.mid", "out.mid"], 1, "ended with status 1 instead of status 0"),
    (
      ["touch", "out.mid"], 1, "wrote \"out.mid\", which can't be read: byte 0: expected a Standard MIDI File"
    ),
    (
      ["cp", "take.mid", "other.mid", "."], 69,
      """
      midirec: the program wrote 2 MIDI files: "other.mid", "take.mid"; \
      create Recordings/c/session.yaml with the file to compare:
          take: none
          subjects:
            - program:
                command: ["cp", "${MIDIREC_SESSION}/../../take.mid", "${MIDIREC_SESSION}/../../other.mid", "."]
                file: "other.mid"

      """
    ),
  ])
  func programWithoutOneFileLeavesNoSession(command: [String], status: Int32, words: String) async throws {
    try tree.folder.write(Samples.file(notesAt: [0]), to: "other.mid")
    let result = try await tree.midirec(["new", "c", "--"] + command)
    #expect(result.status == status)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(try tree.files() == ["other.mid", "take.mid"])
  }

  /// The advice names an option, so the message has the file in which to set it.
  @Test func failureShowsFileForOption() async throws {
    let result = try await tree.midirec("new", "c", "--take", "take.mid", "--", "true")
    #expect(result.status == 69)
    #expect(
      result.errors.hasSuffix(
        """
            no session was created; to set an option of the program, create Recordings/c/session.yaml:
            take: take.mid
            subjects:
              - program:
                  command: ["true"]

        """), "\(result.errors)")
    #expect(try tree.files() == ["take.mid"])
  }

  @Test func missingProgramLeavesNoSession() async throws {
    let result = try await tree.midirec("new", "c", "--take", "take.mid", "--", "./no-such-program")
    #expect(result.status == 69)
    #expect(result.errors.hasPrefix("midirec: Recordings/c/session.yaml: the subject \"program\": "))
    #expect(try tree.files() == ["take.mid"])
  }

  @Test func chosenSubjectsAreUsed() async throws {
    let result = try await tree.midirec(
      "new", "c", "--take", "take.mid", "--subject", "grid", "--subject", "piano")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try tree.files() == [
        "Recordings/c/grid.pending.txt", "Recordings/c/piano.pending.txt", "Recordings/c/session.yaml",
        "Recordings/c/take.mid", "take.mid",
      ])
  }

  @Test(arguments: [
    (["gird"], "unknown subject \"gird\"; did you mean \"grid\"?"),
    (["grid", "grid"], "the subject \"grid\" is duplicated"),
  ])
  func invalidSubjectsAreReported(names: [String], reason: String) async throws {
    let options = names.flatMap { ["--subject", $0] }
    let result = try await tree.midirec(["new", "c", "--take", "take.mid"] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(try tree.files() == ["take.mid"])
  }

  @Test func subjectOfATestGetsItsExpectationFromTheTest() async throws {
    let result = try await tree.midirec(
      "new", "c", "--take", "take.mid", "--subject", "mapper", "--subject", "piano")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.hasSuffix(
        """
        mapper: run the test that defines it to get its result
        Next: run the test, then midirec review Recordings/c

        """))
    #expect(
      try tree.files() == [
        "Recordings/c/piano.pending.txt", "Recordings/c/session.yaml", "Recordings/c/take.mid", "take.mid",
      ])
    let test = try await tree.midirec("test")
    #expect(test.status == 65)
    let run = test.output + test.errors
    #expect(run.contains("unknown subject \"mapper\""), "\(run)")
    #expect(run.contains("; if a test defines it, run that test"), "\(run)")
  }

  /// Running the command is an explicit request, so it also works where `CI` is set.
  @Test func sessionIsCreatedInCI() async throws {
    #expect(try await tree.midirec(["new", "c", "--take", "take.mid"], variables: ["CI=1"]).status == 0)
    #expect(try tree.files().contains("Recordings/c/notes.pending.txt"))
  }

  @Test func existingSessionIsKept() async throws {
    #expect(try await tree.midirec("new", "c", "--take", "take.mid").status == 0)
    let result = try await tree.midirec("new", "c", "--take", "take.mid", "--accept")
    #expect(result.status == 73)
    #expect(result.errors == "midirec: Recordings/c already exists; choose another name\n")
    #expect(try !tree.files().contains("Recordings/c/notes.expected.txt"))
  }

  @Test func damagedRecordingIsCopiedWithWarning() async throws {
    let bytes = Array(try tree.folder.bytes("take.mid").dropLast(4))
    try tree.folder.write(bytes, to: "damaged.mid")
    let result = try await tree.midirec("new", "c", "--take", "damaged.mid")
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("midirec: damaged.mid: 2 violations repaired while reading"))
    #expect(try tree.folder.bytes("Recordings/c/take.mid") == bytes)
  }

  @Test(arguments: [
    (["c", "--take", "no.mid"], 66, "can't read no.mid"),
    (["c", "--take", "text"], 65, "text: byte 0: expected"),
    (["..", "--take", "take.mid"], 64, "hidden"),
    (["a//b", "--take", "take.mid"], 64, "a part of it is empty"),
    (["c", "--take", "take.mid", "--tag", "a b"], 64, "invalid tag"),
    (["c", "--take", "take.mid", "--note", "a\u{1B}b"], 64, "note"),
    (["", "--take", "take.mid"], 64, "name"), (["c"], 66, "--take"), (["c", "--take", ""], 64, "--take"),
    (["c", "--take", "take.mid", "--folder", ""], 64, "--folder"),
    (["c", "--take", "take.mid", "--folder", "take.mid"], 73, "can't create take.mid/c: Not a directory"),
  ])
  func invalidSessionIsReportedWithoutFolder(arguments: [String], status: Int32, words: String) async throws {
    try tree.folder.write(Array("no music".utf8), to: "text")
    let result = try await tree.midirec(["new"] + arguments)
    #expect(result.status == status)
    #expect(result.errors.contains(words))
    #expect(try tree.files() == ["take.mid", "text"])
  }
}
