internal import ALSASequencer

/// The ports through which a program under test receives the recording and sends its replies.
struct ProgramRouting: Codable, Hashable, Sendable {
  /// The way in which the program receives events.
  enum Input: Codable, Hashable, Sendable {
    /// It receives no events.
    case none
    /// It receives events at its only receiving port.
    case only
    /// It receives events at the given port.
    case port(EndpointQuery)
    /// It connects itself to a port of midirec with this name.
    case virtual(name: String)
    /// It connects itself to an instrument, on which the recording is played: ``ProgramConnection/instrument``.
    case instrument

    /// The name of midirec's port to which the program connects itself, or `nil`.
    var virtualName: String? { if case .virtual(let name) = self { name } else { nil } }
  }

  /// The way in which the program sends events.
  enum Output: Codable, Hashable, Sendable {
    /// Its events are ignored.
    case none
    /// It sends events from all sending ports that it has when it is ready.
    case all
    /// It sends events from the given ports, one or more.
    case ports([EndpointQuery])
    /// It sends events to the instruments, each of which is a source of replies.
    case instruments
    /// It connects itself to a port of midirec with this name.
    case virtual(name: String)

    /// The name of midirec's port to which the program connects itself, or `nil`.
    var virtualName: String? { if case .virtual(let name) = self { name } else { nil } }
  }

  /// The way in which the program receives events.
  var input = Input.only
  /// The way in which the program sends events.
  var output = Output.all
}
