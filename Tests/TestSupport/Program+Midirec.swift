extension Program {
  /// Runs midirec to its end.
  package static func midirec(_ arguments: String..., in folder: String? = nil) async throws -> Result {
    try await run(TestEnvironment.midirec, arguments, in: folder)
  }

  /// Starts `midirec capture` and waits until it listens.
  package static func startCapture(_ arguments: String..., in folder: String) async throws -> Program {
    let program = try start(TestEnvironment.midirec, ["capture"] + arguments, in: folder)
    // A recording that another capture has left is pointed out before.
    try await program.line(containing: "Ctrl-C ends the take")
    return program
  }

  /// Starts `midirec play --as NAME --wait` and waits until the virtual port is there.
  package static func startPlaying(_ file: String, as name: String, in folder: String? = nil) async throws
    -> Program
  {
    let program = try start(
      TestEnvironment.midirec, ["play", file, "--as", name, "--wait"], in: folder)
    try await program.line(containing: "waiting")
    return program
  }

  /// Ends a program as Ctrl-C does, and waits until it has ended.
  package func interrupt() async -> Result {
    signal(2)
    return await result()
  }
}
