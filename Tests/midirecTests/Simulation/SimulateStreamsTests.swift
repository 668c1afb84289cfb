import TestSupport
import Testing

/// The standard streams, arguments, and environment of a command on a simulated machine.
@Suite struct SimulateStreamsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    arguments: [
      "simulate -- cat <in >out", "cat in | simulate -- cat | cat >out",
      "simulate -- sh -c 'cat >&2' <in 2>out", "simulate -- cat in >out",
    ])
  func bytesPassUnchanged(command: String) async throws {
    var generator = SeededGenerator(seed: 1)
    let bytes = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    try folder.write(bytes, to: "in")
    let result = try await runSimulateScript("set -o pipefail; \(command)", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let isSame = try folder.bytes("out") == bytes
    #expect(isSame)
  }

  @Test func inputCanBeClosedEmptyOrPartlyRead() async throws {
    let result = try await runSimulateScript(
      """
      simulate -- wc -c <&-
      simulate -- wc -c </dev/null
      printf '1\\n2\\n3\\n' >lines
      { read -r first; simulate -- cat; } <lines
      """, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "0\n0\n2\n3\n")
  }

  @Test func commandReceivesEachLineAtOnce() async throws {
    let result = try await runSimulateScript(
      """
      mkfifo answers
      exec 3<>answers
      { printf 'one\\n'; read -r answer <&3; printf '%s\\n' "$answer"; } |
        simulate -- sh -c 'read -r a; echo "got $a"; read -r b; echo "$b again"' | tee answers
      """, in: folder)
    #expect(result.output == "got one\ngot one again\n", "\(result.errors)")
  }

  @Test func orderOfOutputAndErrorsIsKeptInOneFile() async throws {
    let result = try await runSimulateScript(
      "simulate -- sh -c 'for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done' 2>&1", in: folder)
    #expect(result.output == (1...5).map { "out \($0)\nerr \($0)\n" }.joined())
  }

  @Test func closedPipeEndsCommand() async throws {
    let result = try await runSimulateScript("simulate -- yes | head -n 1; echo ${PIPESTATUS[0]}", in: folder)
    // 128 + SIGPIPE.
    #expect(result.output == "y\n141\n", "\(result.errors)")
  }

  @Test func argumentsAndEnvironmentPass() async throws {
    let result = try await runSimulateScript(
      """
      export TEXT=$'ä\\n"$HOME" \\\\'
      simulate -- sh -c 'printf "<%s>" "$@" "$TEXT" "$MIDIREC_SIMULATION"' sh '' 'a b' "c'd" $'e\\nf' 'ü*' --help
      """, in: folder)
    #expect(result.output == "<><a b><c'd><e\nf><ü*><--help><ä\n\"$HOME\" \\><simulated>", "\(result.errors)")
  }

  @Test func programCanOpenItsStreamsByName() async throws {
    let result = try await runSimulateScript(
      "echo in | simulate -- sh -c 'cat /dev/stdin >/dev/stdout; echo err >/dev/stderr; cat <(echo sub) 2>&1 || true'"
        .replacing("sh -c", with: "bash -c"), in: folder)
    #expect(result.output == "in\nsub\n")
    #expect(result.errors == "err\n")
  }
}
