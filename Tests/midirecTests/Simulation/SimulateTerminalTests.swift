import TestSupport
import Testing

/// `midirec simulate` on a terminal.
@Suite(.enabled(if: Screen.isAvailable, "no tmux here: Scripts/setup peers installs it"))
struct SimulateTerminalTests {
  @Test func commandHasTheTerminal() async throws {
    try await onMachineSlot {
      let screen = try await Screen.open(columns: 70, rows: 20)
      // Typed in two parts, so that the echoed command doesn't match the prompt.
      let prompt = #"PS1="in""side$ ""#
      try await screen.run("\(prompt) \(TestEnvironment.midirec) simulate -- bash --norc; echo status $?")
      try await screen.awaitText("inside$")
      try await screen.run("stty size")
      try await screen.awaitText("20 70")
      try await screen.resize(columns: 90, rows: 30)
      try await screen.run("stty size")
      try await screen.awaitText("30 90")
      try await screen.run(#"sh -c 'trap "echo caught; exit" INT; echo waiting; sleep infinity & wait'"#)
      try await screen.awaitLines("a program that waits") { $0.contains("waiting") }
      try await screen.press("C-c")
      try await screen.awaitLines("an answer to Ctrl-C") { $0.contains { $0.hasSuffix("caught") } }
      try await screen.run("exit 7")
      try await screen.awaitText("status 7")
      try await screen.run("stty -a")
      try await screen.awaitLines("the settings of a shell's terminal") { lines in
        lines.contains { $0.contains(" icanon") } && lines.contains { $0.contains(" echo ") }
      }
    }
  }
}
