import Glibc
import MIDICore
import TestSupport
import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSystem

/// The end of programs and their processes.
@Suite struct ProgramEndTests {
  /// Runs a program until `body` has ended it, and expects that no process of it is left.
  private func end(
    _ launch: ProgramProcess.Launch, _ body: @escaping @Sendable (ProgramProcess) throws -> ProgramProcess.End
  ) async throws -> ProgramProcess.End {
    try await onOwnThread {
      var marker = ""
      let end = try ProgramProcess.run(launch) { process in
        marker = process.marker
        return try body(process)
      }
      #expect(!marker.isEmpty)
      #expect(processes(carrying: marker) == [])
      return end
    }
  }

  @Test func programThatExitsOnItsOwnIsEarly() async throws {
    let found = try await end(.shell("exit 3")) { process in
      process.waitForEnd()
      #expect(process.child.hasEnded)
      return process.end(.terminate, within: .seconds(60))
    }
    #expect(found == .init(termination: .exit(3), killed: [], isEarly: true))
  }

  @Test func crashIsReportedWithSignal() async throws {
    let found = try await end(.shell("kill -SEGV $$")) { process in
      process.waitForEnd()
      return process.end(.terminate, within: .seconds(60))
    }
    #expect(found == .init(termination: .signal(SIGSEGV), killed: [], isEarly: true))
  }

  @Test(arguments: [(ProgramSettings.Ending.terminate, SIGTERM), (.interrupt, SIGINT), (.hangUp, SIGHUP)])
  func signalEndsProgram(request: ProgramSettings.Ending, number: Int32) async throws {
    let found = try await end(.init("sleep", "1000")) { $0.end(request, within: .seconds(60)) }
    #expect(found == .init(termination: .signal(number), killed: [], isEarly: false))
  }

  @Test func programThatHandlesSignalChoosesStatus() async throws {
    let script = "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done"
    let found = try await end(.shell(script)) { process in
      try process.waitForOutput("ready")
      let end = process.end(.terminate, within: .seconds(60))
      #expect(process.outputText == "ready\nbye\n")
      return end
    }
    #expect(found == .init(termination: .exit(7), killed: [], isEarly: false))
  }

  @Test func programThatIgnoresSignalIsKilledAfterLimit() async throws {
    let start = StopToken.now
    let found = try await end(.shell("trap '' TERM; echo ready; exec sleep 1000")) { process in
      try process.waitForOutput("ready")
      return process.end(.terminate, within: .milliseconds(200))
    }
    #expect(found.termination == .signal(SIGKILL))
    #expect(!found.isEarly)
    #expect(found.killed.map { $0.drop { $0 != " " } } == [" sleep"])
    #expect(StopToken.now - start >= .milliseconds(200))
  }

  @Test func endOfInputEndsProgram() async throws {
    var launch = ProgramProcess.Launch("cat")
    launch.keepsInputOpen = true
    let found = try await end(launch) { process in
      #expect(!process.child.hasEnded)
      return process.end(.endOfInput, within: .seconds(60))
    }
    #expect(found == .init(termination: .exit(0), killed: [], isEarly: false))
  }

  @Test func childrenAlsoGetSignal() async throws {
    let found = try await end(.shell("sleep 1000 & sleep 1001 & echo ready; wait")) { process in
      try process.waitForOutput("ready")
      return process.end(.terminate, within: .seconds(60))
    }
    #expect(found == .init(termination: .signal(SIGTERM), killed: [], isEarly: false))
  }

  @Test func processInSeparateSessionAlsoGetsSignal() async throws {
    // It waits for its child, which is in a different session and group.
    let found = try await end(.shell("setsid sleep 1000 & echo ready; wait; exit 5")) { process in
      try process.waitForOutput("ready")
      while process.processes().count < 2 {}
      return process.end(.terminate, within: .seconds(60))
    }
    #expect(found.killed == [])
  }

