package import ALSASequencer
internal import Glibc
package import MIDIRecTakes
internal import SystemPackage

extension SequencerError: ReportableError {
  package var failure: CommandFailure {
    guard isSequencerUnavailable else { return CommandFailure(.unavailable, "\(self)") }
    let alternative = errno == EACCES ? "" : ", or run the command with: midirec simulate -- midirec …"
    return CommandFailure(.unavailable, unavailability + alternative)
  }

  /// The reason why there is no sequencer, and the remedy.
  package var unavailability: String {
    let remedy =
      errno == EACCES
      ? "join the group audio: sudo usermod -aG audio $USER, then log in again"
      : "load it with: sudo modprobe snd-seq"
    return "can't open this machine's ALSA sequencer (\(Errno(rawValue: errno))); \(remedy)"
  }
}

extension EndpointQuery.Failure: ReportableError {
  package var failure: CommandFailure {
    switch self {
    case .noneFound(let query, let direction, let available):
      let noun = direction.noun
      let list = available.isEmpty ? "no \(noun)s exist" : "available: \(available.list)"
      return CommandFailure(.unavailable, "no \(noun) matches \"\(query)\"; \(list)")
    case .ambiguous(let query, let candidates):
      return CommandFailure(
        .unavailable, "\"\(query)\" matches \(candidates.list); give more of the name, or CLIENT:PORT")
    }
  }
}

extension EndpointPreferences.Failure: ReportableError {
  package var failure: CommandFailure {
    switch self {
    case .unreadable(let error):
      CommandFailure(.badData, "\(error); midirec stores aliases and last choices there")
    case .broken(let path, let found):
      CommandFailure(
        .badData, "\(path) isn't a valid file of aliases and last choices: \(found); repair or delete it")
    case .unwritable(let error):
      CommandFailure(.cannotCreate, "\(error); midirec stores aliases and last choices there")
    }
  }
}

extension [Endpoint] {
  /// The endpoints in a sentence.
  var list: String { map { "\($0.address) \"\($0.displayName)\"" }.joined(separator: ", ") }
}
