import Glibc
import MIDICore
import Processes
import TestSupport
import Testing

@testable import Programs
@testable import Waiting

/// How programs end, and that nothing is left of them.
@Suite struct ProgramEndTests {
  /// Runs a program until `body` has ended it, and expects that nothing of it is left.
  private func end(
    _ launch: ProgramProcess.Launch, _ body: @escaping @Sendable (ProgramProcess) throws -> ProgramProcess.End
  ) async throws -> ProgramProcess.End {
    try await onOwnThread {
      var marker = ""
      let end = try ProgramProcess.run(launch) { process in
        marker = process.marker.value
        return try body(process)
      }
      #expect(!marker.isEmpty)
      #expect(processes(carrying: marker) == [])
      return end
    }
  }

  @Test func oneThatEndsByItselfIsEarly() async throws {
    let found = try await end(.shell("exit 3")) { process in
      process.waitForEnd()
      #expect(process.hasEnded)
      return process.end(.signal(SIGTERM), within: .seconds(60))
    }
    #expect(found == .init(termination: .exit(3), killed: [], isEarly: true))
  }

  @Test func aCrashIsToldBySignal() async throws {
    let found = try await end(.shell("kill -SEGV $$")) { process in
      process.waitForEnd()
      return process.end(.signal(SIGTERM), within: .seconds(60))
    }
    #expect(found == .init(termination: .signal(SIGSEGV), killed: [], isEarly: true))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aSignalEndsIt(number: Int32) async throws {
    let found = try await end(.init("sleep", "1000")) { $0.end(.signal(number), within: .seconds(60)) }
    #expect(found == .init(termination: .signal(number), killed: [], isEarly: false))
  }

  @Test func oneThatTakesASignalEndsAsItWants() async throws {
    let script = "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done"
    let found = try await end(.shell(script)) { process in
      try process.waitForOutput("ready")
      let end = process.end(.signal(SIGTERM), within: .seconds(60))
      #expect(process.outputText == "ready\nbye\n")
      return end
    }
    #expect(found == .init(termination: .exit(7), killed: [], isEarly: false))
  }

  @Test func oneThatIgnoresTheSignalIsKilledAfterTheLimit() async throws {
    let start = StopToken.now
    let found = try await end(.shell("trap '' TERM; echo ready; exec sleep 1000")) { process in
      try process.waitForOutput("ready")
      return process.end(.signal(SIGTERM), within: .milliseconds(200))
    }
    #expect(found.termination == .signal(SIGKILL))
    #expect(!found.isEarly)
    #expect(found.killed.map { $0.drop { $0 != " " } } == [" sleep"])
    #expect(StopToken.now - start >= .milliseconds(200))
  }

  @Test func theEndOfItsInputEndsIt() async throws {
    var launch = ProgramProcess.Launch("cat")
    launch.keepsInputOpen = true
    let found = try await end(launch) { process in
      #expect(!process.hasEnded)
      return process.end(.endOfInput, within: .seconds(60))
    }
    #expect(found == .init(termination: .exit(0), killed: [], isEarly: false))
  }

  @Test func whatItHasStartedIsAskedToo() async throws {
    let found = try await end(.shell("sleep 1000 & sleep 1001 & echo ready; wait")) { process in
      try process.waitForOutput("ready")
      return process.end(.signal(SIGTERM), within: .seconds(60))
    }
    #expect(found == .init(termination: .signal(SIGTERM), killed: [], isEarly: false))
  }

  @Test func aProcessInASessionOfItsOwnIsAskedToo() async throws {
    // It waits for its child, which is in another session and group.
    let found = try await end(.shell("setsid sleep 1000 & echo ready; wait; exit 5")) { process in
      try process.waitForOutput("ready")
      while process.processes().count < 2 {}
      return process.end(.signal(SIGTERM), within: .seconds(60))
    }
    #expect(found.killed == [])
  }

  @Test func whatItLeavesBehindIsKilledAndNamed() async throws {
    let found = try await end(.shell("trap '' TERM; sleep 1000 & exit 0")) { process in
      process.waitForEnd()
      return process.end(.none, within: .milliseconds(100))
    }
    #expect(found.termination == .exit(0))
    #expect(found.killed.map { $0.drop { $0 != " " } } == [" sleep"])
  }

