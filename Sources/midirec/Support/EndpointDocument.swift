internal import ALSASequencer

/// An endpoint for other programs.
struct EndpointDocument: Encodable {
  /// What tells the instrument from others.
  struct Hardware: Encodable {
    var card: Int
    var cardID: String?
    var cardName: String?
    var usbID: String?
    var serial: String?
    var usbPath: String?
  }

  var client: Int32
  var port: Int32
  var clientName: String
  var portName: String
  var name: String
  var isInput: Bool
  var isOutput: Bool
  var hardware: Hardware?

  init(_ endpoint: Endpoint) {
    client = endpoint.address.client
    port = endpoint.address.port
    clientName = endpoint.clientName
    portName = endpoint.portName
    name = endpoint.displayName
    isInput = endpoint.directions.contains(.input)
    isOutput = endpoint.directions.contains(.output)
    hardware = endpoint.hardware.map {
      Hardware(
        card: $0.card, cardID: $0.cardID, cardName: $0.cardName, usbID: $0.usbID, serial: $0.serial,
        usbPath: $0.usbPath)
    }
  }
}
