internal import Following
package import MIDICore
internal import MIDIFiles
internal import MIDIRecReports
internal import Timelines

/// The comparison of several takes of one piece for `midirec diff --follow`.
package struct PracticeDiff {
  /// The takes that can't be read, in the given order.
  package private(set) var failures: [(name: String, failure: CommandFailure)] = []
  /// Whether a take has mistakes.
  package private(set) var hasMistakes = false
  private let expected: FollowedTake
  private var progress: PracticeProgress

  /// Creates a comparison without actual takes.
  package init(_ expected: (file: InputFile, bytes: [UInt8]), middleC: MiddleC) throws {
    self.expected = try FollowedTake(expected.file, expected.bytes)
    progress = PracticeProgress(
      expectedName: self.expected.name, meter: self.expected.file.flatMap { MeterMap($0) }, middleC: middleC)
  }

  /// Aligns a take that the command line names, or returns why it can't be read.
  ///
  /// - Parameters:
  ///   - argument: The path, or `-` for standard input.
  ///   - say: Receives messages for the user.
  package mutating func add(_ argument: String, say: @escaping (String) -> Void) throws -> CommandFailure? {
    do {
      switch try DiffInput(argument, say: say) {
      case .sound(let name, _):
        throw CommandFailure(.badData, "\(name) is an audio file, which can't be followed; name a take")
      case .events(let file, let bytes):
        let take = try FollowedTake(file, bytes)
        let alignment = NoteAlignment(expected: expected.performance, actual: take.performance)
        hasMistakes = hasMistakes || !alignment.mistakes.isEmpty
        progress.append(alignment, name: take.name)
        return nil
      }
    } catch {
      guard let failure = CommandFailure(explaining: error) else { throw error }
      failures.append((argument == "-" ? "standard input" : argument, failure))
      return failure
    }
  }

  /// Returns the result as a table or as JSON.
  package func report(json: Bool) throws -> String {
    guard json else { return progress.text }
    let failures = failures.map { ($0.name, $0.failure.message) }
    return try JSONText.of(PracticeProgressDocument(progress, failures: failures))
  }

  /// Returns the HTML report.
  package func page() -> [UInt8] { PracticeProgressPage.bytes(of: progress) }
}
