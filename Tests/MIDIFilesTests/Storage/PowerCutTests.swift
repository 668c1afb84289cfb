import Foundation
import MIDICore
import MIDIFiles
import SystemPackage
import TestSupport
import Testing

/// Takes on a disk of the test kernel, which loses its power without warning.
@Suite(
  .serialized, .enabled(if: TestEnvironment.testsScripts, "starts the test kernel: see Scripts/test"))
struct PowerCutTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// In the test kernel: takes on a disk of its own, begun one after the other; then the power goes.
  private static let inside = """
    modprobe -a loop ext4
    mount -o loop disk.img /mnt
    for take in 1 2 3 4 5; do
      ./TakeWriter /mnt/take$take.mid 1000000 1000 >take$take.log &
      until grep -q recording take$take.log; do sleep 0.1; done
    done
    sleep "$0"
    cat /proc/uptime >uptime
    sync uptime take?.log
    echo o >/proc/sysrq-trigger
    sleep 60
    """

  @Test(arguments: 1...(TestEnvironment.isLong ? 10 : 1))
  func whenThePowerFailsATakeHasAllUpToASecondBefore(round: Int) async throws {
    let moment = Double.random(in: 1.5...3)
    print("cutting the power after \(moment) s")
    // Beside the disk, because the test kernel has a /tmp of its own, where the project may lie.
    try FileManager.default.copyItem(atPath: WrittenTake.writer, toPath: folder.path("TakeWriter"))
    try await run("truncate", "-s", "32M", "disk.img")
    try await run("mkfs.ext4", "-q", "disk.img")
    let kernel = try await Program.run(
      TestEnvironment.projectFolder + "/Scripts/with-alsa",
      ["bash", "-c", Self.inside, "\(moment)"], in: folder.path)
    #expect(kernel.errors.contains("the kernel stopped before the command had ended"), "\(kernel.errors)")
    // Replays the file system's own journal, as the next start of the machine does.
    try await run("e2fsck", "-fp", "disk.img", statuses: 0...1)
    let uptime = String(decoding: try folder.bytes("uptime"), as: UTF8.self)
    let seconds = try #require(uptime.split(separator: " ").first.flatMap { Double($0) })
    var journals: [String] = []
    for index in 1...5 {
      let name = "take\(index).recording.mid"
      try await run("debugfs", "-R", "dump /\(name) \(name)", "disk.img")
      let log = String(decoding: try folder.bytes("take\(index).log"), as: UTF8.self)
      let take = WrittenTake(folder.path("take\(index).mid"), log)
      let least = take.appendedCount(at: UInt64((seconds - 1) * 1e9))
      #expect(least > 0)
      WrittenTake.expectEvents(least...1_000_000, in: take.journalPath, "take \(index)")
      journals.append(take.journalPath)
      let count = try Samples.recording(take.journalPath).messagesInOrder.count
      print("power cut: \(count) events are there, \(least) had to be")
    }
    try await WrittenTake.expectSecondReadersAgree(on: journals)
  }

  private func run(_ name: String, _ arguments: String..., statuses: ClosedRange<Int32> = 0...0) async throws
  {
    let result = try await Program.run(name, arguments, in: folder.path)
    #expect(statuses.contains(result.status), "\(name): \(result.output) \(result.errors)")
  }
}
