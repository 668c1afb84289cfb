package import ALSASequencer
internal import MIDICore
internal import Reports

/// An event at one of midirec's virtual ports, as JSON and as a line of text: a message with its bytes, or a problem.
/// The time is in nanoseconds.
package struct PortEventDocument: Encodable {
  var time: Int64
  var port: String
  var message: String?
  var bytes: String?
  var problem: String?

  /// Creates the document of an event.
  package init(_ arrival: VirtualPorts.Arrival, portName: String) {
    time = arrival.time.rawValue
    port = portName
    switch arrival {
    case .message(let timed, _):
      message = "\(timed.message)"
      bytes = hexadecimal(timed.message.bytes)
    case .overrun: problem = "overrun: events were lost here"
    case .unreadableEvent(let text, _, _): problem = text
    }
  }

  /// The event in one line: `1.234567  Port  note-on 1 60 100`.
  package var text: String {
    "\(Nanoseconds(rawValue: time))  \(port.printable)  \(message ?? problem ?? "")"
  }
}
