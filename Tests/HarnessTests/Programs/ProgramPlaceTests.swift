import ALSASequencer
import Foundation
import MIDICore
import SystemPackage
import TestSupport
import Testing

@testable import Harness

/// Where a program runs, and what the words of its command stand for.
@Suite struct ProgramPlaceTests {
  private let folder: SessionFolder
  private let place: ProgramPlace

  init() throws {
    folder = try SessionFolder()
    place = ProgramPlace(
      session: folder.path, sender: EndpointAddress(client: 128, port: 0),
      receiver: EndpointAddress(client: 129, port: 1))
  }

  private func settings(_ lines: String) throws -> ProgramSettings {
    let indented = lines.split(separator: "\n").map { "      \($0)\n" }.joined()
    try folder.makeSession("", "subjects:\n  - program:\n\(indented)")
    return try Session(reading: folder.path).subject(ProgramSubject.self).settings
  }

  private func launch(_ lines: String) throws -> ProgramProcess.Launch {
    let launch = try place.launch(try settings("folder: .\n\(lines)"))
    #expect(!launch.removesFolder)
    return launch
  }

  @Test func variablesStandForTheirValues() throws {
    let launch = try launch(
      """
      command: [x, "${A}-${MIDIREC_SENDER}", "$A ${", "${MIDIREC_FOLDER}"]
      environment: {A: one, B: "${A} two"}
      """)
    #expect(launch.command == ["x", "one-128:0", "$A ${", folder.path.string])
    #expect(launch.environment["B"] == "one two")
    #expect(launch.environment["MIDIREC_RECEIVER"] == "129:1")
    #expect(launch.environment["MIDIREC_SESSION"] == folder.path.string)
    #expect(launch.environment["HOME"] == ProcessInfo.processInfo.environment["HOME"])
  }

  @Test func aProgramWithASlashIsLookedForFromTheSessionsFolder() throws {
    #expect(try launch("command: ./a/b").command == [folder.path.appending("./a/b").string])
    #expect(try launch("command: /bin/cat").command == ["/bin/cat"])
    #expect(try launch("command: cat").command == ["cat"])
  }

  @Test func aVariableThatIsNotSetIsSaidAndLeavesNoFolder() throws {
    let settings = try settings("command: [x, \"${MIDIREC_NO_SUCH}\"]")
    let failure = #expect(throws: SubjectFailure.self) { try place.launch(settings) }
    #expect(failure?.kind == .unavailable)
    #expect(
      failure?.reason
        == "can't be started: session.yaml names the variable ${MIDIREC_NO_SUCH}, which is not set")
  }

  @Test func anotherCommandGetsItsArgumentAsItIs() async throws {
    let settings = try settings("command: x\nenvironment: {A: one}")
    let (place, path) = (place, folder.path)
    let output = try await onOwnThread {
      try place.output(of: ["echo", "${A}"], and: "${A}", settings, in: path)
    }
    #expect(output == Array("one ${A}\n".utf8))
  }

  @Test(arguments: [
    ("echo so; exit 3", "its command \"sh\" ended with status 3"),
    ("kill -9 $$", "its command \"sh\" ended by signal 9 (Killed)"),
    ("sleep 1000", "its command \"sh\" was not done within 1 s"),
    ("head -c 3000000 /dev/zero", "its command \"sh\" wrote more than 1 MB"),
  ])
  func anotherCommandThatFailsIsSaid(script: String, reason: String) async throws {
    let settings = try settings("command: x\nlimits: {answer: 1s, output: 1MB}")
    let (place, path) = (place, folder.path)
    let failure = await #expect(throws: SubjectFailure.self) {
      try await onOwnThread { try place.output(of: ["sh", "-c", script], settings, in: path) }
    }
    #expect(failure?.kind == .misbehaved)
    #expect(failure?.reason == reason)
  }
}
