/// A request to the first process of a machine, one per connection.
enum InstrumentRequest: Codable, Equatable {
  /// Plug in an instrument.
  case plug(PlugRequest)
  /// Unplug the instrument with a serial number or in a USB port; both are optional if only one is plugged in.
  case unplug(serial: String?, usbPort: Int?)
  /// List the instruments that are plugged in.
  case list
}

/// The instrument to plug in. The first process chooses whatever is `nil`.
struct PlugRequest: Codable, Equatable {
  var serial: String?
  var product: String?
  var usbPort: Int?
  /// Whether the client number must differ from the last one of the instrument.
  var isRenumbered = false
}

/// The answer to a request.
enum InstrumentReply: Codable, Equatable {
  /// The instruments that the request was about.
  case instruments([PluggedInstrument])
  /// The reason why the request can't be met.
  case failure(String)
}
