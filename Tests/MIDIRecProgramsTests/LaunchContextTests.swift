import ALSASequencer
import Foundation
import MIDICore
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSessions

/// The environment, folder, and placeholders of a program's launch.
@Suite struct LaunchContextTests {
  private static let place = LaunchContext(
    session: "/sessions/one", take: "/sessions/one/take.mid",
    ports: (EndpointAddress(client: 128, port: 0), EndpointAddress(client: 129, port: 1)))

  /// Returns the launch of a program whose folder is the session's folder `work`.
  private static func launch(
    _ command: [String], _ change: (inout ProgramSettings) -> Void = { _ in }
  ) throws -> ProgramProcess.Launch {
    var settings = ProgramSettings()
    settings.command = command
    settings.folder = "work"
    change(&settings)
    return try place.launch(settings)
  }

  @Test func placeholderIsReplacedByValue() throws {
    let words = ["a", "${MIDIREC_SESSION}/x", "${MIDIREC_SENDER}-${MIDIREC_RECEIVER}", "${", "$}{}", "${A"]
    #expect(
      try Self.launch(words).command == ["a", "/sessions/one/x", "128:0-129:1", "${", "$}{}", "${A"])
  }

  @Test func environmentHasFolderAndPorts() throws {
    let launch = try Self.launch(["a"])
    #expect(launch.environment["MIDIREC_SESSION"] == "/sessions/one")
    #expect(launch.environment["MIDIREC_FOLDER"] == "/sessions/one/work")
    #expect(launch.environment["MIDIREC_TAKE"] == "/sessions/one/take.mid")
    #expect(launch.environment["MIDIREC_SENDER"] == "128:0")
    #expect(launch.environment["MIDIREC_RECEIVER"] == "129:1")
    #expect(launch.environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
  }

  @Test(arguments: [
    ("MIDIREC_TAKE", "add a take to the session, and name it if session.yaml has take: none"),
    ("MIDIREC_SENDER", "name the program's ports with input, output, sender, or receiver"),
  ])
  func variablesOfTakeAndPortsCanBeAbsent(name: String, remedy: String) throws {
    let place = LaunchContext(session: "/sessions/one", take: nil, ports: nil)
    var settings = ProgramSettings()
    settings.folder = "work"
    settings.command = ["a"]
    #expect(try place.launch(settings).environment[name] == nil)
    settings.command = ["a", "${\(name)}"]
    let failure = #expect(throws: SubjectFailure.self) { _ = try place.launch(settings) }
    #expect(failure?.remedy == remedy)
  }

  @Test func localeAndTimeZoneAreFixed() {
    let users = [
      "LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "LC_TIME": "C", "LANGUAGE": "de",
      "TZ": "Asia/Kathmandu",
      "LCD": "1",
    ]
    #expect(LaunchContext.withoutLocale(users) == ["LANG": "C.UTF-8", "TZ": "UTC0", "LCD": "1"])
  }

  @Test func sessionCanSetLocale() throws {
    let plain = try Self.launch(["a"]).environment
    #expect(plain["LANG"] == "C.UTF-8")
    #expect(plain["TZ"] == "UTC0")
    #expect(plain.keys.allSatisfy { !$0.hasPrefix("LC_") })
    let german = try Self.launch(["a"]) {
      $0.environment = [.init(key: "LC_ALL", value: "de_DE.UTF-8", line: 1)]
    }
    #expect(german.environment["LC_ALL"] == "de_DE.UTF-8")
  }

  @Test func valueCanReferToEarlierVariables() throws {
    let launch = try Self.launch(["a", "${C}"]) { settings in
      settings.environment = [
        Session.Pair(key: "A", value: "1", line: 1),
        Session.Pair(key: "B", value: "${A}2", line: 2),
        Session.Pair(key: "C", value: "${B}${MIDIREC_FOLDER}", line: 3),
      ]
    }
    #expect(launch.environment["B"] == "12")
    #expect(launch.command == ["a", "12/sessions/one/work"])
  }

  @Test func unsetVariableIsReported() throws {
    let expected = SubjectFailure(
      .unavailable, "can't be started: session.yaml names the variable ${MIDIREC_NOWHERE}, which is not set",
      remedy: "set it under environment, or write $MIDIREC_NOWHERE for a variable of a shell's script")
    #expect(throws: expected) { try Self.launch(["a", "${MIDIREC_NOWHERE}"]) }
    #expect(throws: expected) {
      try Self.launch(["a"]) { $0.environment = [.init(key: "B", value: "${MIDIREC_NOWHERE}", line: 1)] }
    }
  }

  @Test(arguments: [
    ("mapper", "mapper"), ("./mapper", "/sessions/one/./mapper"), ("../mapper", "/sessions/one/../mapper"),
    ("bin/mapper", "/sessions/one/bin/mapper"), ("/bin/mapper", "/bin/mapper"),
    ("${MIDIREC_SESSION}/mapper", "/sessions/one/mapper"),
  ])
  func programWithSlashIsPathFromSession(word: String, program: String) throws {
    #expect(try Self.launch([word, "a/b"]).command == [program, "a/b"])
  }

  @Test func configuredFolderIsUsedAndKept() throws {
    let launch = try Self.launch(["a"])
    #expect(launch.folder == "/sessions/one/work")
    #expect(!launch.removesFolder)
    #expect(try Self.launch(["a"]) { $0.folder = "." }.folder == "/sessions/one")
    #expect(try Self.launch(["a"]) { $0.folder = "../two" }.folder == "/sessions/two")
  }

  @Test func defaultFolderIsTemporary() throws {
    let launch = try Self.launch(["a", "${MIDIREC_FOLDER}"]) { $0.folder = nil }
    let folder = try #require(launch.folder)
    defer { ProgramRemains.removeFolder(folder) }
    #expect(launch.removesFolder)
    #expect(launch.command.last == folder.string)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == [])
    // Only the user can enter it.
    let mode = try FileManager.default.attributesOfItem(atPath: folder.string)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test func failedLaunchLeavesNoFolder() async {
    // In a child process, because other tests create folders.
    await #expect(processExitsWith: .success) {
      #expect(throws: SubjectFailure.self) {
        try Self.launch(["a", "${MIDIREC_NOWHERE}"]) { $0.folder = nil }
      }
      #expect(access(ProgramRemains.root.string, F_OK) == -1)
    }
  }

  @Test(arguments: ProgramSettings.Ending.allCases)
  func inputStaysOpenOnlyForEndOfInput(ending: ProgramSettings.Ending) throws {
    #expect(try Self.launch(["a"]) { $0.ending = ending }.keepsInputOpen == (ending == .endOfInput))
  }

  @Test func outputLimitComesFromSettings() throws {
    #expect(try Self.launch(["a"]) { $0.limits.bytes = 1234 }.byteLimit == 1234)
  }

  @Test func helperGetsArgumentLiterally() async throws {
    let output = try await onOwnThread {
      var settings = ProgramSettings()
      settings.environment = [.init(key: "A", value: "one", line: 1)]
      return try Self.place.output(of: ["echo", "${A}"], and: "${A}", settings, in: "/")
    }
    #expect(output == Array("one ${A}\n".utf8))
  }

  @Test(arguments: [
    ("echo so; exit 3", "its command \"sh\" ended with status 3"),
    ("kill -9 $$", "its command \"sh\" ended by signal 9 (Killed)"),
    ("sleep 1000", "its command \"sh\" didn't finish within 1 s"),
    ("head -c 3000000 /dev/zero", "its command \"sh\" wrote more than 1 MB"),
  ])
  func failedHelperIsReported(script: String, reason: String) async throws {
    let failure = await #expect(throws: SubjectFailure.self) {
      try await onOwnThread {
        var settings = ProgramSettings()
        settings.limits.answer = .seconds(1)
        settings.limits.bytes = 1_000_000
        return try Self.place.output(of: ["sh", "-c", script], settings, in: "/")
      }
    }
    #expect(failure?.kind == .misbehaved)
    #expect(failure?.reason == reason)
  }
}
