internal import ALSASequencer
internal import ArgumentParser
internal import EventLanguage
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send MIDI messages described in words",
    usage: """
      midirec send [--out <port>] [<options>] [<words> ...]
      midirec send --as <name> [--wait] [<options>] [<words> ...]
      """,
    discussion: """
      The words are those of SendMIDI, plus a few:
      \(wordList)

      Notes are numbers or names: 60 or C4, F#3, Bb-1. Numbers are decimal after dec and hexadecimal after hex. \
      7FH is always hexadecimal, and 127M is always decimal. In files, # starts a comment. Colors: \
      \(LinnStrumentLight.colorNames.joined(separator: ", ")).

      midirec checks all words before it sends anything, and sends nothing if a word is wrong. Standard input is \
      checked and sent line by line, so the output of midirec monitor --raw can be piped in. Notes sound until \
      their note-off. Ctrl-C releases all notes.

        midirec send --out FLUID on C4 100 +500ms off C4 64
        midirec send --out LinnStrument light 5 0 red +2s lights default
        midirec monitor --in LinnStrument --raw | midirec send --out FLUID
      """)

  @Argument(help: "Messages in words; omit to read them from standard input")
  var words: [String] = []

  @Option(name: .customLong("out"), help: EndpointResolver.outputHelp)
  var output: EndpointQuery?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Create a virtual port of this name and send from it", valueName: "name"))
  var portName: String?

  @Flag(help: "Wait until the output or, with --as, a receiver is connected")
  var wait = false

  @Option(help: ArgumentHelp("File to read the words from, or - for standard input", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("Octave of middle C, note 60", valueName: "octave"))
  var middleC = MiddleC.octave4

  @OptionGroup var result: JSONOption

  func validate() throws {
    try EndpointResolver.check(output, portName)
    if let file {
      if file.isEmpty { throw ValidationError("--file needs the name of a file.") }
      if !words.isEmpty { throw ValidationError("Words and --file can't be used together.") }
    } else if words.isEmpty, StandardInputLines.isTerminal {
      throw ValidationError("Specify words to send, such as on C4 100, or --file.")
    }
  }

  func run() throws {
    // Checks all words before it opens anything.
    let program = try wholeProgram()
    try EndpointResolver(.output).require(isGiven: output != nil || portName != nil, or: "--as")
    let signals = try StopSignals()
    var sender = try open(stop: signals.stop)
    if wait, let portName {
      StandardError.say("waiting for a connection to \(portName)")
      guard try sender.waitForConnection(stop: signals.stop) else { throw failure(.stopRequested, 0) }
    }
    let interruption: SendingInterruption?
    do {
      if let program {
        // A timed program starts a little later, so that its first message is as punctual as the others.
        let start = monotonicTime() + (program.duration == .zero ? .zero : .milliseconds(20))
        interruption = try sender.send(program, from: start, stop: signals.stop)
      } else {
        interruption = try sendLines(by: &sender, stop: signals.stop)
      }
    } catch {
      sender.endNotes()
      throw error
    }
    if interruption != nil { sender.endNotes() }
    if result.json {
      try StandardOutput.tell(
        JSONText.of(SendDocument(sent: sender.sentCount, isComplete: interruption == nil)))
    }
    if let interruption { throw failure(interruption, sender.sentCount) }
  }

  /// Returns the program of the arguments or the file, or `nil` if standard input supplies it line by line.
  private func wholeProgram() throws -> SendScript? {
    if !words.isEmpty {
      do {
        return try SendScript.parse(arguments: words, middleC: middleC)
      } catch {
        throw CommandFailure(.usage, "\(error)".printable)
      }
    }
    guard let file, file != "-" else { return nil }
    let input = InputFile(file)
    do {
      let bytes = try input.bytes(continuingIf: { !$0.contains(0) })
      return try SendScript.parse(text: String(decoding: bytes, as: UTF8.self), middleC: middleC)
    } catch let error as SendSyntaxError {
      throw CommandFailure(.badData, "\(input.name): \(error)".printable)
    }
  }

  private func open(stop: StopToken) throws -> MessageSender {
    if let portName { return try MessageSender.open(as: portName) }
    let chooser = EndpointResolver(.output)
    guard let destination = try chooser.connectedOne(output, wait: wait, stop: stop)?.endpoint else {
      return try MessageSender.open(as: "midirec")
    }
    return try MessageSender.open(to: destination)
  }

  /// Sends each line of standard input as soon as it has been read.
  private func sendLines(by sender: inout MessageSender, stop: StopToken) throws -> SendingInterruption? {
    var input = StandardInputLines()
    var lines = SendScriptStream(middleC: middleC)
    while true {
      if let line = input.next() {
        let (program, start): (SendScript, Nanoseconds)
        do {
          (program, start) = try lines.append(line, at: monotonicTime())
        } catch {
          throw CommandFailure(.badData, "standard input: \(error)".printable)
        }
        if let reason = try sender.send(program, from: start, stop: stop) { return reason }
      } else if input.isAtEnd {
        return nil
      } else {
        let reason = try sender.wait(until: nil, orReading: StandardInputLines.descriptor, stop: stop)
        if let reason { return reason }
        try input.read()
      }
    }
  }

  private func failure(_ interruption: SendingInterruption, _ sentCount: Int) -> CommandFailure {
    let sent = "\(pluralized(sentCount, "message")) had been sent"
    return switch interruption {
    case .stopRequested: CommandFailure(.interrupted, "interrupted; all notes were released")
    case .destinationLeft: CommandFailure(.unavailable, "the output disconnected; \(sent)")
    case .receiverFull:
      CommandFailure(.eventsLost, "the receiver is full and hasn't read anything for 2 seconds; \(sent)")
    }
  }

  /// The list of words in the help, from the table of commands: two columns that fit into 80 characters with the
  /// indentation of help.
  private static var wordList: String {
    let commands = SendCommand.all.map {
      ([$0.names[0], $0.usage].filter { !$0.isEmpty }.joined(separator: " "), $0.summary)
    }
    let rows =
      commands + [
        ("+TIME", "wait: 100ms, 1.5s, 2 (seconds), 00:01:30.000"),
        ("HH:MM:SS.mmm", "wait as long as since the previous time"),
      ]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }.joined(
      separator: "\n")
  }
}

extension MessageSender {
  /// Sends a script, each message at its time, and then waits until its end.
  ///
  /// - Parameter start: Time zero on the sender's clock.
  /// - Returns: The reason of an early end, or `nil`.
  fileprivate mutating func send(
    _ program: SendScript, from start: Nanoseconds, stop: StopToken
  ) throws -> SendingInterruption? {
    for timed in program.messages {
      if let reason = try wait(until: start.adding(timed.time), stop: stop) { return reason }
      if let reason = try send(timed.message, stop: stop) { return reason }
    }
    return try wait(until: start.adding(program.duration), stop: stop)
  }
}
