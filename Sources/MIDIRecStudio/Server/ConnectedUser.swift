internal import Glibc
internal import MIDIRecSystem
internal import NIOCore
internal import SystemPackage

/// Tells the connections of the user's programs from those of other users of this computer.
///
/// All users can read the command line of a browser, and so the address of a page with its token.
enum ConnectedUser {
  /// The maximum length of the kernel's list, which has 150 bytes per connection.
  private static let maxLength = 1 << 24
  private static let established = "01"

  /// Returns whether a program of this process's user is connected.
  ///
  /// It is also true if the kernel doesn't show its connections.
  static func isOwn(_ channel: any NIOCore.Channel) -> Bool {
    guard let client = place(of: channel.remoteAddress), let server = place(of: channel.localAddress) else {
      return false
    }
    let lists = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { path in
      try? FileSystem.beginning(of: FilePath(path), count: maxLength)
    }
    guard !lists.isEmpty else { return true }
    return lists.contains { list in
      userID(from: client, to: server, in: String(decoding: list, as: UTF8.self)) == geteuid()
    }
  }

  /// Returns the user of the socket that is connected from a place to another one (proc_pid_net(5)), or `nil`.
  ///
  /// A socket that its program has closed no longer has a user.
  static func userID(from client: String, to server: String, in list: String) -> UInt32? {
    // An IPv6 socket can also connect to an IPv4 address.
    let ends = ["", "0000000000000000FFFF0000"].map { [$0 + client, $0 + server, established] }
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      if fields.count > 7, ends.contains(Array(fields[1...3])) { return UInt32(fields[7]) }
    }
    return nil
  }

  /// Returns an IPv4 address and its port as the kernel writes them, or `nil`.
  static func place(of address: String, _ port: Int) -> String? {
    let bytes = address.split(separator: ".").compactMap { UInt8($0).map(UInt32.init) }
    guard bytes.count == 4 else { return nil }
    let number = bytes.reduce(0) { $0 << 8 | $1 }
    return "\(hexadecimal(number.bigEndian, 8)):\(hexadecimal(UInt32(port), 4))"
  }

  private static func place(of address: SocketAddress?) -> String? {
    guard let ip = address?.ipAddress, let port = address?.port else { return nil }
    return place(of: ip, port)
  }

  private static func hexadecimal(_ number: UInt32, _ count: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: count - digits.count) + digits
  }
}
