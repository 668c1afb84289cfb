import Foundation
import MIDICore
import MIDIFiles
import MIDIRecSystem
import MIDIRecTakes
import SystemPackage
import TestSupport
import Testing

/// Recording to disks that are full or fail at one of the writes.
@Suite struct FailingDiskTests {
  let folder: TemporaryFolder
  /// Enough for three syncs and the end.
  private static let eventCount = 240

  init() throws { folder = try TemporaryFolder() }

  /// Runs the writer at full speed under a command that makes its disk fail.
  private static func write(
    _ path: String, spare: String, events: Int = eventCount, under command: [String]
  ) async throws -> WrittenTake {
    let arguments = command + [WrittenTake.writer, path, "\(events)", "x\(events / 3)", spare]
    let result = try await Program.run(arguments[0], Array(arguments.dropFirst()))
    return WrittenTake(path, result.output)
  }

  /// Checks the invariants of a take on a disk that failed.
  ///
  /// - Parameter spareWorks: Whether the disk of the spare file works.
  private static func check(
    _ take: WrittenTake, spare: String, events: Int = eventCount, spareWorks: Bool, _ comment: Comment
  ) throws {
    let all = events...events
    if take.isFinished {
      WrittenTake.expectEvents(all, in: take.path, comment)
      return
    }
    #expect(take.hasFailed, comment)
    guard take.hasBegun else {
      #expect(!FileManager.default.fileExists(atPath: take.path), comment)
      return
    }
    let safe = try #require(take.unfinishedPath, comment)
    WrittenTake.expectEvents(take.syncedCount...events, in: safe, comment)
    if spareWorks { WrittenTake.expectEvents(all, in: spare, comment) }
    if safe != take.path {
      let left = try #require(OrphanedJournal(FilePath(take.path)), comment)
      try left.recover(replacing: true)
      WrittenTake.expectEvents(take.syncedCount...events, in: take.path, comment)
    }
  }

  /// The method of exchanging names, which depends on the file system.
  enum Names: String, CaseIterable, Sendable {
    case exchanged, linked, renamed

    /// The errors that strace injects.
    var refusals: [String] {
      switch self {
      case .exchanged: []
      case .linked: ["inject=renameat2:error=EINVAL"]
      case .renamed: ["inject=renameat2:error=EINVAL", "inject=link:error=EPERM"]
      }
    }

    /// The system calls that a take then makes on its files.
    var calls: [String] {
      let names =
        switch self {
        case .exchanged: ["renameat2"]
        case .linked: ["link", "rename", "unlink"]
        case .renamed: ["rename", "unlink"]
        }
      return names + (self == .exchanged ? ["pwrite64", "fdatasync", "fsync", "unlink"] : [])
    }
  }

  @Test(.enabled(if: TestEnvironment.hasProgram("strace"), "strace makes writes fail: Scripts/setup peers"))
  func failingCallLosesNoSyncedEvents() async throws {
    let cases = Names.allCases.flatMap { names in
      // If time is short, test only the combinations that found the most: persistent failures without name exchange.
      let repetitions = TestEnvironment.isFull ? ["", "+"] : names == .exchanged ? [""] : ["+"]
      return names.calls.flatMap { call in repetitions.map { (names, call, $0) } }
    }
    // Two at a time, because the smallest machine has two processors.
    let folder = folder
    let failures = try await withThrowingTaskGroup(of: Int.self) { group in
      for lane in 0..<2 {
        group.addTask {
          var failures = 0
          for index in stride(from: lane, to: cases.count, by: 2) {
            let (names, call, repetition) = cases[index]
            failures += try await Self.failEach(call, names, repetition, in: folder)
          }
          return failures
        }
      }
      return try await group.reduce(0, +)
    }
    print("\(failures) takes with a failed call")
    #expect(failures > 40)
  }

