import Foundation
import MIDICore
import TestSupport
import Testing

/// The output and exit codes of the command line without a sequencer.
@Suite struct CommandLineTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let commands = [
    "ports", "capture", "recover", "play", "diff", "test", "review", "accept", "reject", "new", "show",
    "verify", "convert", "render", "fonts", "send", "monitor", "grid", "piano", "synth",
    "simulate", "doctor", "instrument",
  ]

  @Test func helpListsEveryCommandOnStandardOutput() async throws {
    let result = try await Program.midirec("--help")
    #expect(result.status == 0)
    for command in Self.commands {
      #expect(result.output.contains("  \(command) "))
    }
    #expect(!result.output.contains("libsmf-events"))
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: ["-5", "0", "20"]) func helpIsWrittenForNarrowTerminal(columns: String) async throws {
    for arguments in [["help", "send"], ["send", "--help"]] {
      let result = try await Program.run("env", ["COLUMNS=\(columns)", TestEnvironment.midirec] + arguments)
      #expect(result.status == 0)
      #expect(result.output.contains("note on"))
    }
    let result = try await Program.run("env", ["COLUMNS=\(columns)", TestEnvironment.midirec, "report"])
    #expect(result.status == 64)
  }

  /// A script whose variable with the command is empty must not pass.
  @Test(arguments: [([], ""), (["--"], ""), (["report"], " report"), (["instrument"], " instrument")])
  func missingCommandIsWrongUsage(arguments: [String], group: String) async throws {
    let result = try await Program.run(TestEnvironment.midirec, arguments)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("USAGE: midirec\(group) <subcommand>"))
    #expect(
      result.errors.hasSuffix(
        "\nmidirec: a command is missing; run midirec\(group) --help to see all commands\n"))
  }

  @Test(.enabled(if: Screen.isAvailable, "no tmux here: Scripts/setup peers installs it"))
  func longMessageWrapsAtWordsOnTerminal() async throws {
    let screen = try await Screen.open(columns: 60)
    try await screen.run("\(TestEnvironment.midirec) show nonexistent-file-of-a-musician.mid")
    try await screen.awaitLines("a message in two lines") { lines in
      lines.contains("midirec: can't read nonexistent-file-of-a-musician.mid: No")
        && lines.contains("    such file or directory")
    }
  }

  /// libdispatch and SQLite crash without descriptors.
  @Test(arguments: [["fonts", "list"], ["render", "a.mid", "-o", "a.wav"], ["--version"]])
  func tooFewDescriptorsAreNamed(arguments: [String]) async throws {
    try writeTwoFiles()
    func run(_ limit: String) async throws -> Program.Result {
      let script = "ulimit \(limit) && exec \"$@\""
      return try await Program.run(
        "sh", ["-c", script, "sh", TestEnvironment.midirec] + arguments, in: folder.path)
    }
    let refused = try await run("-n 5")
    #expect(refused.status == 69)
    #expect(
      refused.errors == "midirec: only 5 files can be open at a time, but midirec needs 64; "
        + "raise the limit, such as with: ulimit -n 1024\n")
    #expect(try await run("-S -n 5").status == 0)
  }

  /// A chroot or a container may lack it.
  @Test(.enabled(if: getuid() == 0, "only root can unmount /proc"))
  func commandsRunWithoutProc() async throws {
    try writeTwoFiles()
    let script = "umount --lazy --recursive /proc && exec \"$@\""
    func run(_ arguments: String...) async throws -> Program.Result {
      let command = ["--mount", "sh", "-c", script, "sh", TestEnvironment.midirec] + arguments
      return try await Program.run("unshare", command, in: folder.path)
    }
    #expect(try await run("diff", "a.mid", "a.mid").status == 0)
    let different = try await run("diff", "a.mid", "b.mid")
    #expect(different.status == 1)
    #expect(different.output == (try await Program.midirec("diff", "a.mid", "b.mid", in: folder.path)).output)
    #expect(try await run("tset").errors == "midirec: unknown command \"tset\"; did you mean \"test\"?\n")
    #expect(try await run("test").status == 66)
    #expect(try await run("convert", "a.mid", "--format", "0", "-o", "c.mid").status == 0)
    #expect(try await run("verify", "c.mid").status == 0)
    #expect(try await run().status == 64)
  }

  /// Writes two files that differ.
  private func writeTwoFiles() throws {
    for (name, note) in [("a.mid", NoteNumber(60)), ("b.mid", 64)] {
      try folder.write(Samples.file([(0, .noteOn(channel: .number(1), note: note, velocity: 100))]), to: name)
    }
  }

  @Test(arguments: [
    "show a.mid", "show a.mid --json", "show a.mid --timeline", "diff a.mid a.mid", "diff a.mid b.mid",
    "--help", "help",
    "help test", "ports alias --help", "--version", "--generate-completion-script bash",
    "convert a.mid --format 0 -o -",
  ])
  func unwritableResultIsAnError(arguments: String) async throws {
    try writeTwoFiles()
    let result = try await Program.run(
      "bash", ["-c", "'\(TestEnvironment.midirec)' \(arguments) >/dev/full"], in: folder.path)
    #expect(result.status == 74)
    #expect(result.errors == "midirec: can't write standard output: No space left on device\n")
  }

  @Test(
    arguments: [
      ("show a.mid", 0), ("show a.mid --timeline", 0), ("diff a.mid b.mid", 1), ("help", 0), ("--version", 0),
      ("convert a.mid --format 0 -o -", 0), ("tset", 64),
    ], ["trap '' PIPE;", ""])
  func closedPipeKeepsExitCode(command: (arguments: String, status: Int32), trap: String) async throws {
    try writeTwoFiles()
    let run = "'\(TestEnvironment.midirec)' \(command.arguments)"
    let output = try await Program.run(
      "bash", ["-c", "\(trap) exec 3> >(:); wait $!; \(run) >&3"], in: folder.path)
    #expect(output.status == command.status)
    #expect(output.errors.isEmpty == (command.status < 64), "\(output.errors)")
    let errors = try await Program.run(
      "bash", ["-c", "\(trap) exec 3> >(:); wait $!; \(run) 2>&3"], in: folder.path)
    #expect(errors.status == command.status)
  }

  @Test func instrumentNeedsSimulatedMachine() async throws {
    let result = try await Program.midirec("instrument", "plug")
    #expect(result.status == 69)
    #expect(
      result.errors == """
        midirec: virtual instruments exist only on a simulated machine; \
        run the command with: midirec simulate -- COMMAND

        """)
  }

  @Test(arguments: commands)
  func everyCommandHasHelp(command: String) async throws {
    let result = try await Program.midirec("help", command)
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: midirec \(command)"))
  }

  @Test(arguments: [
    (["capture"], "--in"), (["capture", "--in", ""], "in"),
    (["capture", "--in", "x", "-o", ""], "-o needs"),
    (["capture", "--in", "x", "--for", "soon"], "soon"),
    (["capture", "--in", "x", "--spare", ""], "--spare needs"),
    (["capture", "--in", "x", "-o", "a", "--spare", "a"], "must name a different file"),
    (["recover"], "<file>"), (["recover", ""], "name of a file"), (["recover", "x", "-o", ""], "-o needs"),
    (["play", "x.mid", "--out", "a", "--as", "b"], "--out and --as can't be used together"),
    (["play", "x.mid", "--out", "a", "--speed", "0"], "--speed"),
    (["play", "x.mid", "--out", "a", "--speed", "fast"], "--speed"),
    (["play", "x.mid", "--out", "a", "--from", "2s", "--to", "1s"], "later than --from"),
    (["play", "x.mid", "--out", "a", "--only", "ch:1-17"], "from 1 to 16"),
    (["play", "x.mid", "--out", "a", "--tracks", "3-1"], "--tracks"),
    (["play", "x.mid", "--out", "a", "--transpose", "-128"], "from -127 to 127"),
    (["play", "x.mid", "--out", "a", "--loop", "--repeat", "2"], "--loop and --repeat can't"),
    (["play", "x.mid", "--out", "a", "--repeat", "0"], "at least 1 (found 0)"),
    (["play", "x.mid", "--as", "a", "--stop-when-gone"], "--stop-when-gone requires --out"),
    (
      ["play", "x.mid", "--as", "a", "--lateness", "--as-fast-as-possible"],
      "--lateness can't be used with --as-fast-as-possible"
    ),
    (["play", "x.mid", "--as", " "], "name"),
    (["diff", "x.mid"], "actual"), (["diff", "a", "b", "--tolerance", "-5ms"], "tolerance"),
    (["diff", "a", "b", "--tolerance", "5"], "'5' is invalid for '--tolerance <time>'"),
    (["verify"], "file"), (["captur"], "unknown command \"captur\"; did you mean \"capture\"?"),
    (["help", "monitr"], "did you mean \"monitor\"?"), (["help", "fonts", "lst"], "did you mean \"list\"?"),
    (["fonts", "hyde", "1:2"], "did you mean \"hide\"?"),
    (["--verison"], "unknown option \"--verison\"; did you mean \"--version\"?"),
    (["record", "--in", "x"], "unknown command \"record\"; did you mean \"capture\"?"),
    (["merge", "a.mid"], "did you mean \"convert --merge\"?"),
    (["fonts", "list", "--josn"], "did you mean \"--json\"?"),
    (["piano", "--bogus"], "unknown option \"--bogus\"; run midirec piano --help to see all options"),
    (["play", "--bogus=1"], "unknown option \"--bogus\""),
    (["zzzzzzzz"], "unknown command \"zzzzzzzz\"; run midirec --help to see all commands"),
    (["ports", "create"], "names"), (["ports", "create", "a", "b", "a"], "both be called a"),
    (["ports", "create", " "], "needs a name"), (["ports", "alias", "all", "x"], "special meaning"),
    (["ports", "alias", "NONE", "x"], "special meaning"),
    (["ports", "alias", "20:0", "x"], "looks like CLIENT:PORT"),
    (["ports", "alias", "", "x"], "needs a name"),
    (["ports", "alias", "--remove"], "requires an alias"),
    (["ports", "alias", "a", "b", "--remove"], "can't be used with a port"),
  ])
  func wrongUsageIsExplained(arguments: [String], word: String) async throws {
    let result = try await Program.run(TestEnvironment.midirec, arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(word))
    #expect(result.output.isEmpty)
  }

  @Test func missingFileIsNamed() async throws {
    let result = try await Program.midirec("diff", "missing.mid", "missing.mid", in: folder.path)
    #expect(result.status == 66)
    #expect(result.errors == "midirec: can't read missing.mid: No such file or directory\n")
  }

  @Test func missingFileIsReportedBeforeMissingOutput() async throws {
    let missing = try await Program.midirec("play", "missing.mid", in: folder.path)
    #expect(missing.status == 66)
    #expect(missing.errors == "midirec: can't read missing.mid: No such file or directory\n")
    let words = try await Program.midirec("send", "--file", "missing.txt", in: folder.path)
    #expect(words.status == 66)
    try folder.write(Samples.file(notesAt: [0, 500]), to: "take.mid")
    let present = try await Program.midirec("play", "take.mid", in: folder.path)
    #expect(present.status == 64)
    #expect(present.errors.contains("--out or --as"))
  }

  @Test(arguments: ["--from", "--to"])
  func timePastTheEndIsReported(option: String) async throws {
    try folder.write(Samples.file(notesAt: [0, 500]), to: "take.mid")
    let result = try await Program.midirec("play", "take.mid", "--out", "x", option, "99h", in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("midirec: \(option) is past the end of take.mid, which lasts "))
  }

  @Test func folderIsNotAccepted() async throws {
    let result = try await Program.midirec("play", folder.path, "--as", "x")
    #expect(result.status == 66)
    #expect(result.errors == "midirec: \(folder.path) is a folder, not a file\n")
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func unreadableFileIsNamed() async throws {
    try folder.write([1], to: "secret.mid")
    chmod(folder.path("secret.mid"), 0)
    let result = try await Program.midirec("diff", "secret.mid", "secret.mid", in: folder.path)
    #expect(result.status == 66)
    #expect(result.errors == "midirec: can't read secret.mid: Permission denied\n")
  }

  @Test func invalidFileIsNamedWithOffset() async throws {
    try folder.write(Array("RIFFxxxx".utf8), to: "song.mid")
    let result = try await Program.midirec("diff", Samples.etude, "song.mid", in: folder.path)
    #expect(result.status == 65)
    #expect(
      result.errors
        == "midirec: song.mid: byte 0: expected a Standard MIDI File, which begins with MThd, found \"RIFF\"…\n"
    )
  }

  @Test(.enabled(if: !TestEnvironment.hasSequencer, "this machine has a sequencer"))
  func missingSequencerIsReportedWithRemedy() async throws {
    for arguments in [["ports"], ["capture", "--in", "x"], ["play", Samples.etude, "--as", "x"]] {
      let result = try await Program.run(TestEnvironment.midirec, arguments, in: folder.path)
      #expect(result.status == 69)
      #expect(
        result.errors == """
          midirec: can't open this machine's ALSA sequencer (No such file or directory); \
          load it with: sudo modprobe snd-seq, or run the command with: midirec simulate -- midirec …

          """)
      #expect(try folder.names() == [])
    }
  }

  @Test func versionNamesLibrariesAndKernel() async throws {
    let result = try await Program.midirec("--version")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(try lines.first == TestEnvironment.version[...])
    #expect(try #require(lines.dropFirst().first).hasPrefix("libraries: alsa-lib 1."), "\(lines)")
    #expect(try #require(lines.last).hasPrefix("simulated machine: Linux 6.12."), "\(lines)")
    let without = try await Program.run(
      "env", ["MIDIREC_KERNEL=/nowhere", TestEnvironment.midirec, "--version"])
    #expect(without.output.hasSuffix("\nsimulated machine: no kernel\n"))
  }

  @Test func simulateHasHelpAndRejectsUnknownOptions() async throws {
    for option in ["-h", "--help"] {
      let result = try await Program.midirec("simulate", option)
      #expect(result.status == 0)
      #expect(result.output.hasPrefix("OVERVIEW: Run a command on a simulated machine"))
    }
    let result = try await Program.midirec("simulate", "--linnstrumen", "ls")
    #expect(result.status == 64)
    #expect(
      result.errors == "midirec: unknown option \"--linnstrumen\"; did you mean \"--linnstrument\"?\n")
    let other = try await Program.midirec("simulate", "--bogus", "ls")
    #expect(other.errors.contains("Unknown option '--bogus'. Put -- before the command."))
  }

  @Test func completionsAreGeneratedForEachShell() async throws {
    let result = try await Program.midirec("--generate-completion-script", "bash")
    #expect(result.status == 0)
    #expect(result.output.contains("capture"))
  }

  @Test(arguments: [
    ("test ped", ["pedals/soft", "pedals/sostenuto"]), ("accept Rec", ["Recordings"]),
    ("review Recordings/p", ["Recordings/pedals"]), ("test --filter scale", ["scale"]),
  ])
  func bashCompletesNamesOfSessions(line: String, completions: [String]) async throws {
    for name in ["pedals/soft", "pedals/sostenuto", "scale"] {
      try FileManager.default.createDirectory(
        atPath: folder.path("Recordings/\(name)"), withIntermediateDirectories: true)
      try folder.write([], to: "Recordings/\(name)/session.yaml")
    }
    let script = """
      midirec() { '\(TestEnvironment.midirec)' "$@"; }
      source <(midirec --generate-completion-script bash)
      COMP_WORDS=(midirec \(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMP_LINE="midirec \(line)"; COMP_POINT=${#COMP_LINE}
      _midirec
      printf '%s\n' "${COMPREPLY[@]}" | sort
      """
    let result = try await Program.run("bash", ["-c", script], in: folder.path)
    #expect(
      result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == completions,
      "\(result.errors)")
  }
}
