internal import ALSASequencer
internal import ArgumentParser
internal import Reports

/// `midirec ports`: what can be captured and played to.
struct Ports: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the MIDI inputs and outputs that are there now.",
    discussion: """
      An input can be captured from, an output can be played to. Numbers change when things are plugged in; names \
      stay, and any part of one will do for --in and --out.
      """)

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func run() throws {
    let endpoints = try Endpoint.all()
    if json {
      print(try JSONText.of(endpoints.map(EndpointDocument.init)))
    } else if endpoints.isEmpty {
      StandardError.write("midirec: no inputs or outputs; plug an instrument in or start a music program\n")
    } else {
      var table = TextTable([
        ("PORT", .left), ("DIRECTION", .left), ("NAME", .left), ("HARDWARE", .left),
      ])
      for endpoint in endpoints {
        table.append([
          "\(endpoint.address)", endpoint.directions.text, endpoint.displayName.printable,
          endpoint.hardware.map { "\($0)" } ?? "",
        ])
      }
      print(table.text)
    }
  }
}

/// An endpoint for other programs.
private struct EndpointDocument: Encodable {
  struct Hardware: Encodable {
    var card: Int
    var cardID: String?
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
        card: $0.card, cardID: $0.cardID, usbID: $0.usbID, serial: $0.serial, usbPath: $0.usbPath)
    }
  }
}

extension Endpoint.Directions {
  fileprivate var text: String {
    switch (contains(.input), contains(.output)) {
    case (true, true): "in/out"
    case (true, false): "in"
    default: "out"
    }
  }
}
