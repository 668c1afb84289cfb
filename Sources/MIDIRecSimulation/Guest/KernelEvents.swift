internal import CLinux
internal import Glibc

/// The events by which the kernel announces devices.
struct KernelEvents {
  /// Readable once events have come.
  let descriptor: Int32

  /// Starts to listen.
  static func open() throws(SimulationError) -> KernelEvents {
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_NETLINK, type, NETLINK_KOBJECT_UEVENT)
    var address = sockaddr_nl(nl_family: UInt16(AF_NETLINK), nl_pad: 0, nl_pid: 0, nl_groups: 1)
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
      }
    }
    guard descriptor >= 0, result == 0 else {
      throw SimulationError(step: "can't listen to the kernel's events")
    }
    return KernelEvents(descriptor: descriptor)
  }

  /// Returns the files of the devices that were added since the last call, by their paths below `/dev`.
  func newDevices() -> [String] {
    var buffer = [UInt8](repeating: 0, count: 8_192)
    var devices: [String] = []
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        let fields = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\0")
        guard fields.contains("ACTION=add") else { continue }
        devices += fields.filter { $0.hasPrefix("DEVNAME=") }.map { String($0.dropFirst(8)) }
      } else if count == 0 || errno != EINTR && errno != ENOBUFS {
        return devices
      }
    }
  }
}
