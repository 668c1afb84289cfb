internal import CALSA

/// Subscriptions of ports.
extension SequencerClient {
  /// Returns the ports that are subscribed to a port of any client.
  func subscribers(to sender: EndpointAddress) -> [EndpointAddress] {
    connections(of: sender, SND_SEQ_QUERY_SUBS_READ)
  }

  /// Returns the ports to which a port of any client is subscribed.
  func senders(to receiver: EndpointAddress) -> [EndpointAddress] {
    connections(of: receiver, SND_SEQ_QUERY_SUBS_WRITE)
  }

  private func connections(
    of port: EndpointAddress, _ type: snd_seq_query_subs_type_t
  ) -> [EndpointAddress] {
    var allocated: OpaquePointer?
    guard unsafe snd_seq_query_subscribe_malloc(&allocated) == 0 else { return [] }
    defer { unsafe snd_seq_query_subscribe_free(allocated) }
    var root = port.cValue
    unsafe snd_seq_query_subscribe_set_root(allocated, &root)
    unsafe snd_seq_query_subscribe_set_type(allocated, type)
    var connected: [EndpointAddress] = []
    while true {
      unsafe snd_seq_query_subscribe_set_index(allocated, Int32(connected.count))
      guard unsafe snd_seq_query_port_subscribers(handle, allocated) >= 0,
        let address = unsafe snd_seq_query_subscribe_get_addr(allocated)
      else { return connected }
      connected.append(EndpointAddress(unsafe address.pointee))
    }
  }
}
