import TestSupport
import Testing

/// The report of `midirec doctor` on simulated machines, which doesn't depend on this machine.
@Suite struct DoctorCommandTests {
  @Test func simulatedMachineRunsCommands() async throws {
    let result = try await onMachineSlot { try await Program.midirec("doctor") }
    #expect(result.output.contains(/(?m)^ok +simulated machine +runs commands$/), "\(result.output)")
  }

  @Test func missingKernelIsReportedWithRemedy() async throws {
    let result = try await Program.run(
      "env", ["-u", "MIDIREC_KERNEL", "XDG_CACHE_HOME=/none", TestEnvironment.midirec, "doctor"])
    let lines = result.output.split(separator: "\n")
    let index = try #require(
      lines.firstIndex { $0.contains(/^warn +simulated machine +its kernel isn't built/) })
    #expect(lines[index + 1].contains(/^ +fix: run .*\/Scripts\/setup kernel$/))
  }
}
