import TestSupport
import Testing

/// Runs a shell script that starts simulated machines with `simulate`.
///
/// It holds one place for machines, so the script must start them in sequence, or a few at a time.
func runSimulateScript(
  _ script: String, _ variables: [String] = [], in folder: TemporaryFolder
) async throws -> Program.Result {
  try await onMachineSlot {
    try await Program.run(
      "env",
      variables + [
        "midirec=\(TestEnvironment.midirec)", "timeout", "120", "bash", "-c",
        "simulate() { \"$midirec\" simulate \"$@\"; }\n" + script,
      ], in: folder.path)
  }
}
