import Glibc
import System
import Testing

@Suite struct ProcFileTests {
  @Test func ownProcessIsDescribed() throws {
    let entry = try #require(ProcessEntry(getpid()))
    #expect(entry.id == getpid())
    #expect(entry.parent == getppid())
    #expect(entry.group == getpgrp())
    #expect(entry.session == getsid(0))
    #expect(!entry.hasEnded)
    #expect(entry.startTime > 0)
  }

  @Test func threadsAreListedAndDescribed() throws {
    let threads = try #require(ProcFile.numbers(in: "/proc/self/task"))
    #expect(threads.contains { ProcessEntry(thread: $0, of: getpid())?.isRunning == true })
  }

  @Test func missingProcessAndFolderAreNil() {
    #expect(ProcessEntry(0) == nil)
    #expect(ProcFile.numbers(in: "/proc/0") == nil)
    #expect(ProcFile.bytes("/proc/0/stat") == nil)
  }

  @Test(arguments: [("0", 0), ("18446744073709551615", UInt64.max), ("", nil), ("-1", nil), ("1 ", nil)])
  func wholeNumbersAreParsed(text: String, number: UInt64?) {
    #expect(ProcFile.wholeNumber(text.utf8) == number)
  }
}
