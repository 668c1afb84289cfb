internal import CALSA
internal import MIDICore

/// Who gets what is sent.
extension SequencerClient {
  /// The ports that have subscribed to what comes out of a port, whoever's it is.
  func subscribers(to sender: EndpointAddress) -> [EndpointAddress] {
    var allocated: OpaquePointer?
    guard unsafe snd_seq_query_subscribe_malloc(&allocated) == 0 else { return [] }
    defer { unsafe snd_seq_query_subscribe_free(allocated) }
    var root = sender.cValue
    unsafe snd_seq_query_subscribe_set_root(allocated, &root)
    unsafe snd_seq_query_subscribe_set_type(allocated, SND_SEQ_QUERY_SUBS_READ)
    var subscribers: [EndpointAddress] = []
    while true {
      unsafe snd_seq_query_subscribe_set_index(allocated, Int32(subscribers.count))
      guard unsafe snd_seq_query_port_subscribers(handle, allocated) >= 0,
        let address = unsafe snd_seq_query_subscribe_get_addr(allocated)
      else { return subscribers }
      subscribers.append(EndpointAddress(unsafe address.pointee))
    }
  }
}
