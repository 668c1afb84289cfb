package import ALSASequencer
package import MIDICore
package import Sessions

/// What a session says of a program under test: <doc:Programs>.
package struct ProgramSettings: Codable, Hashable, Sendable {
  /// By which clock the recording is played to it.
  package enum Clock: String, Codable, Hashable, Sendable, CaseIterable {
    /// That of a simulated machine, on which the program runs.
    case simulated
    /// That of this machine, whose sequencer the program uses.
    case real
  }

  /// How it is asked to end.
  package enum Ending: String, Codable, Hashable, Sendable, CaseIterable {
    /// By a signal.
    case terminate = "SIGTERM"
    case interrupt = "SIGINT"
    case hangUp = "SIGHUP"
    /// By the end of its standard input.
    case endOfInput = "end-of-input"
    /// Not at all: it ends by itself when it has seen the recording.
    case itself = "by-itself"
  }

  /// How long things may take, and how much may come.
  package struct Limits: Codable, Hashable, Sendable {
    /// From the start until its ports are connected and it is at rest.
    package var ready = Nanoseconds.seconds(10)
    /// For taking something that waits for it.
    package var answer = Nanoseconds.seconds(5)
    /// For the end, once it was asked for.
    package var end = Nanoseconds.seconds(2)
    /// For computing without a pause, during which simulated time stands still; in real time.
    package var standstill = Nanoseconds.seconds(30)
    /// How many bytes it may write to standard output and error each, and into the file that is compared.
    package var bytes = 16 << 20
    /// How many messages it may play within a second, beside ten for each message that it gets.
    package var replies = 10_000

    /// The limits by default.
    package init() {}
  }

  /// What is volatile in a text, and what stands in its place.
  package struct Redaction: Codable, Hashable, Sendable {
    /// A regular expression.
    package var pattern: String
    /// What each of its matches is replaced by.
    package var replacement: String
    /// The line in the session's file, for errors.
    package var line: Int
  }

  /// A variable of its environment.
  package struct Variable: Codable, Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its value, in which `${NAME}` stands for other variables.
    package var value: String
  }

  /// The program and its arguments, in which `${NAME}` stands for variables of the environment; at least one word. A
  /// program with a slash is a path from the session's folder, one without is searched for as a shell does.
  package var command: [String] = []
  /// What is added to the environment that midirec itself has.
  package var environment: [Variable] = []
  /// Where it works, a path from the session's folder; a new folder that is removed afterwards, where none is said.
  package var folder: String?
  /// How it is connected.
  package var wiring = ProgramRouting()
  /// The serial numbers of the virtual instruments that are plugged in before it starts. The first one plays the recording,
  /// unless the wiring says otherwise.
  package var instruments: [String] = []
  /// What happens to the virtual instruments while the recording is played, in order of time.
  package var instrumentSteps: [InstrumentStep] = []
  /// By which clock the recording is played to it.
  package var clock = Clock.simulated
  /// How long replies are taken after the recording's end.
  package var tail = Nanoseconds.milliseconds(100)
  /// What is compared, in the order of ``ArtifactKind``; at least one.
  package var compared: [ArtifactKind] = [.timeline]
  /// The file that it writes and that is compared, a path from the folder where it works.
  package var file: String?
  /// A command that is given the file's path as its last argument, and whose standard output is compared in the file's
  /// place; none for files that are text.
  package var fileReader: [String] = []
  /// A command that is run when the recording was played and the program is at rest, before what the recording leaves held
  /// is let go; none by default.
  package var atEnd: [String] = []
  /// What is volatile in texts, in the order in which it is replaced.
  package var redactions: [Redaction] = []
  /// How it is asked to end.
  package var ending = Ending.terminate
  /// The exit status that it is to have; without one, 0 or an end by the signal that it was asked to end by.
  package var status: Int32?
  /// How long things may take, and how much may come.
  package var limits = Limits()

  /// The names of all options.
  package static let optionNames = Key.allCases.map(\.rawValue)

  enum Key: String, CaseIterable {
    case command, arguments, environment, folder, input, output, sender, receiver, instruments
    case instrumentSteps = "instrument-steps"
    case clock, tail, compare, file
    case fileReader = "file-reader"
    case atEnd = "at-end"
    case redact, ending, status, limits
  }
}

extension ProgramSettings {
  /// Returns a text after one redaction after the other.
  ///
  /// The work of each redaction is limited: see ``RegularExpression/replacingMatches(in:with:)``.
  ///
  /// - Throws: ``SubjectFailure`` if a pattern takes too much work on the text.
  func redact(_ text: String) throws -> String {
    try redactions.reduce(text) { text, redaction in
      do {
        let expression = try RegularExpression(redaction.pattern)
        return try expression.replacingMatches(in: text, with: redaction.replacement)
      } catch let fault as RegularExpression.Fault {
        throw SubjectFailure(
          .misbehaved,
          "wrote text that the redaction \(redaction.pattern.quoted) can't be applied to: \(fault.reason)")
      }
    }
  }
}

extension ProgramSettings.Redaction {
  /// The reason why the pattern can't be used, or `nil` if it can.
  var fault: String? {
    if pattern.isEmpty { return "\(pattern.quoted) matches everywhere" }
    do {
      _ = try RegularExpression(pattern)
      return nil
    } catch {
      return "\(pattern.quoted) isn't a regular expression: \(error.reason)"
    }
  }
}
