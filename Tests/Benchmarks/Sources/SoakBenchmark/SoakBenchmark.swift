import MIDICore
import MIDIRecSessions
import MIDIRecSoak

/// Plays storms to a subject in this process that passes all messages on, and prints the numbers of storms, of their messages,
/// and of findings.
///
///     SoakBenchmark STORMS
@main
enum SoakBenchmark {
  static func main() throws {
    var soak = Soak()
    soak.stormCount = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 1
    let report = try soak.result { trials in
      trials.map { trial in
        Reaction(
          replies: trial.recording.messagesInOrder.map { SourcedMessage(time: $0.time, message: $0.message) })
      }
    }
    print(report.stormCount, report.messageCount, report.findings.count)
  }
}