  @Test func remainingProcessesAreKilledAndNamed() async throws {
    let script = "trap '' TERM; sleep 1000 & until grep -q sleep /proc/$!/comm; do :; done"
    let found = try await end(.shell(script)) { process in
      process.waitForEnd()
      return process.end(.itself, within: .milliseconds(100))
    }
    #expect(found.termination == .exit(0))
    #expect(found.killed.map { $0.drop { $0 != " " } } == [" sleep"])
  }

  /// A program that becomes a daemon: only the marker identifies it, not its session, group, or parents.
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

  @Test func daemonIsFoundAndKilled() async throws {
    let found = try await end(.python(Self.daemon)) { process in
      try process.waitForOutput("\n")
      process.waitForEnd()
      let number = Int32(process.outputText.split { $0 == " " || $0 == "\n" }[1])
      #expect(process.processes().contains(try #require(number)))
      return process.end(.terminate, within: .milliseconds(100))
    }
    #expect(found.termination == .exit(0))
    #expect(found.killed.map { $0.drop { $0 != " " } } == [" sleep"])
  }

  /// Processes that only one property identifies. Each prints `ready` when the others no longer apply.
  private static let hidden:
    [(script: String, variables: [String: String], readyCount: Int, processCount: Int)] = [
      // By its parent: a different session, no marker.
      ("env -i setsid sh -c 'echo ready; exec sleep 30' & wait", [:], 1, 2),
      // By its session: no parent, no marker.
      ("(env -i sh -c 'echo ready; exec sleep 30' &); exec sleep 31", [:], 1, 2),
      // By its marker, which follows many other variables.
      (
        "(setsid sh -c 'echo ready; exec sleep 30' &); exec sleep 31",
        ["LARGE": String(repeating: "x", count: 20_000)], 1, 2
      ),
      // By its parent, which only the marker identifies.
      (
        "(setsid sh -c 'for i in 1 2 3 4 5; do env -i setsid sh -c \"echo ready; exec sleep 30\" & done; wait' &);"
          + " exec sleep 31", [:], 5, 7
      ),
    ]

  @Test(arguments: hidden)
  func anyPropertyIdentifiesProcess(
    script: String, variables: [String: String], readyCount: Int, processCount: Int
  ) async throws {
    let found = try await end(.shell(script, variables: variables)) { process in
      try process.waitForOutput(String(repeating: "ready\n", count: readyCount))
      return process.end(.itself, within: .zero)
    }
    #expect(found.killed.count >= processCount, "\(found.killed)")
  }

  @Test func endlesslyForkingProgramIsKilled() async throws {
    let script = "trap '' TERM; echo ready; while :; do (sleep 1000 &) ; sleep 0.001; done"
    let found = try await end(.shell(script)) { process in
      try process.waitForOutput("ready")
      return process.end(.terminate, within: .milliseconds(100))
    }
    #expect(found.termination == .signal(SIGKILL))
    #expect(found.killed.count > 1)
  }

  @Test func stoppedProcessIsKilled() async throws {
    let found = try await end(.shell("echo ready; kill -STOP $$; echo never")) { process in
      try process.waitForOutput("ready")
      // No event announces that.
      while ProcessEntry(process.child.id)?.state != UInt8(ascii: "T") {}
      return process.end(.terminate, within: .milliseconds(100))
    }
    #expect(found.termination == .signal(SIGKILL))
  }

  @Test func throwingBodyLeavesNoProcess() async throws {
    struct Oops: Error {}
    try await onOwnThread {
      var marker = ""
      #expect(throws: Oops.self) {
        try ProgramProcess.run(.shell("sleep 1000 & sleep 1001")) { process in
          marker = process.marker
          throw Oops()
        }
      }
      #expect(processes(carrying: marker) == [])
    }
  }

  @Test func secondEndReturnsSameResult() async throws {
    let found = try await end(.init("sleep", "1000")) { process in
      let first = process.end(.terminate, within: .seconds(60))
      #expect(process.end(.interrupt, within: .zero) == first)
      return first
    }
    #expect(found.termination == .signal(SIGTERM))
  }
}
