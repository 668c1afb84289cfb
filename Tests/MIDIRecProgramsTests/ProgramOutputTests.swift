import Glibc
import MIDICore
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSessions

/// The output of programs is kept up to a limit.
@Suite struct ProgramOutputTests {
  @Test func streamsAreKeptSeparately() async throws {
    try await onOwnThread {
      try ProgramProcess.run(.shell("echo out; echo err >&2; echo more")) { process in
        _ = process.end(.itself, within: .seconds(60))
        #expect(process.outputText == "out\nmore\n")
        #expect(process.errorText == "err\n")
      }
    }
  }

  @Test(arguments: [0, 1, 65_536, 1_000_000]) func wholeOutputIsKept(byteCount: Int) async throws {
    try await onOwnThread {
      try ProgramProcess.run(.init("head", "-c", "\(byteCount)", "/dev/zero")) { process in
        _ = process.end(.itself, within: .seconds(60))
        #expect(process.streams.output.bytes.count == byteCount)
        #expect(!process.streams.isOver)
      }
    }
  }

  @Test(arguments: [0, 1]) func limitIsExact(excess: Int) async throws {
    var launch = ProgramProcess.Launch("head", "-c", "\(100_000 + excess)", "/dev/zero")
    launch.byteLimit = 100_000
    try await onOwnThread { [launch] in
      try ProgramProcess.run(launch) { process in
        _ = process.end(.itself, within: .seconds(60))
        #expect(process.streams.output.bytes.count == 100_000)
        #expect(process.streams.isOver == (excess > 0))
      }
    }
  }

  @Test func endlessOutputIsDetectedAndLimited() async throws {
    var launch = ProgramProcess.Launch.shell("yes >&2")
    launch.byteLimit = 1 << 20
    try await onOwnThread { [launch] in
      try ProgramProcess.run(launch) { process in
        process.waitForEnd()
        #expect(process.streams.isOver)
        #expect(!process.child.hasEnded)
        let end = process.end(.terminate, within: .seconds(60))
        #expect(end.termination == .signal(15))
        #expect(process.streams.errors.bytes.count == 1 << 20)
        #expect(process.streams.output.bytes.isEmpty)
      }
    }
  }

  @Test func hundredMegabytesAreReadCompletely() async throws {
    try await onOwnThread {
      try ProgramProcess.run(.shell("head -c 100000000 /dev/zero; echo the end >&2; echo the last line")) {
        process in
        let end = process.end(.itself, within: .seconds(60))
        #expect(end == .init(termination: .exit(0), killed: [], isEarly: end.isEarly))
        #expect(process.streams.output.bytes.count == 16 << 20)
        #expect(process.errorText == "the end\n")
        #expect(process.lastLines().suffix(1) == ["the end"])
      }
    }
  }

  @Test func atMostTenLastLinesAreKept() async throws {
    try await onOwnThread {
      try ProgramProcess.run(.shell("seq 100; seq 200 210 >&2")) { process in
        _ = process.end(.itself, within: .seconds(60))
        #expect(process.lastLines() == ["96", "97", "98", "99", "100", "206", "207", "208", "209", "210"])
      }
    }
  }

  @Test func lastLinesComeFromOnlyNonemptyStream() async throws {
    try await onOwnThread {
      try ProgramProcess.run(.shell("seq 100; printf 'no line feed' >&2")) { process in
        _ = process.end(.itself, within: .seconds(60))
        #expect(process.lastLines() == (92...100).map { "\($0)" } + ["no line feed"])
      }
    }
  }

  @Test func lastLinesIncludeOutputBeyondLimit() async throws {
    try await onOwnThread {
      var launch = ProgramProcess.Launch("seq", "100000")
      launch.byteLimit = 100
      try ProgramProcess.run(launch) { process in
        _ = process.end(.itself, within: .seconds(60))
        #expect(process.streams.output.bytes.count == 100)
        #expect(process.lastLines() == (99_991...100_000).map { "\($0)" })
      }
    }
  }

  @Test func longLastLineIsShortened() async throws {
    try await onOwnThread {
      try ProgramProcess.run(.shell("printf '%0200d\\n%0201d\\n' 0 0")) { process in
        _ = process.end(.itself, within: .seconds(60))
        let zeros = String(repeating: "0", count: 200)
        #expect(process.lastLines() == [zeros, zeros + "…"])
      }
    }
  }

  @Test func escapedProcessDoesNotKeepPipeOpen() async throws {
    // The pipe stays open in an escaped process, which can't be identified.
    try await onOwnThread {
      let script = """
        import os
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.write(1, str(os.getpid()).encode())
                os.write(writing, b"x")
                os.execve("/bin/sleep", ["sleep", "1000"], {})
            os._exit(0)
        os.wait()
        os.read(reading, 1)
        """
      let output = try ProgramProcess.run(.python(script)) { process in
        _ = process.end(.itself, within: .seconds(60))
        return String(decoding: process.streams.output.bytes, as: UTF8.self)
      }
      // It still has the pipe, and midirec didn't wait for it.
      let holder = try #require(Int32(output))
      #expect(kill(holder, SIGKILL) == 0)
    }
  }

  @Test func closedDescriptorIsRejected() {
    // The system has no descriptors as high as this.
    let closed = FileDescriptor(rawValue: .max)
    #expect(throws: SubjectFailure.self) { try ProgramOutput(output: closed, errors: closed, limit: 10) }
  }
}
