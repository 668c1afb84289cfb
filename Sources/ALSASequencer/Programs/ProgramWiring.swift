/// How the recording gets to a program under test, and how what it plays gets back.
package struct ProgramWiring: Codable, Hashable, Sendable {
  /// Where the program takes events.
  package enum Input: Codable, Hashable, Sendable {
    /// Nowhere: nothing is sent to it.
    case none
    /// At the only port of its own that takes events.
    case only
    /// At the port of its own that is meant.
    case port(EndpointQuery)
    /// It connects itself to a port of midirec's, which has this name.
    case virtual(name: String)
    /// The program connects itself to an instrument, on which the recording is played: ``ProgramLink/instrument``.
    case instrument

    /// Whether the program connects itself.
    var isConnectedByProgram: Bool {
      switch self {
      case .virtual, .instrument: true
      case .none, .only, .port: false
      }
    }
  }

  /// Where the program gives events.
  package enum Output: Codable, Hashable, Sendable {
    /// Nowhere: what it plays is not looked at.
    case none
    /// At all ports of its own that give events when it is ready.
    case all
    /// At the ports of its own that are meant, one or more.
    case ports([EndpointQuery])
    /// It connects itself to a port of midirec's, which has this name.
    case virtual(name: String)
  }

  /// Where the program takes events.
  package var input: Input
  /// Where the program gives events.
  package var output: Output

  /// Makes one of its parts.
  package init(input: Input = .only, output: Output = .all) {
    self.input = input
    self.output = output
  }
}
