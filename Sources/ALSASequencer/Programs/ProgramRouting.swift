package import MIDICore

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

/// An instrument on which a recording is played, so that a program receives it like a live performance.
package protocol PlayedInstrument: AnyObject {
  /// The port of the instrument, to which a program connects, or `nil` while the instrument is disconnected.
  var port: EndpointAddress? { get }
  /// The port for the events that the instrument plays, or `nil` while the instrument is disconnected.
  var player: EndpointAddress? { get }
  /// The ports for the takes that instruments play in steps.
  var otherPlayers: Set<EndpointAddress> { get }
  /// The time in the recording at which ``advance(to:)`` and ``takeMessages(dueAt:)`` must be called next, or `nil` if
  /// nothing will change.
  var nextChange: Nanoseconds? { get }

  /// Applies all changes that are due, such as disconnecting the instrument.
  ///
  /// - Throws: `InstrumentFailure` if a change fails.
  func advance(to time: Nanoseconds) throws(InstrumentFailure)

  /// Removes and returns the due messages of the takes that steps play, with the ports for them.
  func takeMessages(dueAt time: Nanoseconds) -> [(player: EndpointAddress, message: Message)]
}

/// The reason why an instrument couldn't be connected or disconnected.
package struct InstrumentFailure: Error, Hashable {
  /// The reason, without a period.
  package var reason: String

  /// Creates a failure.
  package init(_ reason: String) { self.reason = reason }
}
