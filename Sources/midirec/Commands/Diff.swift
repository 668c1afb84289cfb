internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import Timelines

/// `midirec diff`: what differs between two recordings.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare two recordings and say what differs.",
    discussion: """
      Notes are missing, extra, early, late, too long or too short, or have another velocity or channel; other \
      messages are missing, extra, early or late. The second recording is moved as a whole to where it fits best, \
      because a capture starts at any moment; by how much is said.

      Exit code 0 if they are the same, 1 if they differ.
      """)

  @Argument(help: "The recording that is right.")
  var expected: String

  @Argument(help: "The recording to be checked.")
  var actual: String

  @Option(help: ArgumentHelp("How far off in time is still right: 5ms, 1s.", valueName: "time"))
  var tolerance = Nanoseconds.milliseconds(5)

  @Flag(inversion: .prefixedNo, help: "Move the second recording as a whole to where it fits best.")
  var align = true

  @Flag(help: "List all differences, not only the first \(Self.listedCount).")
  var all = false

  @Flag(help: "Print JSON for other programs.")
  var json = false

  private static let listedCount = 20

  func run() throws {
    let comparison = Comparison(
      expected: try InputFile(expected).recording(), actual: try InputFile(actual).recording(),
      options: Comparison.Options(tolerance: tolerance, alignsStart: align))
    if json {
      print(try JSONText.of(ComparisonDocument(comparison)))
    } else {
      print(
        comparison.text(
          expectedName: expected, actualName: actual, differenceLimit: all ? nil : Self.listedCount))
    }
    if !comparison.differences.isEmpty { throw ExitCode(1) }
  }
}
