internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import SystemPackage

/// The instruments of the simulated machine on which this process runs.
///
/// The first process of the machine plugs them in and unplugs them, so the caller doesn't have to be root. The kernel needs
/// about half a second of the machine's time until the sequencer has or lacks the ports. Functions that wait for that belong
/// on a thread that isn't a task's.
extension VirtualInstrument {
  /// The socket of the first process.
  static let socket = "/run/midirec-control"
  /// The time that the kernel has to notice an instrument, in seconds.
  static let timeout = 10

  /// Plugs in an instrument and waits for its sequencer ports.
  ///
  /// - Parameters:
  ///   - serial: The serial number, which may be empty, or `nil` for the default of the USB port.
  ///   - product: The name of the instrument.
  ///   - usbPort: The USB port, or `nil` for the last one of this serial number or else the first free one.
  ///   - isRenumbered: Whether the instrument gets a client number that differs from its last one.
  /// - Throws: `SimulationError` if the port is occupied, or if this process doesn't run on a simulated machine.
  @discardableResult
  package static func plug(
    serial: String? = nil, product: String? = nil, usbPort: Int? = nil, isRenumbered: Bool = false
  ) throws(SimulationError) -> PluggedInstrument {
    let change = try InstrumentChange(
      .plug(serial: serial, product: product, usbPort: usbPort, isRenumbered: isRenumbered))
    guard let instrument = try change.waitForInstruments().first else {
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
  package static func unplug(serial: String? = nil, usbPort: Int? = nil) throws(SimulationError) {
    _ = try InstrumentChange(.unplug(serial: serial, usbPort: usbPort)).waitForInstruments()
  }

  /// Returns an instrument that is plugged in.
  ///
  /// - Parameter serial: The serial number, or `nil` for the only one.
  /// - Throws: `SimulationError` unless exactly one plugged instrument matches.
  package static func instrument(serial: String?) throws(SimulationError) -> PluggedInstrument {
    let matches = try all().filter { (serial ?? $0.serial) == $0.serial }
    guard let match = matches.first else {
      throw SimulationError("no \(serial.map { "instrument \"\($0)\"" } ?? "instrument") is plugged in")
    }
    guard matches.count == 1 else {
      throw SimulationError("\(matches.count) instruments match; choose one by its serial number")
    }
    return match
  }

  /// Returns the instruments that are plugged in, in the order of their USB ports.
  package static func all() throws(SimulationError) -> [PluggedInstrument] {
    try InstrumentChange(.list).waitForInstruments()
  }
}

/// A change of the instruments for which the first process of the machine was asked.
package final class InstrumentChange {
  private let descriptor: Int32

  /// Requests a change, but doesn't wait for it.
  package init(_ request: InstrumentRequest) throws(SimulationError) {
    descriptor = try Self.connect()
    do {
      let message = Array(try JSONEncoder().encode(request))
      guard unsafe send(descriptor, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
        throw Errno(rawValue: errno)
      }
    } catch {
      throw Self.unreachable(error)
    }
  }

  deinit { close(descriptor) }

  /// Returns the instruments that resulted, or `nil` if the kernel hasn't completed the change.
  ///
  /// - Throws: `SimulationError` if the change isn't possible.
  package func instruments() throws(SimulationError) -> [PluggedInstrument]? {
    try receive(flags: Int32(MSG_DONTWAIT))
  }

  /// Waits for the result.
  fileprivate func waitForInstruments() throws(SimulationError) -> [PluggedInstrument] {
    guard let instruments = try receive(flags: 0) else {
      throw SimulationError(
        "the sequencer's ports didn't change within \(VirtualInstrument.timeout) seconds")
    }
    return instruments
  }

  private func receive(flags: Int32) throws(SimulationError) -> [PluggedInstrument]? {
    let reply: InstrumentReply
    do {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe recv(descriptor, &buffer, buffer.count, flags)
      guard count > 0 else { throw count == 0 ? Errno.connectionReset : Errno(rawValue: errno) }
      reply = try JSONDecoder().decode(InstrumentReply.self, from: Data(buffer[..<count]))
    } catch Errno.resourceTemporarilyUnavailable {
      return nil
    } catch {
      throw Self.unreachable(error)
    }
    switch reply {
    case .instruments(let instruments): return instruments
    case .failure(let reason): throw SimulationError(reason)
    }
  }

  private static func unreachable(_ error: any Error) -> SimulationError {
    SimulationError("can't reach the simulated machine's first process: \(error)")
  }

  private static func connect() throws(SimulationError) -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var timeout = timeval(tv_sec: VirtualInstrument.timeout, tv_usec: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    let path = VirtualInstrument.socket
    guard unsafe withSocketAddress(of: path, { unsafe Glibc.connect(descriptor, $0, $1) }) == 0 else {
      let error = errno
      close(descriptor)
      guard error == ENOENT || error == ECONNREFUSED else {
        throw unreachable(Errno(rawValue: error))
      }
      throw SimulationError(
        "virtual instruments exist only on a simulated machine; run the command with: midirec simulate -- COMMAND"
      )
    }
    return descriptor
  }
}

/// Calls a function with the address of a local socket's path, which is cut if it is too long.
func withSocketAddress(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
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
