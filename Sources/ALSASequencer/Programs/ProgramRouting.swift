package import MIDICore

/// How the recording gets to a program under test, and how what it plays gets back.
package struct ProgramRouting: Codable, Hashable, Sendable {
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
    /// The program connects itself to an instrument, on which the recording is played: ``ProgramConnection/instrument``.
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

/// An instrument on which a recording is played, so that a program gets it as it would get a person's playing.
package protocol PlayedInstrument: AnyObject {
  /// The port of the instrument, to which a program connects; `nil` while the instrument is unplugged.
  var port: EndpointAddress? { get }
  /// The port that takes what the instrument plays; `nil` while the instrument is unplugged.
  var player: EndpointAddress? { get }
  /// The time of the recording at which ``advance(to:)`` has to be called next, or `nil` if nothing will change.
  var nextChange: Nanoseconds? { get }

  /// Makes all changes that are due, such as unplugging the instrument.
  func advance(to time: Nanoseconds) throws(InstrumentFailure)
}

/// The reason why an instrument couldn't be plugged in or unplugged.
package struct InstrumentFailure: Error, Hashable {
  /// The reason, without a period.
  package var reason: String

  /// Creates a failure.
  package init(_ reason: String) { self.reason = reason }
}
