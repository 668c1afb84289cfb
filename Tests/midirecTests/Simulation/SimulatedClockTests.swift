import TestSupport
import Testing

/// The clock of simulated machines, and the equality of their runs.
@Suite struct SimulatedClockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func timeStartsIn2030AndSkipsSleep() async throws {
    let result = try await runSimulateScript(
      "TZ=UTC simulate -- sh -c 'date +%FT%T; sleep 36000; date +%FT%T'", in: folder)
    #expect(result.output == "2030-01-01T00:00:00\n2030-01-01T10:00:00\n", "\(result.errors)")
  }

  @Test func realTimeEqualsTimeOfThisMachine() async throws {
    let result = try await runSimulateScript(
      """
      start=$(date +%s)
      inside=$(simulate --real-time -- sh -c 'date +%s; sleep 2')
      end=$(date +%s)
      echo $((start <= inside && inside + 2 <= end + 1 && end - start >= 2))
      """, in: folder)
    #expect(result.output == "1\n", "\(result.errors)")
  }

  @Test func parallelMachinesDoNotSeeEachOther() async throws {
    let result = try await runSimulateScript(
      """
      cat >inside <<'END'
      "$midirec" ports create Twin 2>created >/dev/null &
      until grep -q created created; do sleep 0.01; done
      "$midirec" ports | grep Twin
      kill -INT $!
      wait
      END
      export midirec
      for i in 1 2 3; do mkdir $i; (cd $i; simulate -- sh ../inside >out 2>&1) & done
      wait
      cat 1/out
      cmp 1/out 2/out && cmp 2/out 3/out
      """, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
    #expect(result.output.contains("Twin"))
  }

  @Test func runsAreEqual() async throws {
    let runCount = 10
    let result = try await runSimulateScript(
      """
      for i in $(seq \(runCount)); do
        simulate -- sh -c '
          arecordmidi -p 14:0 -b 120 -t 31250 "take-$1.mid" & sleep 1
          aplaymidi -p 14:0 -d 1 "$2"; kill -INT $!; wait' sh "$i" '\(Samples.etude)'
      done
      """, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let takes = try (1...runCount).map { try folder.bytes("take-\($0).mid") }
    #expect(takes[0].count > 1_000)
    #expect(takes.allSatisfy { $0 == takes[0] })
  }
}
