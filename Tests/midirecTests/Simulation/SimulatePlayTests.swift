import MIDICore
import TestSupport
import Testing
import Timelines

/// A take that a virtual instrument plays for the command of `midirec simulate`.
@Suite struct SimulatePlayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Samples.file(notesAt: [0, 500, 1000]), to: "take.mid")
    try folder.write(Samples.file(notesAt: [250]), to: "other.mid")
  }

  @Test func eachInstrumentPlaysItsTake() async throws {
    let result = try await runSimulateScript(
      """
      simulate --linnstrument --linnstrument --play take.mid --play other.mid -- sh -c '
        "$midirec" capture --in 20:0 -o other-copy.mid --until-silence 1s &
        "$midirec" capture --in 16:0 -o copy.mid --until-silence 1s
        wait'
      """, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    for (take, copy) in [("take", "copy"), ("other", "other-copy")] {
      let comparison = try compare(
        folder.path("\(take).mid"), folder.path("\(copy).mid"), tolerance: .milliseconds(1))
      #expect(comparison.differences.isEmpty)
    }
  }

  @Test(arguments: [
    ("--play take.mid", 64, "midirec: --play requires --linnstrument, once per take.\n"),
    ("--linnstrument --play none.mid", 66, "midirec: can't read none.mid: No such file or directory\n"),
    ("--linnstrument --play /dev/null", 65, "midirec: /dev/null: "),
  ])
  func takeIsCheckedBeforeMachineStarts(options: String, status: Int32, message: String) async throws {
    let result = try await runSimulateScript("simulate \(options) -- touch started", in: folder)
    #expect(result.status == status)
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
    #expect(try folder.names() == ["other.mid", "take.mid"])
  }
}
