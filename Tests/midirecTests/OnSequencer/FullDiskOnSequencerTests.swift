import Foundation
import MIDICore
import TestSupport
import Testing

/// Captures whose disk fills up.
@Suite(
  .onSimulatedMachine(options: "--allow-mounts"),
  .enabled(if: getuid() == 0, "only root can mount a small disk"))
struct FullDiskOnSequencerTests {
  let folder: TemporaryFolder
  let disk: SmallDisk
  private let through = "14:0"

  init() async throws {
    folder = try TemporaryFolder()
    disk = try await SmallDisk.mount(folder.path("disk"), size: "16k")
  }

  /// 1.5 seconds with 3,000 control changes per second: 12 KB per second, twice, on a disk of 16 KiB.
  private static let messages = (0..<4500).map { index in
    (
      Int64(index / 3),
      Message.controlChange(channel: .number(1), controller: 1, value: UInt7(masking: UInt8(index % 128)))
    )
  }

  /// Plays the messages into a capture until it has reported the full disk and everything was played.
  private func fillDisk(under capture: Program, stream: Program.Stream = .errors) async throws {
    let file = try folder.write(Samples.file(Self.messages), to: "many.mid")
    try await Program.aplaymidi(through, file)
    let line = try await capture.line(containing: "No space left", on: stream)
    #expect(
      line.contains(
        "midirec: can't write disk/take.recording.mid: No space left on device; recording continues in memory"
      )
    )
  }

  private func messages(_ name: String) throws -> [Message] {
    try Samples.recording(folder.path(name)).messagesInOrder.map(\.message)
  }

  @Test func fullDiskIsReportedAndTakeIsKept() async throws {
    let capture = try await Program.startCapture("--in", through, "-o", "disk/take.mid", in: folder.path)
    try await fillDisk(under: capture)
    let result = await capture.interrupt()
    #expect(result.status == 74)
    let pattern =
      /the whole take is in (\S+), and its first \S+ m?s in disk\/take.recording.mid; it disappears with/
    let match = try #require(result.errors.firstMatch(of: pattern), "\(result.errors)")
    let whole = folder.path(String(match.output.1))
    #expect(try Samples.recording(whole).messagesInOrder.map(\.message) == Self.messages.map(\.1))
    let saved = try messages("disk/take.recording.mid")
    #expect(saved.count > 500)
    #expect(saved == Self.messages.prefix(saved.count).map(\.1))

    // Without free bytes no file can be created on the disk, but a file name can be given.
    _ = try await Program.run("sh", ["-c", "cat /dev/zero > disk/rest"], in: folder.path)
    let refused = try await Program.midirec(
      "capture", "--in", through, "-o", "disk/other.mid", "--for", "1ms", in: folder.path)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("can't create disk/other.mid: No space left on device; free some space"))
    #expect(try await Program.midirec("recover", "disk/take.mid", in: folder.path).status == 0)
    #expect(try messages("disk/take.mid") == saved)
    try await disk.unmount()
  }

  @Test func completeTakeIsSavedInSpareFile() async throws {
    let capture = try await Program.startCapture(
      "--in", through, "-o", "disk/take.mid", "--spare", "spare.mid", in: folder.path)
    try await fillDisk(under: capture)
    let result = await capture.interrupt()
    #expect(result.status == 74)
    #expect(
      result.errors.contains(
        /the whole take is in spare.mid, and its first \S+ m?s in disk\/take.recording.mid; it disappears with/
      ),
      "\(result.errors)")
    #expect(try messages("spare.mid") == Self.messages.map(\.1))
    try await disk.unmount()
  }

  /// The disk fills up during the first or before the second of two takes.
  @Test(arguments: [(1, true), (2, true), (2, false)])
  func takesOfFullDiskStayInMemory(number: Int, isFreed: Bool) async throws {
    let capture = try await Program.startCapture(
      "--in", through, "-o", "disk/take.mid", "--split-on-silence", "500ms", "--spare", "spare.mid",
      in: folder.path)
    func fill() async throws {
      _ = try await Program.run("sh", ["-c", "cat /dev/zero > disk/rest"], in: folder.path)
    }
    if number == 1 {
      try await fill()
      try await fillDisk(under: capture)
    } else {
      try await send("on 60 100 +10ms off 60 0")
      try await fill()
      try await capture.line(containing: "disk/take.mid: 1 note, 2 messages", on: .output)
      try await capture.line(
        containing: "can't write disk/take-2.recording.mid: No space left on device; recording continues")
    }
    try await send("on 62 100 +10ms off 62 0")
    if isFreed {
      try await disk.resize("1m")
      try await capture.line(containing: "can be written again; no events are missing")
      try await capture.line(
        containing: number == 1 ? "take.mid:" : "take-2.mid: 1 note, 2 messages", on: .output)
    }
    let result = await capture.interrupt()
    #expect(result.status == (isFreed ? 0 : 74), "\(result.errors)")
    let last = isFreed ? number == 1 ? "disk/take.mid" : "disk/take-2.mid" : "spare.mid"
    if !isFreed { #expect(result.errors.contains("the whole take is in spare.mid"), "\(result.errors)") }
    #expect(try messages(last).suffix(2).first == .noteOn(channel: .number(1), note: 62, velocity: 100))
    #expect(try messages(last).count == (number == 1 ? Self.messages.count : 0) + 2)
    try await disk.unmount()
  }

  private func send(_ words: String) async throws {
    let result = try await Program.midirec("send", "--out", through, words)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func existingSpareFileIsRejectedAtStart() async throws {
    try folder.write([1], to: "spare.mid")
    let result = try await Program.midirec(
      "capture", "--in", through, "-o", "take.mid", "--spare", "spare.mid", "--for", "1ms", in: folder.path)
    #expect(result.status == 73)
    #expect(
      result.errors.contains(
        "spare.mid already exists; use --force to replace it, or choose another name with --spare"))
    #expect(try folder.names() == ["disk", "spare.mid"])
    try await disk.unmount()
  }

  @Test func terminalAsksForFileName() async throws {
    // `script` gives the capture a terminal, whose keys come from a named pipe.
    #expect(mkfifo(folder.path("keys"), 0o600) == 0)
    let command = "exec \(TestEnvironment.midirec) capture --in \(through) -o disk/take.mid"
    let terminal = try Program.start(
      "bash", ["-c", "exec script -qec 'stty columns 400 rows 24; \(command)' /dev/null <keys"],
      in: folder.path)
    let keys = try #require(FileHandle(forWritingAtPath: folder.path("keys")))
    try await terminal.line(containing: "recording", on: .output)
    try await fillDisk(under: terminal, stream: .output)
    // Ctrl-C, a file on the same disk, and a file on a different disk.
    try keys.write(contentsOf: Data("\u{3}disk/other.mid\nsaved.mid\n".utf8))
    let result = await terminal.result()
    try keys.close()
    #expect(result.status == 74)
    #expect(result.output.contains("midirec: save the whole take to which other file (Enter for none)? "))
    #expect(result.output.contains("midirec: can't write disk/other.mid: No space left on device"))
    #expect(result.output.contains("the whole take is in saved.mid, and its first "))
    #expect(try messages("saved.mid") == Self.messages.map(\.1))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: disk.path).sorted()
        == [".take.recording.last.mid", "take.recording.mid"])
    try await disk.unmount()
  }

  @Test func freedSpaceCompletesTake() async throws {
    let capture = try await Program.startCapture("--in", through, "-o", "disk/take.mid", in: folder.path)
    try await fillDisk(under: capture)
    try await disk.resize("1m")
    try await capture.line(
      containing: "disk/take.recording.mid can be written again; no events are missing")
    #expect(await capture.interrupt().status == 0)
    #expect(try messages("disk/take.mid") == Self.messages.map(\.1))
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["take.mid"])
    try await disk.unmount()
  }
}
