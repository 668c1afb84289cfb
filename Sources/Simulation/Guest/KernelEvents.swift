internal import CLinux
internal import Glibc

/// The events by which the kernel announces devices.
struct KernelEvents {
  /// An announcement of a device.
  struct Event {
    /// The change, such as "add" or "remove".
    var action = ""
    /// The path of the device file below `/dev`, or `nil` if the device has none.
    var deviceName: String?
  }

  /// Readable once events have come.
  let descriptor: Int32

  /// Starts to listen.
  static func open() throws(GuestError) -> KernelEvents {
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_NETLINK, type, NETLINK_KOBJECT_UEVENT)
    var address = sockaddr_nl(nl_family: UInt16(AF_NETLINK), nl_pad: 0, nl_pid: 0, nl_groups: 1)
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
      }
    }
    guard descriptor >= 0, result == 0 else { throw GuestError("can't listen to the kernel's events") }
    return KernelEvents(descriptor: descriptor)
  }

  /// Returns the events that have come since the last call.
  func receive() -> [Event] {
    var buffer = [UInt8](repeating: 0, count: 8_192)
    var events: [Event] = []
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        events.append(Self.event(String(decoding: buffer[..<count], as: UTF8.self)))
      } else if count == 0 || errno != EINTR && errno != ENOBUFS {
        return events
      }
    }
  }

  private static func event(_ text: String) -> Event {
    var event = Event()
    for field in text.split(separator: "\0") {
      if field.hasPrefix("ACTION=") { event.action = String(field.dropFirst(7)) }
      if field.hasPrefix("DEVNAME=") { event.deviceName = String(field.dropFirst(8)) }
    }
    return event
  }
}
