import TestSupport
import Testing

/// The exit status of `midirec simulate`.
@Suite struct SimulateExitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [("exit 0", 0), ("exit 42", 42), ("exit 255", 255), ("kill -9 $$", 137), ("kill $$", 143)])
  func statusIsThatOfTheCommand(command: String, status: Int32) async throws {
    let result = try await runSimulateScript("simulate -- sh -c '\(command)'", in: folder)
    #expect(result.status == status)
    #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
  }

  /// Neighboring areas of memory are one area, which is larger than the machine's memory when a process is copied.
  @Test func machineSurvivesForkWithoutMemory() async throws {
    let script = """
      import mmap, os
      kept = [mmap.mmap(-1, 150 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(3)]
      try:
          os.fork()
      except OSError as error:
          print(error.strerror)
      """
    try folder.write(Array(script.utf8), to: "fork.py")
    let result = try await runSimulateScript("simulate --memory 256 -- python3 fork.py", in: folder)
    #expect(result.output == "Cannot allocate memory\n")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func missingProgramIs127() async throws {
    let result = try await runSimulateScript("simulate -- nonesuch", in: folder)
    #expect(result.status == 127)
    #expect(result.errors == "midirec: no program \"nonesuch\" in the search path\n")
    let path = try await runSimulateScript("simulate -- ./nonesuch", in: folder)
    #expect(path.status == 127)
    #expect(path.errors == "midirec: can't run ./nonesuch: No such file or directory\n")
  }

  @Test func fileThatIsNotExecutableIs126() async throws {
    try folder.write(Array("text".utf8), to: "text")
    let result = try await runSimulateScript("simulate -- ./text", in: folder)
    #expect(result.status == 126)
    #expect(result.errors == "midirec: can't run ./text: Permission denied\n")
  }

  @Test func commandIsRequired() async throws {
    let result = try await Program.midirec("simulate", "--")
    #expect(result.status == 64)
    #expect(result.errors.contains("A command is required"))
  }

  @Test func missingKernelNamesWhatMidirecLacks() async throws {
    let named = try await runSimulateScript("simulate -- true", ["MIDIREC_KERNEL=/nonexistent"], in: folder)
    #expect(named.status == 69)
    #expect(
      named.errors == """
        midirec: the simulated machine's kernel isn't in /nonexistent, which MIDIREC_KERNEL names; unset \
        MIDIREC_KERNEL to use the usual one

        """)
    let result = try await runSimulateScript(
      "simulate -- true", ["MIDIREC_KERNEL=", "XDG_CACHE_HOME=\(folder.path)"], in: folder)
    #expect(result.status == 69)
    #expect(
      result.errors == """
        midirec: the simulated machine's kernel isn't built; run \(TestEnvironment.projectFolder)/Scripts/setup kernel

        """)
  }
}
