import Foundation
import MIDICore
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSessions

/// The compared texts of a program.
@Suite struct EndedProgramContentsTests {
  /// Returns the compared texts of a shell script that has ended, in a temporary folder.
  private static func texts(
    _ script: String, _ change: @escaping @Sendable (inout ProgramSettings) -> Void
  ) async throws -> [PartName: String] {
    try await contents(script, change).texts
  }

  /// Returns the compared texts and the take of a shell script.
  private static func contents(
    _ script: String, _ change: @escaping @Sendable (inout ProgramSettings) -> Void
  ) async throws -> (texts: [PartName: String], take: [UInt8]?) {
    var settings = ProgramSettings()
    settings.command = ["sh", "-c", script]
    change(&settings)
    return try await onOwnThread { [settings] in
      let place = LaunchContext(session: "/", take: nil, ports: nil)
      return try ProgramProcess.run(try place.launch(settings)) { process in
        process.waitForEnd()
        let end = process.end(.itself, within: .seconds(60))
        return try EndedProgram(
          settings: settings, place: place, process: process, end: end, earlier: nil
        ).contents()
      }
    }
  }

  /// Returns the failure of a script without a text to compare.
  private static func failure(
    _ script: String, _ change: @escaping @Sendable (inout ProgramSettings) -> Void = { _ in }
  ) async throws -> SubjectFailure {
    try await #require(throws: SubjectFailure.self) {
      try await texts(script) { settings in
        settings.compared = [.file]
        settings.file = "out"
        change(&settings)
      }
    }
  }

  @Test func eachPartHasItsText() async throws {
    let script = "echo to output; echo to errors >&2; echo to a file >out"
    let texts = try await Self.texts(script) { settings in
      settings.compared = [.timeline, .output, .errors, .file]
      settings.file = "out"
    }
    #expect(texts == [.output: "to output\n", .errors: "to errors\n", .file: "to a file\n"])
  }

  @Test func onlyComparedPartsAreRead() async throws {
    let texts = try await Self.texts("echo a; echo b >&2") { $0.compared = [.errors] }
    #expect(texts == [.errors: "b\n"])
  }

  @Test func redactionsApplyToAllParts() async throws {
    let texts = try await Self.texts("echo pid 17; echo pid 18 >&2; echo pid 19 >out") { settings in
      settings.compared = [.output, .errors, .file]
      settings.file = "out"
      settings.redactions = [.init(key: "\\d+", value: "N", line: 1)]
    }
    #expect(texts == [.output: "pid N\n", .errors: "pid N\n", .file: "pid N\n"])
  }

  @Test(arguments: ["echo why >&2", "echo why >&2; mkdir out", "echo why >&2; mkfifo out"])
  func missingFileIsReportedWithLastLines(script: String) async throws {
    let failure = try await Self.failure(script)
    let remedy = "set file to a path from its working folder"
    #expect(failure == SubjectFailure(.misbehaved, "wrote no file \"out\"", remedy: remedy, details: ["why"]))
  }

  @Test func binaryFileIsReported() async throws {
    let reason = "wrote \"out\", which isn't text or a Standard MIDI File; use file-reader to convert it"
    #expect(try await Self.failure("printf '\\377' >out").reason == reason)
  }

  @Test(arguments: [
    ("MThd", "out", true), ("RIFF1234RMID", "out", true), ("RIFF1234WAVE", "out", false),
    ("", "out", false), ("", "a/out.mid", true), (" MThd", "out", false), ("text", "OUT.MIDI", true),
  ])
  func contentsAndNameShowTake(text: String, name: String, isTake: Bool) async throws {
    let contents = try await Self.contents("mkdir a; printf '\(text)' >'\(name)'") { settings in
      settings.compared = [.file]
      settings.file = name
      settings.redactions = [.init(key: "MThd", value: "", line: 1)]
    }
    #expect(contents.take == (isTake ? Array(text.utf8) : nil))
    #expect(contents.texts.isEmpty == isTake)
  }

  @Test func readerCanConvertTake() async throws {
    let contents = try await Self.contents("printf MThd >out.mid") { settings in
      settings.compared = [.file]
      settings.file = "out.mid"
      settings.fileReader = ["wc", "-c"]
    }
    #expect(contents.take == nil)
    #expect(contents.texts == [.file: "4 out.mid\n"])
  }

  @Test func fileCanReachLimit() async throws {
    let texts = try await Self.texts("printf 0123456789 >out") { settings in
      settings.compared = [.file]
      settings.file = "out"
      settings.limits.bytes = 10
    }
    #expect(texts == [.file: "0123456789"])
    let failure = try await Self.failure("printf 0123456789 >out") { $0.limits.bytes = 9 }
    #expect(failure.reason == "wrote more than 9 B to \"out\"")
  }

  @Test func readerOutputReplacesFile() async throws {
    let texts = try await Self.texts("printf 'a\\377' >out") { settings in
      settings.compared = [.file]
      settings.file = "out"
      settings.fileReader = ["sh", "-c", "wc -c <\"$0\"; ls; echo more >&2"]
      settings.redactions = [.init(key: "^\\d+$", value: "N", line: 1)]
    }
    #expect(texts == [.file: "N\nout\n"])
  }

  /// An absolute path would differ between runs.
  @Test(arguments: [("out", "out"), ("a/out", "a/out"), ("-n", "./-n")])
  func readerGetsThePathFromTheWorkingFolder(file: String, argument: String) async throws {
    let texts = try await Self.texts("mkdir a; echo x >a/out; echo x >out; echo x >./-n") { settings in
      settings.compared = [.file]
      settings.file = file
      settings.fileReader = ["sh", "-c", "cat \"$0\" && echo \"$0\""]
    }
    #expect(texts == [.file: "x\n\(argument)\n"])
  }

  @Test(arguments: [("exit 1", "with status 1"), ("kill -SEGV $$", "by signal 11 (Segmentation fault)")])
  func failedReaderIsReportedWithLastLines(script: String, end: String) async throws {
    let failure = try await Self.failure("echo a >out") {
      $0.fileReader = ["sh", "-c", "echo no >&2; \(script)"]
    }
    #expect(failure == SubjectFailure(.misbehaved, "its command \"sh\" ended \(end)", details: ["no"]))
  }

  @Test func excessiveReaderOutputIsReported() async throws {
    let failure = try await Self.failure("echo a >out") { settings in
      settings.fileReader = ["sh", "-c", "echo 12345"]
      settings.limits.bytes = 5
    }
    #expect(failure.reason == "its command \"sh\" wrote more than 5 B")
  }

  @Test(arguments: ["", "a\r\nb", "\u{0}\u{1B}[m", "e\u{301} 𝄞", "\\xFF"])
  func textStaysAsItIs(text: String) {
    #expect(EndedProgram.text(of: Array(text.utf8)).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: [
    ([0xFF], "\\xFF"), ([0x61, 0xE9, 0x0A], "a\\xE9\n"), ([0xC3, 0xA9, 0xC3], "é\\xC3"),
    ([0xF0, 0x9D, 0x84, 0x61], "\\xF0\\x9D\\x84a"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
  ])
  func invalidBytesStayDistinct(bytes: [UInt8], text: String) {
    #expect(EndedProgram.text(of: bytes) == text)
  }
}
