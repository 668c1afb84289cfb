internal import Glibc

/// The network of a simulated machine: only itself.
enum GuestNetwork {
  /// Brings up the loopback interface, through which Foundation and other libraries wake their threads.
  static func raiseLoopback() throws(GuestError) {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var request = unsafe ifreq()
    unsafe withUnsafeMutableBytes(of: &request.ifr_ifrn) { unsafe $0.copyBytes(from: "lo".utf8) }
    unsafe request.ifr_ifru.ifru_flags = Int16(IFF_UP)
    guard unsafe ioctl(descriptor, UInt(SIOCSIFFLAGS), &request) == 0 else {
      throw GuestError("can't bring up the loopback interface")
    }
  }
}
