internal import CALSA

/// The current address of an endpoint: client and port number. It may change when the endpoint is reconnected.
package struct EndpointAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The client number.
  package let client: Int32
  /// The port number within the client.
  package let port: Int32

  /// Creates an address from its numbers.
  package init(client: Int32, port: Int32) {
    self.client = client
    self.port = port
  }

  /// Parses `20:0`, or returns `nil` for any other text.
  package init?(parsing text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isWholeNumber) }),
      let client = UInt8(parts[0]), let port = UInt8(parts[1])
    else { return nil }
    self.init(client: Int32(client), port: Int32(port))
  }

  /// Client and port: `20:0`.
  package var description: String { "\(client):\(port)" }

  /// Orders addresses by client, then by port.
  package static func < (left: EndpointAddress, right: EndpointAddress) -> Bool {
    (left.client, left.port) < (right.client, right.port)
  }

  /// Creates an address from the kernel's structure.
  init(_ address: snd_seq_addr_t) {
    self.init(client: Int32(address.client), port: Int32(address.port))
  }

  /// The kernel's structure, in which both numbers are bytes.
  var cValue: snd_seq_addr_t {
    snd_seq_addr_t(client: UInt8(truncatingIfNeeded: client), port: UInt8(truncatingIfNeeded: port))
  }
}
