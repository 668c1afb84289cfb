internal import CALSA
internal import MIDICore

/// Subscriptions of ports.
extension SequencerClient {
  /// Returns the ports that are subscribed to a port of any client.
  package func subscribers(to sender: EndpointAddress) -> [EndpointAddress] {
    connections(of: sender, SND_SEQ_QUERY_SUBS_READ)
  }

  /// Returns the ports to which a port of any client is subscribed.
  package func senders(to receiver: EndpointAddress) -> [EndpointAddress] {
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

extension Connections {
  /// Records a connection that a port has made, and adds its announcement to the events of the port.
  ///
  /// The kernel announces a connection to a port only if a different client has made it. The announcement
  /// places the connection among the events, after the end of the previous one.
  ///
  /// - Returns: The events of a connection that couldn't be announced, because the client's pool has no space.
  mutating func expect(
    _ peer: Int, as endpoint: Endpoint, at port: EndpointAddress, of client: borrowing SequencerClient,
    _ time: Nanoseconds
  ) -> [ConnectionEvent] {
    recordConnection(peer, as: endpoint)
    var event = SequencerEvent(type: SND_SEQ_EVENT_PORT_SUBSCRIBED)
    let isInput = peers[peer].direction == .input
    event.connection = isInput ? (endpoint.address, port) : (port, endpoint.address)
    let isAnnounced = client.send(event, from: port.port, to: port) == nil
    return isAnnounced ? [] : began(with: endpoint.address, at: time)
  }

  /// Handles an event of a port.
  ///
  /// - Returns: The consequences of an announcement about a connection, or `nil` for any other event.
  package mutating func take(_ event: SequencerEvent, of port: EndpointAddress) -> [ConnectionEvent]? {
    let isBeginning = event.type == SND_SEQ_EVENT_PORT_SUBSCRIBED
    guard isBeginning || event.type == SND_SEQ_EVENT_PORT_UNSUBSCRIBED else { return nil }
    let (sender, destination) = event.connection
    let other = sender == port ? destination : sender
    return isBeginning ? began(with: other, at: event.time) : ended(with: other, at: event.time)
  }
}
