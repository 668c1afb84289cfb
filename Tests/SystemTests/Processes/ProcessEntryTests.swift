import Glibc
import Testing

@testable import System

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

  @Test(arguments: [("0", 0), ("18446744073709551615", UInt64.max), ("", nil), ("-1", nil), ("1 ", nil)])
  func wholeNumbersAreParsed(text: String, number: UInt64?) {
    #expect(ProcessEntry.wholeNumber(text.utf8) == number)
  }
}
