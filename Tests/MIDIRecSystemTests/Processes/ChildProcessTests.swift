import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSystem

/// The start, environment, and end of child processes.
@Suite struct ChildProcessTests {
  private let folder: TemporaryFolder
  private let output: String

  init() throws {
    folder = try TemporaryFolder()
    output = try folder.write([], to: "output")
  }

  private static let path = Array("PATH=/usr/bin:/bin".utf8)

  private func start(
    _ command: String..., environment: [[UInt8]] = [path], folder: FilePath? = nil
  ) throws -> ChildProcess {
    try ChildProcess.start(
      command, environment: environment, folder: folder, output: .file(output))
  }

  private var text: String {
    get throws { String(decoding: try folder.bytes("output"), as: UTF8.self) }
  }

  @Test(arguments: [
    ("exit 0", ProgramEnd.exit(0)), ("exit 3", .exit(3)), ("exit 255", .exit(255)),
    ("kill -SEGV $$", .signal(SIGSEGV)), ("kill -KILL $$", .signal(SIGKILL)),
  ]) func endIsReported(script: String, end: ProgramEnd) throws {
    #expect(try start("sh", "-c", script).waitForEnd() == end)
  }

  @Test func endDescriptorIsReadableAfterTheEnd() throws {
    let child = try start("sleep", "1000")
    #expect(!child.hasEnded)
    kill(child.id, SIGTERM)
    #expect(child.hasEnded(within: 60_000))
    #expect(child.hasEnded)
    #expect(child.waitForEnd() == .signal(SIGTERM))
  }

  @Test func streamsAreConnected() throws {
    let input = try folder.write(Array("text".utf8), to: "input")
    let descriptor = try FileDescriptor.open(FilePath(output), .writeOnly)
    let child = try ChildProcess.start(
      ["sh", "-c", "cat; echo errors >&2"], environment: [Self.path],
      input: .file(input), output: .descriptor(descriptor.rawValue), errors: .descriptor(descriptor.rawValue))
    #expect(child.waitForEnd() == .exit(0))
    try descriptor.close()
    #expect(try text == "texterrors\n")
  }

  @Test func inputIsEmptyByDefault() throws {
    #expect(try start("cat").waitForEnd() == .exit(0))
    #expect(try text == "")
  }

  @Test func environmentIsPassedAsBytesInOrder() throws {
    let entries: [[UInt8]] = [Array("B=2".utf8), Array("A=1 2".utf8), Array("1X=".utf8), [0x59, 0x3D, 0xFF]]
    #expect(try start("/usr/bin/env", environment: entries).waitForEnd() == .exit(0))
    #expect(try folder.bytes("output") == Array("B=2\nA=1 2\n1X=\nY=".utf8) + [0xFF, 0x0A])
  }

  @Test func programStartsInTheFolder() throws {
    #expect(try start("pwd", folder: FilePath(folder.path)).waitForEnd() == .exit(0))
    #expect(try text == folder.path + "\n")
  }

  @Test func noSignalIsBlockedOrIgnored() throws {
    // The threads of Swift Testing block all signals, and some programs ignore this one.
    signal(SIGPIPE, SIG_IGN)
    #expect(try start("grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status").waitForEnd() == .exit(0))
    let masks = try text.split(separator: "\n").map { UInt64($0.suffix(16), radix: 16) }
    // glibc ignores its internal signals, 32 and 33, in all programs that it starts.
    #expect(masks == [0, 3 << 31])
  }

  @Test func programLeadsASession() throws {
    let child = try start("cut", "-d ", "-f1,5,6", "/proc/self/stat")
    #expect(child.waitForEnd() == .exit(0))
    #expect(try text == "\(child.id) \(child.id) \(child.id)\n")
  }

  @Test func programHasNoOtherDescriptors() throws {
    // A descriptor that isn't closed automatically when a program starts.
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    #expect(try start("ls", "/proc/self/fd").waitForEnd() == .exit(0))
    // Descriptor 3 is the folder, which `ls` opened.
    #expect(try text == "0\n1\n2\n3\n")
  }

  @Test(arguments: [
    ("no-such-program", Errno.noSuchFileOrDirectory), ("/no/such/program", .noSuchFileOrDirectory),
    ("", .noSuchFileOrDirectory), ("/usr", .permissionDenied), ("/usr/bin/env/program", .notDirectory),
  ]) func programThatCannotStartIsAnError(name: String, error: Errno) throws {
    #expect(throws: error) { try start(name) }
  }

  @Test func missingFolderIsAnError() throws {
    #expect(throws: Errno.noSuchFileOrDirectory) { try start("true", folder: "/no/such/folder") }
  }

  @Test func programIsFoundInThePathOfItsEnvironment() throws {
    try folder.linkProgram("/bin/pwd", as: "own")
    let entries = [Array("PATH=/no/such/folder:\(folder.path)".utf8)]
    #expect(try start("own", environment: entries, folder: "/").waitForEnd() == .exit(0))
    #expect(try text == "/\n")
  }

  @Test(arguments: ["PATH=", "PATH=.", "PATH=/bin:"])
  func relativePathIsSearchedFromTheFolder(path: String) throws {
    try folder.linkProgram("/bin/pwd", as: "own")
    let child = try start("own", environment: [Array(path.utf8)], folder: FilePath(folder.path))
    #expect(child.waitForEnd() == .exit(0))
    #expect(try text == "\(folder.path)\n")
  }

  @Test func nonexecutableFileInPathIsSkipped() throws {
    chmod(try folder.write([], to: "env"), 0o600)
    let entries = [Array("PATH=\(folder.path):/usr/bin".utf8)]
    #expect(try start("env", environment: entries).waitForEnd() == .exit(0))
    #expect(throws: Errno.permissionDenied) {
      try start("env", environment: [Array("PATH=\(folder.path)".utf8)])
    }
  }
}
