import Foundation
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSimulation

/// A machine from the view of the program that starts it.
@Suite struct MachineTests {
  /// Starts a shell script on a simulated machine.
  private static func start(_ script: String) throws -> Machine {
    let environment = ProcessInfo.processInfo.environment
    var settings = MachineSettings(
      command: ["sh", "-c", script],
      environment: MachineSettings.guestEnvironment(from: environment, clock: .simulated), folder: "/")
    settings.writableFolders = []
    return try Machine.start(
      settings, kernel: KernelImage.prepared(environment: environment),
      program: FilePath(TestEnvironment.midirec))
  }

  @Test func simulatedTimeIsReadableDuringComputation() async throws {
    try await onMachineSlot {
      try await onOwnThread {
        let machine = try Self.start("sleep 100; while :; do :; done")
        defer {
          machine.kill()
          machine.remove()
        }
        let deadline = ContinuousClock.now + .seconds(60)
        var time: Int64 = 0
        while time < 100_000_000_000 {
          try #require(ContinuousClock.now < deadline, "simulated time is \(time) ns")
          usleep(10_000)
          time = try #require(machine.simulatedTime)
        }
        #expect(time < 101_000_000_000)
        #expect(machine.runningPrograms() == ["sh -c sleep 100; while :; do :; done"])
        #expect(try #require(machine.simulatedTime) < 101_000_000_000)
      }
    }
  }

  @Test func endedMachineHasNoSimulatedTime() async throws {
    try await onMachineSlot {
      try await onOwnThread {
        let machine = try Self.start("exit 3")
        defer { machine.remove() }
        #expect(try machine.waitForEnd().get().status == 3)
        #expect(machine.simulatedTime == nil)
        #expect(machine.runningPrograms() == [])
      }
    }
  }
}
