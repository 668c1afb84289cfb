extension Program {
  /// Runs midirec until it exits.
  package static func midirec(_ arguments: String..., in folder: String? = nil) async throws -> Result {
    try await run(TestEnvironment.midirec, arguments, in: folder)
  }

  /// Starts `midirec capture` and waits until it records.
  package static func startCapture(_ arguments: String..., in folder: String) async throws -> Program {
    let program = try start(TestEnvironment.midirec, ["capture"] + arguments, in: folder)
    // An earlier line may be about a take that another capture has left behind.
    try await program.line(containing: "press Ctrl-C to stop")
    return program
  }

  /// Starts `midirec play --as NAME --wait` and waits until the virtual port exists.
  package static func startPlaying(_ file: String, as name: String, in folder: String? = nil) async throws
    -> Program
  {
    let program = try start(
      TestEnvironment.midirec, ["play", file, "--as", name, "--wait"], in: folder)
    try await program.line(containing: "waiting")
    return program
  }

  /// Ends a program as Ctrl-C does, and waits until it exits.
  package func interrupt() async -> Result {
    signal(2)
    return await result()
  }
}
