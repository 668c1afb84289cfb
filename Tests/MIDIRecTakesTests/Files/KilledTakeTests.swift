import Foundation
import MIDIFiles
import MIDIRecTakes
import SystemPackage
import TestSupport
import Testing

/// Recording by processes that are killed while they write 1,000 events per second.
///
/// The age of the last synced events depends on the disk. SafeTakesOnSequencerTests checks the sync times of captures
/// with the simulated clock.
@Suite struct KilledTakeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func killedTakeHasAllSyncedEvents() async throws {
    var generator = SeededGenerator.forProperties()
    let count = TestEnvironment.isFull ? 220 : 20
    let moments = (0..<count).map { _ in Int.random(in: 0...2500, using: &generator) }
    var journals: [String] = []
    // Run twenty at once to save time.
    for start in stride(from: 0, to: count, by: 20) {
      journals += try await withThrowingTaskGroup(of: String?.self) { group in
        for index in start..<min(start + 20, count) {
          let path = folder.path("take\(index).mid")
          let moment = moments[index]
          // For every tenth, the time counts from the start of the process, so it can die before it writes anything.
          let isBegun = index % 10 != 0
          group.addTask { try await Self.kill(path, afterMilliseconds: moment, ofRecording: isBegun) }
        }
        return try await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
      }
    }
    try await WrittenTake.expectSecondReadersAgree(on: journals)
    print("\(count) takes killed, \(journals.count) of them with a journal")
    #expect(journals.count >= count * 9 / 10)
    for index in 0..<count {
      guard let left = OrphanedJournal(FilePath(folder.path("take\(index).mid"))) else { continue }
      do { try left.recover() } catch OrphanedJournal.Failure.empty {}
    }
    #expect(try folder.names().allSatisfy { $0.wholeMatch(of: /take\d+\.mid/) != nil })
  }

  /// Writes a take until it is killed, and checks the files that remain.
  ///
  /// - Returns: The journal, if the take had one.
  private static func kill(
    _ path: String, afterMilliseconds moment: Int, ofRecording: Bool
  ) async throws -> String? {
    let writer = try Program.start(WrittenTake.writer, [path, "1000000", "1000"])
    if ofRecording { try await writer.line(containing: "recording", on: .output) }
    try await Task.sleep(for: .milliseconds(moment))
    writer.signal(SIGKILL)
    let take = WrittenTake(path, await writer.result().output)
    guard FileManager.default.fileExists(atPath: take.journalPath) else {
      #expect(!take.hasBegun && !ofRecording)
      return nil
    }
    WrittenTake.expectEvents(
      take.syncedCount...1_000_000, in: take.journalPath, "killed after \(moment) ms")
    return take.journalPath
  }
}
