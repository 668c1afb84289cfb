internal import ALSASequencer
internal import Glibc
internal import LiveInstruments
internal import MIDICore
internal import MIDIFiles
internal import Sessions
internal import Simulation
internal import Sound
internal import Synth
internal import System
internal import SystemPackage
internal import SystemReports
internal import Takes
internal import Terminal

/// The failure of a command: a message of one line and an exit code, from `sysexits.h` if it has one.
struct CommandFailure: Error {
  /// The exit code for differences.
  static let different: Int32 = 1
  /// The exit code for lost events.
  static let eventsLost: Int32 = 3
  /// The exit code for wrong usage.
  static let usage: Int32 = 64
  /// The exit code for bad input data.
  static let badData: Int32 = 65
  /// The exit code for a missing input file.
  static let noInput: Int32 = 66
  /// The exit code for a missing sequencer, endpoint, or program.
  static let unavailable: Int32 = 69
  /// The exit code for an output file that can't be created.
  static let cannotCreate: Int32 = 73
  /// The exit code for input/output errors.
  static let inputOutput: Int32 = 74
  /// The exit code after an interruption.
  static let interrupted: Int32 = 130

  let code: Int32
  /// The message, as `StandardError.say(_:)` prints it.
  let message: String
  /// Lines that follow the message, such as a program's last lines of output.
  var details: [String] = []

  /// Creates a failure with a message.
  init(_ code: Int32, _ message: String, details: [String] = []) {
    self.code = code
    self.message = message
    self.details = details
  }

