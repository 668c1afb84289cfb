/// A virtual USB MIDI instrument that can be plugged into a simulated machine.
///
/// It has the USB identifiers of a LinnStrument, and the kernel's own USB audio driver finds it as it finds the real
/// instrument.
package struct VirtualInstrument: Codable, Hashable, Sendable {
  /// The number of USB ports of a simulated machine.
  package static let usbPortCount = 8

  /// The serial number, which may be empty.
  package var serial: String
  /// The name of the instrument.
  package var product = "LinnStrument MIDI"

  /// Creates an instrument with a serial number.
  package init(serial: String) { self.serial = serial }

  /// Returns the serial number of the instrument in a USB port, used by default: LS0000 for port 0.
  package static func defaultSerial(usbPort: Int) -> String { "LS000\(usbPort)" }
}

/// A virtual instrument that is plugged in.
package struct PluggedInstrument: Codable, Hashable, Sendable {
  /// The serial number, which may be empty.
  package var serial: String
  /// The USB port, from 0 to 7.
  package var usbPort: Int
  /// The sequencer port of the instrument, such as "16:0".
  package var instrument: String
  /// The sequencer port of the player: the instrument plays what is sent there.
  package var player: String
  /// The raw MIDI device of the player: the instrument plays the bytes that are written to it.
  package var device: String
}

/// A request to the first process of a machine, one per connection.
package enum InstrumentRequest: Codable, Equatable {
  /// Plug in an instrument. The first process chooses whatever is `nil`. If `isRenumbered` is true, the client number
  /// differs from the last one of the instrument.
  case plug(serial: String?, product: String? = nil, usbPort: Int? = nil, isRenumbered: Bool)
  /// Unplug the instrument with a serial number or in a USB port; both are optional if only one is plugged in.
  case unplug(serial: String?, usbPort: Int? = nil)
  /// List the instruments that are plugged in.
  case list
}

/// The answer to a request.
enum InstrumentReply: Codable, Equatable {
  /// The instruments that the request was about.
  case instruments([PluggedInstrument])
  /// The reason why the request can't be met.
  case failure(String)
}
