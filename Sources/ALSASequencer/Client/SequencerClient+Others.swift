internal import CALSA
internal import MIDIRecSystem
internal import SystemPackage

/// Information about other clients and their ports.
extension SequencerClient {
  /// Returns the ID of the process that owns a client, or `nil` if the client is a kernel driver or has exited. Linux
  /// provides it since version 4.6.
  package func process(of number: Int32) -> Int32? {
    var allocated: OpaquePointer?
    guard unsafe snd_seq_client_info_malloc(&allocated) == 0 else { return nil }
    defer { unsafe snd_seq_client_info_free(allocated) }
    guard unsafe snd_seq_get_any_client_info(handle, number, allocated) == 0 else { return nil }
    // The kernel reports the thread that opened the client. That of a main thread is the ID of its process.
    let thread = unsafe snd_seq_client_info_get_pid(allocated)
    guard thread > 0 else { return nil }
    let field = "Tgid:\t"
    let status = FileSystem.text(of: FilePath("/proc/\(thread)/status"))?.split(separator: "\n")
    let process = status?.first { $0.hasPrefix(field) }?.dropFirst(field.count)
    return process.flatMap { Int32($0) } ?? thread
  }

  /// Returns the names of a client and its port, or `nil` if the port doesn't exist.
  package func names(of address: EndpointAddress) -> (client: String, port: String)? {
    var client: OpaquePointer?
    var port: OpaquePointer?
    guard unsafe snd_seq_client_info_malloc(&client) == 0 else { return nil }
    defer { unsafe snd_seq_client_info_free(client) }
    guard unsafe snd_seq_port_info_malloc(&port) == 0 else { return nil }
    defer { unsafe snd_seq_port_info_free(port) }
    guard unsafe snd_seq_get_any_client_info(handle, address.client, client) == 0,
      unsafe snd_seq_get_any_port_info(handle, address.client, address.port, port) == 0,
      let clientName = unsafe snd_seq_client_info_get_name(client),
      let portName = unsafe snd_seq_port_info_get_name(port)
    else { return nil }
    return unsafe (String(cString: clientName), String(cString: portName))
  }

  /// Enables timestamps from a queue's real time for events that arrive at one of the client's ports.
  package func stamp(_ port: EndpointAddress, by queue: Int32) throws(SequencerError) {
    var allocated: OpaquePointer?
    try check(unsafe snd_seq_port_info_malloc(&allocated), "snd_seq_port_info_malloc", "stamp events")
    defer { unsafe snd_seq_port_info_free(allocated) }
    try check(
      unsafe snd_seq_get_port_info(handle, port.port, allocated), "snd_seq_get_port_info", "stamp events")
    unsafe snd_seq_port_info_set_timestamping(allocated, 1)
    unsafe snd_seq_port_info_set_timestamp_real(allocated, 1)
    unsafe snd_seq_port_info_set_timestamp_queue(allocated, queue)
    try check(
      unsafe snd_seq_set_port_info(handle, port.port, allocated), "snd_seq_set_port_info", "stamp events")
  }
}
