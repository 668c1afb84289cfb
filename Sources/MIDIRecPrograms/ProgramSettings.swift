internal import Instruments
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSimulation

/// The options of the subject `program`; see <doc:Programs>.
struct ProgramSettings: Codable, Hashable, Sendable {
  /// The way to end the program.
  enum Ending: String, Codable, Hashable, Sendable, CaseIterable {
    /// A signal.
    case terminate = "SIGTERM"
    case interrupt = "SIGINT"
    case hangUp = "SIGHUP"
    /// The end of standard input.
    case endOfInput = "end-of-input"
    /// No request: the program ends on its own after the recording.
    case itself = "by-itself"
  }

  /// The limits of a run.
  struct Limits: Codable, Hashable, Sendable {
    /// The maximum time from the start until the ports are connected and the program is idle.
    var ready = Nanoseconds.seconds(10)
    /// The maximum time to read pending events, and for helper commands.
    var answer = Nanoseconds.seconds(5)
    /// The maximum time from the end request to the end.
    var end = Nanoseconds.seconds(2)
    /// The maximum real time for computing without a pause, during which simulated time stands still.
    var standstill = Nanoseconds.seconds(30)
    /// The maximum number of bytes for standard output, standard error, and the compared file, each.
    var bytes = 16 << 20
    /// The maximum number of messages that the program sends within a second, in addition to ten for each message
    /// received.
    var replies = 10_000
  }

  /// The program and its arguments, at least one word, in which `${NAME}` refers to environment variables.
  ///
  /// A program name with a slash is a path relative to the session's folder. Other names are searched for as in a
  /// shell.
  var command: [String] = []
  /// The variables added to midirec's environment. In the values, `${NAME}` refers to other variables.
  var environment: [Session.Pair] = []
  /// The working folder, relative to the session's folder, or `nil` for a temporary folder.
  var folder: String?
  /// The connections.
  var wiring = ProgramRouting()
  /// The serial numbers of the virtual instruments to plug in before the start. Unless the routing differs, the first
  /// one plays the recording.
  var instruments: [String] = []
  /// What happens during the recording, in order of time.
  var steps: [SessionStep] = []
  /// The clock of a simulated machine, on which the program runs, or the clock and sequencer of this machine.
  var clock = MachineSettings.Clock.simulated
  /// The time after the recording's end during which replies are collected.
  var tail = Nanoseconds.milliseconds(100)
  /// The compared results, in the order of ``PartName``. If there are none, the run only finds out which files the
  /// program writes.
  var compared: [PartName] = [.timeline]
  /// The LinnStrument whose lights the replies set with control changes 20 to 22, or `nil` if they are plain controllers.
  var lights: LinnStrument?
  /// The compared file that the program writes, relative to its working folder, or `nil` if no file is compared.
  var file: String?
  /// A command that receives the file's path as its last argument, and whose standard output is compared. It is empty
  /// for texts and Standard MIDI Files.
  var fileReader: [String] = []
  /// A command to run after the recording, when the program is idle and before held notes are released. It is empty by
  /// default.
  var atEnd: [String] = []
  /// The redactions of volatile texts, in the order of their application: regular expressions with the replacements for
  /// each match.
  var redactions: [Session.Pair] = []
  /// The way to end the program.
  var ending = Ending.terminate
  /// The expected exit status, or `nil` for 0 or an end by the requested signal.
  var status: Int32?
  var limits = Limits()
  /// Whether the session has a recording.
  var hasRecording = true
  /// Whether the program gets Active Sensing after the recording, to show that it still reads events. Only runs of which
  /// nothing but messages is collected have it, because a program may print it.
  var isProbedAtEnd = false

  /// Whether the program has no ports and only has to end by itself.
  var isWithoutPorts: Bool {
    wiring.input == .none && wiring.output == .none && ending == .itself && atEnd.isEmpty
  }

  static let optionNames = Key.allCases.map(\.rawValue) + [formerStepsName]

  /// The former name of the key `steps`, which is an error with advice.
  static let formerStepsName = "instrument-steps"

  enum Key: String, CaseIterable {
    case command, arguments, environment, folder, input, output, sender, receiver, instruments, steps
    case clock, tail, lights, compare, file
    case fileReader = "file-reader"
    case atEnd = "at-end"
    case redact, ending, status, limits
  }
}

extension ProgramSettings {
  /// Returns a text with all redactions applied in order.
  ///
  /// The work of each redaction is limited; see ``RegularExpression/replacingMatches(in:with:)``.
  ///
  /// - Throws: ``SubjectFailure`` if a pattern takes too much work on the text.
  func redact(_ text: String) throws -> String {
    try redactions.reduce(text) { text, redaction in
      do {
        let expression = try RegularExpression(redaction.key)
        return try expression.replacingMatches(in: text, with: redaction.value)
      } catch let fault as RegularExpression.Fault {
        throw SubjectFailure(
          .misbehaved,
          "wrote text that the redaction \(redaction.key.quoted) can't be applied to: \(fault.reason)")
      }
    }
  }
}
