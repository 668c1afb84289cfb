import Foundation
import TestSupport
import Testing

/// `midirec piano` as a client of the sequencer.
@Suite(
  .onSimulatedMachine,
  .enabled(if: Screen.isAvailable, "no tmux here: Scripts/setup peers installs it"))
struct PianoOnSequencerTests {
  /// Shows a keyboard in a terminal.
  private func open(_ arguments: String) async throws -> Screen {
    let screen = try await Screen.open(columns: 100, rows: 24, variables: ["NO_COLOR=1"])
    try await screen.run("\(TestEnvironment.midirec) piano \(arguments); echo status $?")
    try await screen.awaitLines("a keyboard") { $0.first?.hasPrefix("midirec piano") == true && $0.count > 5 }
    return screen
  }

  /// Sends reports of the pointer at a position counted from 1.
  private func point(_ screen: Screen, _ reports: String...) async throws {
    for report in reports { try await screen.press("-l", "\u{1B}[<\(report)") }
  }

  private func words(_ output: String) -> [String] {
    output.split(separator: "\n").map { line in
      line.hasPrefix("+") ? String(line.drop { $0 != " " }.dropFirst()) : String(line)
    }
  }

  @Test func repeatedPressSendsOneNoteOnAndOneNoteOff() async throws {
    let receiver = try await Program.startMonitor("--in", "14:0", "--raw")
    let screen = try await open("--out 14:0 --velocity 90 --channel 3")
    #expect(try await screen.modes().reportsPointer)
    try await point(
      screen, "0;50;8M", "32;50;8M", "32;50;9M", "32;50;8M", "32;50;8M", "32;50;8M", "0;50;8m")
    // A different key, which shows that no more events follow the first.
    try await point(screen, "0;10;8M", "0;10;8m")
    try await receiver.lines(containing: "off", count: 2, on: .output)
    try await screen.press("q")
    try await screen.awaitText("status 0")
    #expect(try await screen.modes() == .ofShell)
    let words = words(await receiver.interrupt().output)
    #expect(words.count == 4, "\(words)")
    #expect(words.allSatisfy { $0.hasPrefix("ch 3 o") })
    #expect(words.map { $0.contains(" on ") } == [true, false, true, false])
    #expect(words[0].hasSuffix(" 90"))
    #expect(words[0].split(separator: " ")[3] == words[1].split(separator: " ")[3])
  }

  @Test func pointerPlaysKeysToConnectedClients() async throws {
    let screen = try await open("--out none")
    let receiver = try await Program.startMonitor("--in", "midirec piano", "--raw")
    try await point(screen, "0;50;8M")
    try await receiver.line(containing: "on", on: .output)
    try await screen.awaitLines("a pressed key") { $0.contains { $0.contains("vel 100") } }
    // The end releases held keys.
    try await screen.press("C-c")
    try await screen.awaitText("status 0")
    try await receiver.line(containing: "off", on: .output)
    #expect(words(await receiver.interrupt().output).count == 2)
  }

  @Test func otherClientsCanConnect() async throws {
    let piano = try Program.start(TestEnvironment.midirec, ["piano", "--in", "none", "--json"])
    try await piano.line(containing: "listening to its port \"midirec piano\"")
    let connection = try await Program.run("aconnect", ["14:0", "midirec piano"])
    #expect(connection.status == 0, "\(connection.errors)")
    let sent = try await Program.midirec("send", "--out", "14:0", "on C4 127 off C4 64")
    #expect(sent.status == 0, "\(sent.errors)")
    try await piano.line(containing: #"{"keys":[],"#, on: .output)
    let result = await piano.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.hasPrefix(
        #"{"keys":[{"name":"C4","note":60,"presses":1,"state":"pressed","tint":100,"velocity":127}],"time":"#)
    )
  }
}