  /// A program that becomes a daemon: nothing is left of its session, its group or its parents but the marker.
  private static let daemon = """
    import os, signal, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            print("daemon", os.getpid(), flush=True)
            os.execvp("sleep", ["sleep", "1000"])
        os._exit(0)
    os.wait()
    """

  @Test func aDaemonIsFoundAndKilled() async throws {
    let found = try await end(.python(Self.daemon)) { process in
      try process.waitForOutput("daemon")
      process.waitForEnd()
      let number = Int32(process.outputText.split { $0 == " " || $0 == "\n" }[1])
      #expect(process.processes().contains(try #require(number)))
      return process.end(.signal(SIGTERM), within: .milliseconds(100))
    }
    #expect(found.termination == .exit(0))
    #expect(found.killed.map { $0.drop { $0 != " " } } == [" sleep"])
  }

  /// Processes that only one thing tells of: each says `ready` when nothing else does any more.
  private static let hidden:
    [(script: String, variables: [String: String], readyCount: Int, processCount: Int)] = [
      // Its parent: another session, no marker.
      ("env -i setsid sh -c 'echo ready; exec sleep 30' & wait", [:], 1, 2),
      // Its session: no parent, no marker.
      ("(env -i sh -c 'echo ready; exec sleep 30' &); exec sleep 31", [:], 1, 2),
      // Its marker, behind much else.
      (
        "(setsid sh -c 'echo ready; exec sleep 30' &); exec sleep 31",
        ["LARGE": String(repeating: "x", count: 20_000)], 1, 2
      ),
      // Its parent, of which only the marker tells.
      (
        "(setsid sh -c 'for i in 1 2 3 4 5; do env -i setsid sh -c \"echo ready; exec sleep 30\" & done; wait' &);"
          + " exec sleep 31", [:], 5, 7
      ),
    ]

  @Test(arguments: hidden)
  func oneThingThatTellsOfAProcessIsEnough(
    script: String, variables: [String: String], readyCount: Int, processCount: Int
  ) async throws {
    let found = try await end(.shell(script, variables: variables)) { process in
      try process.waitForOutput(String(repeating: "ready\n", count: readyCount))
      return process.end(.none, within: .zero)
    }
    #expect(found.killed.count >= processCount, "\(found.killed)")
  }

  @Test func oneThatForksWithoutEndIsKilled() async throws {
    let script = "trap '' TERM; echo ready; while :; do (sleep 1000 &) ; sleep 0.001; done"
    let found = try await end(.shell(script)) { process in
      try process.waitForOutput("ready")
      return process.end(.signal(SIGTERM), within: .milliseconds(100))
    }
    #expect(found.termination == .signal(SIGKILL))
    #expect(found.killed.count > 1)
  }

  @Test func oneThatIsStoppedIsKilled() async throws {
    let found = try await end(.shell("echo ready; kill -STOP $$; echo never")) { process in
      try process.waitForOutput("ready")
      // Nothing tells of that.
      while ProcessEntry(process.processID)?.state != UInt8(ascii: "T") {}
      return process.end(.signal(SIGTERM), within: .milliseconds(100))
    }
    #expect(found.termination == .signal(SIGKILL))
  }

  @Test func nothingIsLeftWhereTheBodyThrows() async throws {
    struct Oops: Error {}
    try await onOwnThread {
      var marker = ""
      #expect(throws: Oops.self) {
        try ProgramProcess.run(.shell("sleep 1000 & sleep 1001")) { process in
          marker = process.marker.value
          throw Oops()
        }
      }
      #expect(processes(carrying: marker) == [])
    }
  }

  @Test func askedAgainItSaysTheSame() async throws {
    let found = try await end(.init("sleep", "1000")) { process in
      let first = process.end(.signal(SIGTERM), within: .seconds(60))
      #expect(process.end(.signal(SIGKILL), within: .zero) == first)
      return first
    }
    #expect(found.termination == .signal(SIGTERM))
  }
}
