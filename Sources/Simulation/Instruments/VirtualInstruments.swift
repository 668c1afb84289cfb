internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import SystemPackage

/// The virtual instruments of the simulated machine on which this process runs.
///
/// The first process of the machine plugs them in and unplugs them, so the caller doesn't have to be root. All functions
/// block the thread for about half a second of the machine's time, until the sequencer has or lacks the ports. They belong
/// on a thread that isn't a task's.
public enum VirtualInstruments {
  /// The socket of the first process.
  static let socket = "/run/midirec-control"
  /// The time that the kernel has to notice an instrument, in seconds.
  static let patience = 10

  /// Plugs in an instrument and waits for its sequencer ports.
  ///
  /// - Parameters:
  ///   - serial: The serial number, which may be empty, or `nil` for the default of the USB port.
  ///   - product: The name of the instrument.
  ///   - usbPort: The USB port, or `nil` for the last one of this serial number or else the first free one.
  ///   - isRenumbered: Whether the instrument gets a client number that differs from its last one.
  /// - Throws: `SimulationError` if the port is occupied, or if this process doesn't run on a simulated machine.
  @discardableResult
  public static func plug(
    serial: String? = nil, product: String? = nil, usbPort: Int? = nil, isRenumbered: Bool = false
  ) throws(SimulationError) -> PluggedInstrument {
    let request = PlugRequest(serial: serial, product: product, usbPort: usbPort, isRenumbered: isRenumbered)
    guard let instrument = try send(.plug(request)).first else {
      throw SimulationError("no instrument was plugged in")
    }
    return instrument
  }

  /// Unplugs an instrument and waits until its sequencer ports are gone.
  ///
  /// - Parameters:
  ///   - serial: The serial number, or `nil` for any.
  ///   - usbPort: The USB port, or `nil` for any.
  /// - Throws: `SimulationError` unless exactly one plugged instrument matches.
  public static func unplug(serial: String? = nil, usbPort: Int? = nil) throws(SimulationError) {
    _ = try send(.unplug(serial: serial, usbPort: usbPort))
  }

  /// Returns the instruments that are plugged in, in the order of their USB ports.
  public static func all() throws(SimulationError) -> [PluggedInstrument] { try send(.list) }

  private static func send(_ request: InstrumentRequest) throws(SimulationError) -> [PluggedInstrument] {
    let descriptor = try connect()
    defer { close(descriptor) }
    let reply: InstrumentReply
    do {
      let message = Array(try JSONEncoder().encode(request))
      guard unsafe Glibc.send(descriptor, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
        throw Errno(rawValue: errno)
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { throw count == 0 ? Errno.connectionReset : Errno(rawValue: errno) }
      reply = try JSONDecoder().decode(InstrumentReply.self, from: Data(buffer[..<count]))
    } catch Errno.resourceTemporarilyUnavailable {
      throw SimulationError("the sequencer's ports didn't change within \(patience) seconds")
    } catch {
      throw SimulationError("can't reach the simulated machine's first process: \(error)")
    }
    switch reply {
    case .instruments(let instruments): return instruments
    case .failure(let reason): throw SimulationError(reason)
    }
  }

  private static func connect() throws(SimulationError) -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var timeout = timeval(tv_sec: patience, tv_usec: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    guard unsafe SocketAddress.with(socket, { unsafe Glibc.connect(descriptor, $0, $1) }) == 0 else {
      let error = errno
      close(descriptor)
      guard error == ENOENT || error == ECONNREFUSED else {
        throw SimulationError("can't reach the simulated machine's first process: \(Errno(rawValue: error))")
      }
      throw SimulationError(
        "virtual instruments exist only on a simulated machine; run the command with: midirec simulate -- COMMAND"
      )
    }
    return descriptor
  }
}

/// Addresses of local sockets.
enum SocketAddress {
  /// Calls a function with the address of a path.
  static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) {
      unsafe $0.copyBytes(from: path.utf8.prefix($0.count - 1))
    }
    return unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
