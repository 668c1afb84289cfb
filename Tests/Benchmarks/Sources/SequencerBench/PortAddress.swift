import ArgumentParser
import CALSA

/// The address of a port, `CLIENT:PORT`.
struct PortAddress: ExpressibleByArgument, CustomStringConvertible {
  /// All subscribers of the sender's port.
  static let subscribers = PortAddress(client: UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS), port: 0)

  /// The client number.
  var client: UInt8
  /// The port's number within the client.
  var port: UInt8

  /// Creates an address.
  init(client: UInt8, port: UInt8) {
    self.client = client
    self.port = port
  }

  init?(argument: String) {
    let parts = argument.split(separator: ":").compactMap { UInt8($0) }
    guard parts.count == 2 else { return nil }
    self.init(client: parts[0], port: parts[1])
  }

  var description: String { "\(client):\(port)" }

  /// The address for alsa-lib.
  var cValue: snd_seq_addr_t { snd_seq_addr_t(client: client, port: port) }
}