  /// Explains an error of another module, or returns `nil` for an error of the command line itself.
  init?(explaining error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as SequencerError: self.init(explaining: error)
    case let error as EndpointQuery.Failure: self.init(explaining: error)
    case let error as FileError: self.init(error)
    case let error as AudioFileError: self.init(error)
    case let error as OrphanedJournal.Failure: self.init(explaining: error)
    case let error as EndpointPreferences.Failure: self.init(explaining: error)
    case let error as SessionError: self.init(error)
    case let error as NewSession.Failure: self.init(explaining: error)
    case let error as SoundFontError: self.init(error)
    case let error as TerminalError: self.init(Self.inputOutput, "\(error)")
    case let error as InstrumentOutput.Failure: self.init(explaining: error)
    default: return nil
    }
  }

  private init(explaining error: SequencerError) {
    guard error.isSequencerUnavailable else {
      self.init(Self.unavailable, "\(error)")
      return
    }
    let advice =
      switch error.errno {
      case EACCES: "join the group audio: sudo usermod -aG audio $USER, then log in again"
      default: "load it with: sudo modprobe snd-seq, or run the command with: midirec simulate -- midirec …"
      }
    let reason = "\(Errno(rawValue: error.errno))"
    self.init(Self.unavailable, "can't open this machine's ALSA sequencer (\(reason)); \(advice)")
  }

  private init(explaining failure: EndpointQuery.Failure) {
    switch failure {
    case .noneFound(let query, let direction, let available):
      let kind = direction.noun
      let list =
        available.isEmpty ? "no \(kind)s exist" : "available: \(Self.list(available))"
      self.init(Self.unavailable, "no \(kind) matches \"\(query)\"; \(list)")
    case .ambiguous(let query, let candidates):
      self.init(
        Self.unavailable,
        "\"\(query)\" matches \(Self.list(candidates)); give more of the name, or CLIENT:PORT")
    }
  }

  /// Returns endpoints in a sentence.
  static func list(_ endpoints: [Endpoint]) -> String {
    endpoints.map { "\($0.address) \"\($0.displayName)\"" }.joined(separator: ", ")
  }

  /// Explains an error of the file system.
  init(_ error: FileError) {
    switch error.operation {
    case .read:
      let message = error.errno == .isDirectory ? "\(error.path) is a folder, not a file" : "\(error)"
      self.init(error.errno == .ioError ? Self.inputOutput : Self.noInput, message)
    case .create where error.errno == .fileExists: self = .fileExists(error.path)
    case .create:
      self.init(Self.cannotCreate, "\(error)\(Self.advice(for: error))")
    case .write:
      self.init(Self.inputOutput, "\(error)\(Self.advice(for: error))")
    }
  }

  /// Explains an error of an audio file.
  init(_ error: AudioFileError) {
    let code =
      switch error.kind {
      case .noInput: Self.noInput
      case .badData: Self.badData
      case .cannotCreate: Self.cannotCreate
      case .inputOutput: Self.inputOutput
      }
    if error.errno == .fileExists {
      self = .fileExists(error.path)
      return
    }
    let advice =
      switch error.errno {
      case .noSpace: "; free some space or choose another disk"
      case .noSuchFileOrDirectory where error.kind == .cannotCreate: "; create its folder first"
      case .isDirectory where error.kind == .cannotCreate: "; specify a file"
      default: ""
      }
    self.init(code, "\(error)\(advice)")
  }

  /// Explains an error of a session.
  init(_ error: SessionError) {
    let code =
      switch error.kind {
      case .badData: Self.badData
      case .noInput: Self.noInput
      case .inputOutput: Self.inputOutput
      case .unavailable: Self.unavailable
      case .misbehaved: Self.different
      case .lost: Self.eventsLost
      }
    self.init(code, "\(error)")
  }

  /// Explains an error of a font or the synthesizer.
  init(_ error: SoundFontError) {
    let code =
      switch error.kind {
      case .badData: Self.badData
      case .notFound: Self.noInput
      case .usage: Self.usage
      case .cannotCreate: Self.cannotCreate
      case .inputOutput: Self.inputOutput
      }
    self.init(code, "\(error)")
  }

  private init(explaining failure: NewSession.Failure) {
    switch failure {
    case .badName(let reason):
      self.init(Self.usage, "invalid session name: \(reason)")
    case .badText(let reason): self.init(Self.usage, reason)
    case .silent(let subject):
      let result = "the result of \(subject) has no notes and no controllers"
      self.init(Self.badData, "can't accept: \(result); omit --accept to look at it first")
    case .unusable(let error):
      let failure = CommandFailure(error)
      self.init(failure.code, failure.message, details: error.details)
    case .exists(let folder):
      self.init(Self.cannotCreate, "\(folder) already exists; choose another name")
    case .unwritable(let error): self.init(error)
    }
  }

  private init(explaining failure: InstrumentOutput.Failure) {
    let code =
      switch failure {
      case .noDescriptors: Self.inputOutput
      case .destinationLeft, .refused: Self.unavailable
      case .receiverFull: Self.eventsLost
      }
    self.init(code, "\(failure)")
  }

  private init(explaining failure: OrphanedJournal.Failure) {
    switch failure {
    case .inUse(let path):
      self.init(Self.cannotCreate, "\(path) is still being recorded; end its capture with Ctrl-C")
    case .empty(let path):
      self.init(Self.noInput, "\(path) had no events, and was deleted")
    case .unreadable(let path, let error):
      self.init(Self.badData, "\(path): \(error)")
    }
  }

  private init(explaining failure: EndpointPreferences.Failure) {
    switch failure {
    case .unreadable(let error):
      self.init(Self.badData, "\(error); midirec stores aliases and last choices there")
    case .broken(let path, let found):
      self.init(
        Self.badData, "\(path) isn't a valid file of aliases and last choices: \(found); repair or delete it")
    case .unwritable(let error):
      self.init(Self.cannotCreate, "\(error); midirec stores aliases and last choices there")
    }
  }

  /// Returns the failure for a file that exists and mustn't be replaced.
  ///
  /// - Parameters:
  ///   - path: The file, whose name can be that of a take's journal.
  ///   - option: The option that names the file.
  static func fileExists(_ path: FilePath, option: String = "-o") -> CommandFailure {
    let advice =
      if path.stem?.hasSuffix(".recording") != true {
        "use --force to replace it, or choose another name with \(option)"
      } else if OrphanedJournal(path)?.isInUse == true {
        "this take is still being recorded, so choose another name with \(option)"
      } else {
        "this take is unfinished: run \(Recover.line(for: path)), or choose another name with \(option)"
      }
    return CommandFailure(cannotCreate, "\(path) already exists; \(advice)")
  }

  private static func advice(for error: FileError) -> String {
    switch error.errno {
    case .noSpace: "; free some space or choose another disk"
    case .noSuchFileOrDirectory: "; create its folder first"
    case .isDirectory: "; specify a file"
    default: ""
    }
  }
}

extension StandardError {
  /// Writes the message of a failure, and each of its details on a separate line.
  static func say(_ failure: CommandFailure) {
    say(failure.message)
    for detail in failure.details { writeLine("    \(detail.printable)") }
  }
}

extension CommandFailure {
  /// Explains why a simulated machine can't run.
  init(_ error: SimulationError) {
    self.init(Self.unavailable, "\(error)", details: error.details)
  }
}

extension EventLossSummary {
  /// Throws an error if events were lost.
  ///
  /// - Parameter names: The names of the sources, by their index.
  /// - Throws: A failure that lists the losses, with exit code 3.
  func check(sourceNames names: [String]) throws(CommandFailure) {
    if let text = text(sourceNames: names) { throw CommandFailure(CommandFailure.eventsLost, text) }
  }
}
