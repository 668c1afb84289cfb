internal import CALSA

/// Where an endpoint is right now: the numbers of its client and port. They say nothing lasting.
package struct EndpointAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The client's number.
  package let client: Int32
  /// The port's number within the client.
  package let port: Int32

  /// Makes an address of its numbers.
  package init(client: Int32, port: Int32) {
    self.client = client
    self.port = port
  }

  /// Reads `20:0`; nothing when `text` is anything else.
  package init?(parsing text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isWholeNumber) }),
      let client = UInt8(parts[0]), let port = UInt8(parts[1])
    else { return nil }
    self.init(client: Int32(client), port: Int32(port))
  }

  /// Client and port: `20:0`.
  package var description: String { "\(client):\(port)" }

  /// Orders by client, then by port.
  package static func < (left: EndpointAddress, right: EndpointAddress) -> Bool {
    (left.client, left.port) < (right.client, right.port)
  }

  /// Takes the kernel's form.
  init(_ address: snd_seq_addr_t) {
    self.init(client: Int32(address.client), port: Int32(address.port))
  }

  /// Client and port numbers are bytes in the kernel's interface.
  var cValue: snd_seq_addr_t {
    snd_seq_addr_t(client: UInt8(truncatingIfNeeded: client), port: UInt8(truncatingIfNeeded: port))
  }
}
