package import ALSASequencer

/// The ports through which a program under test receives the recording and sends its replies.
package struct ProgramRouting: Codable, Hashable, Sendable {
  /// The way in which the program receives events.
  package enum Input: Codable, Hashable, Sendable {
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

    /// Whether the program connects itself.
    var isConnectedByProgram: Bool {
      switch self {
      case .virtual, .instrument: true
      case .none, .only, .port: false
      }
    }
  }

  /// The way in which the program sends events.
  package enum Output: Codable, Hashable, Sendable {
    /// Its events are ignored.
    case none
    /// It sends events from all sending ports that it has when it is ready.
    case all
    /// It sends events from the given ports, one or more.
    case ports([EndpointQuery])
    /// It connects itself to a port of midirec with this name.
    case virtual(name: String)
  }

  /// The way in which the program receives events.
  package var input: Input
  /// The way in which the program sends events.
  package var output: Output

  /// Creates a routing with the given values.
  package init(input: Input = .only, output: Output = .all) {
    self.input = input
    self.output = output
  }
}
