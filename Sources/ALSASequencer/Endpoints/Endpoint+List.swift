internal import CALSA

extension Endpoint {
  /// The endpoints that are there now, in the order of their numbers. The sequencer's own (client 0) and ports
  /// that nobody may connect to are left out.
  package static func all() throws(SequencerError) -> [Endpoint] {
    try SequencerClient.open(name: "midirec").endpoints()
  }

  @unsafe
  fileprivate init?(_ client: OpaquePointer, _ port: OpaquePointer) {
    let clientNumber = unsafe snd_seq_client_info_get_client(client)
    guard clientNumber != SND_SEQ_CLIENT_SYSTEM else { return nil }
    let capabilities = SequencerClient.PortCapabilities(
      rawValue: unsafe snd_seq_port_info_get_capability(port))
    guard !capabilities.contains(.noExport) else { return nil }

    var directions: Directions = []
    if capabilities.contains([.read, .subscribeRead]) { directions.insert(.input) }
    if capabilities.contains([.write, .subscribeWrite]) { directions.insert(.output) }
    guard !directions.isEmpty else { return nil }

    let card = unsafe snd_seq_client_info_get_card(client)
    self.init(
      address: EndpointAddress(client: clientNumber, port: unsafe snd_seq_port_info_get_port(port)),
      clientName: unsafe Self.text(snd_seq_client_info_get_name(client)),
      portName: unsafe Self.text(snd_seq_port_info_get_name(port)),
      directions: directions,
      hardware: card >= 0 ? HardwareIdentity(readingCard: Int(card)) : nil)
  }

  @unsafe
  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
  }
}

extension SequencerClient {
  /// The endpoints that are there now, but for the client's own.
  func endpoints() throws(SequencerError) -> [Endpoint] {
    var endpoints: [Endpoint] = []
    try unsafe forEachPort { clientInfo, portInfo in
      if let endpoint = unsafe Endpoint(clientInfo, portInfo), endpoint.address.client != number {
        endpoints.append(endpoint)
      }
    }
    return endpoints
  }
}
