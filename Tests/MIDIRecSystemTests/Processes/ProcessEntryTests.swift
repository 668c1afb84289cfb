import Glibc
import MIDICore
import SystemPackage
import Testing

@testable import MIDIRecSystem

@Suite struct ProcessEntryTests {
  @Test func ownProcessIsDescribed() throws {
    let entry = try #require(ProcessEntry(getpid()))
    #expect(entry.id == getpid())
    #expect(entry.parent == getppid())
    #expect(entry.group == getpgrp())
    #expect(entry.session == getsid(0))
    #expect(!entry.hasEnded)
    #expect(entry.startTime > 0)
    #expect(ProcessEntry.all.contains(getpid()))
  }

  @Test func threadsAreListedAndDescribed() throws {
    let threads = try #require(ProcessEntry(getpid())).threads
    #expect(threads.contains { $0.isRunning })
  }

  @Test func missingProcessIsNil() {
    #expect(ProcessEntry(0) == nil)
    #expect(!ProcessEntry.environment(of: 0, contains: "PATH=/usr/bin"))
  }

  /// A process that starts one program after the other is between two programs during many of the looks.
  @Test func environmentIsFoundBetweenTwoPrograms() throws {
    let script = #"exec /bin/sh -c "$0" "$0""#
    let child = try ChildProcess.start(
      ["/bin/sh", "-c", script, script], environment: [Array("MARK=1".utf8)], folder: "/")
    defer {
      kill(child.id, SIGKILL)
      _ = child.waitForEnd()
    }
    for _ in 0..<2_000 { try #require(ProcessEntry.environment(of: child.id, contains: "MARK=1")) }
  }

  @Test func emptyEnvironmentHasNoEntry() throws {
    let child = try ChildProcess.start(["/bin/sleep", "1000"], environment: [], folder: "/")
    defer {
      kill(child.id, SIGKILL)
      _ = child.waitForEnd()
    }
    let start = StopToken.now
    #expect(!ProcessEntry.environment(of: child.id, contains: "MARK=1"))
    #expect(StopToken.now - start < .milliseconds(900))
  }

  @Test(arguments: [("0", 0), ("18446744073709551615", UInt64.max), ("", nil), ("-1", nil), ("1 ", nil)])
  func wholeNumbersAreParsed(text: String, number: UInt64?) {
    #expect(ProcessEntry.wholeNumber(text.utf8) == number)
  }
}