  /// Writes takes in which the first, second, and later calls of a kind fail, one per take.
  ///
  /// With `+`, all later calls also fail.
  ///
  /// - Returns: The number of takes with a failed call.
  private static func failEach(
    _ call: String, _ names: Names, _ repetition: String, in folder: TemporaryFolder
  ) async throws -> Int {
    for number in 1...100 {
      let name = "\(names)-\(call)-\(number)\(repetition)"
      let disk = folder.path(name)
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
      let log = folder.path("\(name).log")
      let failure = "inject=\(call):error=EIO:when=\(number)\(repetition)"
      let traced = Set(["renameat2", "link", call]).sorted().joined(separator: ",")
      let command = ["strace", "-f", "--seccomp-bpf", "-o", log, "-e", "trace=\(traced)"]
      let options = (names.refusals + [failure]).flatMap { ["-e", $0] }
      let spare = folder.path("\(name).mid")
      let take = try await write("\(disk)/take.mid", spare: spare, under: command + options)
      let wasHit = try String(contentsOfFile: log, encoding: .utf8).contains("= -1 EIO")
      try check(take, spare: spare, spareWorks: repetition.isEmpty, "\(name)")
      if !wasHit {
        #expect(take.isFinished, "\(name)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["take.mid"], "\(name)")
        return number - 1
      }
      #expect(take.hasFailed, "\(name)")
    }
    Issue.record("too many calls to \(call)")
    return 0
  }

  /// A sync costs the same in the tenth hour as in the first minute, because each event is written twice.
  @Test(.enabled(if: TestEnvironment.hasProgram("strace"), "strace counts the bytes: Scripts/setup peers"))
  func syncCostDoesNotDependOnTakeLength() async throws {
    let log = folder.path("log")
    let command = ["strace", "-f", "--seccomp-bpf", "-o", log, "-e", "trace=pwrite64,fdatasync"]
    let arguments = command.dropFirst() + [WrittenTake.writer, folder.path("take.mid"), "20000", "x100"]
    #expect(try await Program.run(command[0], Array(arguments)).status == 0)
    var costs = [0]
    for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
      if line.contains("fdatasync(") { costs.append(0) }
      guard line.contains("pwrite64("), let last = line.split(separator: " ").last, let count = Int(last)
      else { continue }
      costs[costs.count - 1] += count
    }
    // Two files start the take, and the last sync adds only its end.
    let syncs = costs.dropFirst(3).dropLast(2)
    #expect(syncs.count > 190)
    // 200 events of a delta time and three bytes, the header of the track, and its end.
    #expect(syncs.allSatisfy { 800...820 ~= $0 }, "\(costs)")
  }

  /// Limits the file size to every length in steps that aren't a multiple of an event's length.
  @Test func fileSizeLimitLosesNoEvents() async throws {
    var failures = 0
    for limit in stride(from: 1, through: 1200, by: TestEnvironment.isFull ? 1 : 41) {
      let path = folder.path("limit\(limit).mid")
      let spare = folder.path("spare\(limit).mid")
      let take = try await Self.write(path, spare: spare, under: ["prlimit", "--fsize=\(limit):unlimited"])
      if take.hasFailed { failures += 1 }
      try Self.check(take, spare: spare, spareWorks: true, "files of at most \(limit) bytes")
    }
    print("\(failures) takes that met the limit")
    #expect(failures > 20)
  }

  @Test(.enabled(if: getuid() == 0, "only root can mount a small disk"), arguments: 1...10)
  func fullDiskLosesNoEvents(pages: Int) async throws {
    let disk = try await SmallDisk.mount(folder.path("disk"), size: "\(pages * 4)k")
    let spare = folder.path("spare.mid")
    let events = 3000
    let take = try await Self.write("\(disk.path)/take.mid", spare: spare, events: events, under: ["env"])
    try Self.check(take, spare: spare, events: events, spareWorks: true, "\(pages) pages")
    try await disk.unmount()
  }

  @Test(.enabled(if: getuid() == 0, "only root can mount a small disk"))
  func eventsAreWrittenOnceDiskHasRoom() async throws {
    let disk = try await SmallDisk.mount(folder.path("disk"), size: "16k")
    var take = try TakeFile.create(
      at: FilePath(disk.path).appending("take.mid"), sources: [TakeSource(name: "Writer")], replacing: false)
    var synced = 0
    var failure: FileError?
    for index in 0..<10_000 {
      take.append(
        .controlChange(channel: .number(1), controller: 1, value: UInt7(masking: UInt8(index % 128))),
        at: .milliseconds(Int64(index)))
      guard index % 500 == 499 else { continue }
      do {
        try take.sync()
        #expect(failure == nil)
        synced = index + 1
      } catch {
        failure = failure ?? error
        WrittenTake.expectEvents(synced...synced, in: take.journalPath.string, "full at \(index)")
      }
    }
    #expect(failure?.errno == .noSpace)
    #expect(failure?.operation == .write)
    #expect(synced > 0)
    try await disk.resize("1m")
    try take.sync()
    WrittenTake.expectEvents(10_000...10_000, in: take.journalPath.string, nil)
    try take.finish(at: .seconds(10))
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["take.mid"])
    try await disk.unmount()
  }
}
