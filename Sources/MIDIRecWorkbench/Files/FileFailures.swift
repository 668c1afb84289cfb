internal import MIDIFiles
package import MIDIRecSound
package import MIDIRecSystem
internal import MIDIRecTakes
package import MIDIRecTerminal
package import SystemPackage

extension FileError: ReportableError {
  /// The failure, with a way out if the system's error suggests one.
  package var failure: CommandFailure {
    switch operation {
    case .read:
      let message = errno == .isDirectory ? "\(path) is a folder, not a file" : "\(self)"
      return CommandFailure(errno == .ioError ? .inputOutput : .noInput, message)
    case .create where errno == .fileExists: return .fileExists(path)
    case .create: return CommandFailure(.cannotCreate, "\(self)\(errno.advice)")
    case .write: return CommandFailure(.inputOutput, "\(self)\(errno.advice)")
    }
  }
}

extension Errno {
  /// The advice if a file can't be created or written, or an empty text.
  fileprivate var advice: String {
    switch self {
    case .noSpace: "; free some space or choose another disk"
    case .noSuchFileOrDirectory: "; create its folder first"
    case .isDirectory: "; specify a file"
    default: ""
    }
  }
}

extension CommandFailure {
  /// Returns the failure for a file that exists and mustn't be replaced.
  ///
  /// - Parameters:
  ///   - path: The file, whose name can be that of a take's journal.
  ///   - option: The option that names the file.
  package static func fileExists(_ path: FilePath, option: String = "-o") -> CommandFailure {
    let advice =
      if path.stem?.hasSuffix(".recording") != true {
        "use --force to replace it, or choose another name with \(option)"
      } else if OrphanedJournal(path)?.isInUse == true {
        "this take is still being recorded, so choose another name with \(option)"
      } else {
        "this take is unfinished: run \(OrphanedJournal.recoveryCommand(for: path)), or choose another name with \(option)"
      }
    return CommandFailure(.cannotCreate, "\(path) already exists; \(advice)")
  }
}

extension SoundError: ReportableError {
  package var failure: CommandFailure {
    if errno == .fileExists, let path { return .fileExists(path) }
    let status: ExitStatus =
      switch kind {
      case .badData: .badData
      case .noInput: .noInput
      case .usage: .usage
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      }
    let advice = errno == .noSpace || kind == .cannotCreate ? errno?.advice ?? "" : ""
    return CommandFailure(status, "\(self)\(advice)")
  }
}

extension TerminalError: ReportableError {
  package var failure: CommandFailure { CommandFailure(.inputOutput, "\(self)") }
}
