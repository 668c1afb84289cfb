import Glibc
import MIDICore
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSessions

/// The start of programs, and the errors if it fails.
@Suite struct ProgramStartTests {
  /// Returns the failure to start a command.
  private func refusal(of launch: ProgramProcess.Launch) async throws -> SubjectFailure? {
    try await onOwnThread {
      do {
        try ProgramProcess.run(launch) { _ in }
        return nil
      } catch let failure as SubjectFailure {
        return failure
      }
    }
  }

  @Test func unknownNameIsRejected() async throws {
    let failure = try await refusal(of: .init("no-such-program-anywhere"))
    #expect(failure?.kind == .unavailable)
    #expect(
      failure?.reason
        == "can't be started: no program \"no-such-program-anywhere\" in the search path")
  }

  @Test func missingPathIsRejected() async throws {
    let failure = try await refusal(of: .init("/no/such/program"))
    #expect(failure?.reason == "can't be started: the program \"/no/such/program\" doesn't exist")
  }

  @Test func folderIsRejected() async throws {
    let failure = try await refusal(of: .init("/usr"))
    #expect(failure?.reason == "can't be started: \"/usr\" is a folder")
  }

  @Test func nonexecutableFileIsRejected() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("#!/bin/sh\n".utf8), to: "script")
    chmod(path, 0o600)
    let failure = try await refusal(of: .init(path))
    #expect(failure?.reason.hasSuffix("isn't executable") == true, "\(failure as Any)")
  }

  @Test func fileOfUnknownFormatIsRejected() async throws {
    let folder = try TemporaryFolder()
    // Unlike `open`, this creates a file that no process has open for writing: see `TemporaryFolder.linkProgram`.
    let path = folder.path("empty")
    #expect(mknod(path, S_IFREG | 0o700, 0) == 0)
    let failure = try await refusal(of: .init(path))
    #expect(
      failure?.reason.hasSuffix("isn't a program that this machine can run") == true, "\(failure as Any)")
  }

  @Test func missingWorkingFolderIsRejected() async throws {
    var launch = ProgramProcess.Launch("true")
    launch.folder = "/no/such/folder"
    let failure = try await refusal(of: launch)
    #expect(failure?.reason == "can't be started: the working folder \"/no/such/folder\" doesn't exist")
  }

  @Test func emptyCommandIsRejected() async throws {
    let failure = try await refusal(of: .init())
    #expect(failure?.reason == "can't be started: its command is empty")
  }

  /// Returns the output of a program that exits on its own.
  private func output(of launch: ProgramProcess.Launch) async throws -> String {
    try await onOwnThread {
      try ProgramProcess.run(launch) { process in
        let end = process.end(.itself, within: .seconds(60))
        #expect(end.termination == .exit(0))
        return process.outputText
      }
    }
  }

  @Test func environmentIsSortedAndHasMarker() async throws {
    var launch = ProgramProcess.Launch("env")
    launch.environment = ["PATH": "/usr/bin:/bin", "B": "2", "A": "eins zwei", "C": ""]
    let lines = try await output(of: launch).split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != "=" } } == ["A", "B", "C", "MIDIREC_RUN", "PATH"])
    #expect(lines.prefix(3) == ["A=eins zwei", "B=2", "C="])
    #expect(lines[3].hasPrefix("MIDIREC_RUN=\(ProgramRemains.processName)/"))
  }

  @Test(arguments: [true, false]) func temporaryFolderIsRemoved(isRemoved: Bool) async throws {
    let folder = try TemporaryFolder()
    var launch = ProgramProcess.Launch.shell("touch a-file")
    launch.folder = FilePath(folder.path)
    launch.removesFolder = isRemoved
    _ = try await output(of: launch)
    #expect((access(folder.path("a-file"), F_OK) == 0) == !isRemoved)
  }

  @Test func searchPathComesFromEnvironment() async throws {
    let folder = try TemporaryFolder()
    try folder.linkProgram("/bin/echo", as: "own")
    var launch = ProgramProcess.Launch("own", "found")
    launch.environment = ["PATH": "\(folder.path):/usr/bin:/bin"]
    #expect(try await output(of: launch) == "found\n")
  }

  @Test func configuredFolderIsWorkingFolder() async throws {
    let folder = try TemporaryFolder()
    var launch = ProgramProcess.Launch("pwd", variables: ["PWD": ""])
    launch.folder = FilePath(folder.path)
    #expect(try await output(of: launch) == folder.path + "\n")
    // A folder that midirec didn't create stays.
    #expect(try folder.names() == [])
  }

  @Test func defaultFolderIsEmptyAndRemoved() async throws {
    let launch = ProgramProcess.Launch.shell("pwd && ls -A && mkdir -p a/b && touch a/b/c")
    let lines = try await output(of: launch).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix(ProgramRemains.root.string + "/") == true)
    // Another test can have the same folder since.
    #expect(access((lines.first ?? "") + "/a/b/c", F_OK) == -1)
  }

  @Test func standardInputIsEmpty() async throws {
    #expect(try await output(of: .init("cat")) == "")
  }
}
