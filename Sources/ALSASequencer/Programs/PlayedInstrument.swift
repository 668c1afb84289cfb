package import MIDICore

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
