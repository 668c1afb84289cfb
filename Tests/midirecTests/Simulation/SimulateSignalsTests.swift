import Foundation
import TestSupport
import Testing

/// Signals to `midirec simulate`, and the processes and files that remain.
@Suite struct SimulateSignalsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts a shell script on a simulated machine, and waits until it prints "ready".
  private func start(_ script: String) async throws -> Program {
    let program = try Program.start(
      TestEnvironment.midirec, ["simulate", "--", "sh", "-c", script], in: folder.path)
    try await program.line(containing: "ready", on: .output)
    return program
  }

  /// Returns the folders of the machine of a process, and the processes that name them in their command line.
  private func remains(of process: Int32) throws -> [String] {
    let name = "midirec-machine-\(process)-"
    let files = FileManager.default
    let folders = try files.contentsOfDirectory(atPath: files.temporaryDirectory.path).filter {
      $0.hasPrefix(name)
    }
    let processes = try files.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }.filter {
      (try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8))?.contains(name) == true
    }
    return folders + processes
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2])
  func signalReachesCommand(number: Int32) async throws {
    try await onMachineSlot {
      let program = try await start(
        "trap 'echo caught; exit 3' INT TERM HUP QUIT USR1 USR2; echo ready; sleep infinity & wait")
      program.signal(number)
      let result = await program.result()
      #expect(result.status == 3)
      #expect(result.output == "ready\ncaught\n")
      #expect(try remains(of: program.processID).isEmpty)
    }
  }

  @Test func commandEndedBySignalIsReported() async throws {
    try await onMachineSlot {
      let program = try await start("echo ready; exec sleep infinity")
      program.signal(SIGTERM)
      #expect(await program.result().status == 128 + SIGTERM)
    }
  }

  @Test func thirdInterruptEndsMachine() async throws {
    try await onMachineSlot {
      let program = try await start("trap 'echo caught' INT; echo ready; while true; do :; done")
      for count in 1...2 {
        program.signal(SIGINT)
        // Two interrupts that arrive before midirec runs count as one.
        try await program.line(containing: "caught", count: count, on: .output)
      }
      program.signal(SIGINT)
      let result = await program.result()
      #expect(result.status != 0)
      #expect(result.errors.contains("killed"), "\(result.errors)")
      #expect(try remains(of: program.processID).isEmpty)
    }
  }

  @Test(arguments: ["sleep infinity", "while true; do :; done"])
  func killLeavesNothing(command: String) async throws {
    try await onMachineSlot {
      let program = try await start("echo ready; \(command)")
      #expect(try remains(of: program.processID).count > 2)
      program.signal(SIGKILL)
      #expect(await program.result().status == 128 + SIGKILL)
      // The keeper of the folder doesn't report its end.
      for _ in 0..<1_000 where try !remains(of: program.processID).isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(try remains(of: program.processID).isEmpty)
    }
  }
}
