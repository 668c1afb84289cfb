internal import CLinux
internal import FoundationEssentials
internal import Glibc

/// The virtual instruments of a machine, as its first process plugs them in and unplugs them.
///
/// Programs on the machine ask for that through a local socket. A request is answered once the sequencer has or lacks the
/// ports. The kernel announces each change of devices, so that no one waits by sleeping: under simulated time a wait must
/// neither compute until the time has come, which never comes then, nor sleep longer than needed.
final class GuestInstruments {
  /// A program that has sent a request, or is about to.
  private struct Client {
    let descriptor: Int32
    /// The USB port for whose change the program waits, and whether an instrument is plugged in there.
    var change: (usbPort: Int, isPlugging: Bool)?
  }

  private let modules: GuestModules
  private let events: KernelEvents
  private let listener: Int32
  private var clients: [Client] = []
  /// The serial numbers of plugged instruments by their USB ports.
  private var serials: [Int: String] = [:]
  /// The last USB port and card number of each serial number.
  private var lastPlaces: [String: (usbPort: Int, card: Int?)] = [:]
  private var hasUSB = false

  /// The descriptors to wait for: when one is readable, call ``step()``.
  var descriptors: [Int32] { [events.descriptor, listener] + clients.map(\.descriptor) }

  /// Starts to listen for requests.
  init(_ modules: GuestModules) throws(SimulationError) {
    self.modules = modules
    events = try KernelEvents.open()
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    listener = socket(AF_UNIX, type, 0)
    let path = VirtualInstrument.socket
    guard unsafe withSocketAddress(of: path, { unsafe bind(listener, $0, $1) }) == 0,
      unsafe chmod(path, 0o666) == 0, listen(listener, 64) == 0
    else { throw SimulationError(step: "can't listen on \(path)") }
  }

  /// Plugs in an instrument and waits for its sequencer ports.
  func plugAndWait(_ instrument: VirtualInstrument) throws {
    let usbPort = try plug(instrument.serial, product: instrument.product)
    while self.instrument(usbPort) == nil {
      var polled = pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&polled, 1, Int32(VirtualInstrument.timeout * 1_000)) > 0 else {
        throw SimulationError(
          step: "the kernel doesn't find instrument \(instrument.serial)", errno: ETIMEDOUT)
      }
      openDevices()
    }
  }

  /// Handles everything that has come.
  func step() {
    openDevices()
    while true {
      let descriptor = accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
      guard descriptor >= 0 else { break }
      clients.append(Client(descriptor: descriptor))
    }
    clients = clients.compactMap { handle($0) }
  }

  /// Opens new sound devices to all users.
  private func openDevices() {
    for device in events.newDevices() where device.hasPrefix("snd/") { unsafe chmod("/dev/\(device)", 0o666) }
  }

  // MARK: Requests

  /// Handles what a client has sent, and answers if the answer is known.
  ///
  /// - Returns: The client, or `nil` if it got its answer or is gone.
  private func handle(_ client: Client) -> Client? {
    var client = client
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe recv(client.descriptor, &buffer, buffer.count, 0)
    if count > 0 {
      do {
        switch try JSONDecoder().decode(InstrumentRequest.self, from: Data(buffer[..<count])) {
        case .plug(let serial, let product, let usbPort, let isRenumbered):
          client.change = (
            try plug(serial, product: product, usbPort: usbPort, isRenumbered: isRenumbered), true
          )
        case .unplug(let serial, let usbPort): client.change = (try unplug(serial, usbPort), false)
        case .list: return answer(client, .instruments(serials.keys.sorted().compactMap(instrument)))
        }
      } catch {
        return answer(client, .failure("\(error)"))
      }
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      close(client.descriptor)
      return nil
    }
    guard let (usbPort, isPlugging) = client.change, let instruments = result(of: usbPort, isPlugging)
    else { return client }
    return answer(client, .instruments(instruments))
  }

  private func answer(_ client: Client, _ reply: InstrumentReply) -> Client? {
    let message = (try? JSONEncoder().encode(reply)).map { Array($0) } ?? []
    _ = unsafe send(client.descriptor, message, message.count, Int32(MSG_NOSIGNAL))
    close(client.descriptor)
    return nil
  }

  /// Plugs in an instrument.
  ///
  /// - Returns: The USB port.
  private func plug(
    _ serial: String?, product: String?, usbPort: Int? = nil, isRenumbered: Bool = false
  ) throws -> Int {
    // A USB host without hardware would take time from machines without an instrument.
    if !hasUSB {
      try modules.loadUSB(portCount: VirtualInstrument.usbPortCount)
      try USBGadget.prepare()
      hasUSB = true
    }
    let usbPort = try self.usbPort(usbPort, for: serial)
    var instrument = VirtualInstrument(serial: serial ?? VirtualInstrument.defaultSerial(usbPort: usbPort))
    if let product { instrument.product = product }
    let gadget = USBGadget(usbPort: usbPort)
    var playerCard = gadget.usualPlayerCard
    // The instrument gets the first free card. If that was its last one, the player takes it away.
    let free = USBGadget.firstFreeCard()
    if isRenumbered, lastPlaces[instrument.serial]?.card == free { playerCard = free }
    try gadget.plug(instrument, playerCard: playerCard)
    serials[usbPort] = instrument.serial
    return usbPort
  }

  /// Returns the USB port that an instrument gets: the given one, its last one, or the first free one.
  private func usbPort(_ usbPort: Int?, for serial: String?) throws -> Int {
    let ports = 0..<VirtualInstrument.usbPortCount
    if let usbPort {
      guard ports.contains(usbPort) else {
        throw SimulationError("USB ports are numbered from 0 to \(ports.upperBound - 1) (found \(usbPort))")
      }
      if let serial = serials[usbPort] {
        throw SimulationError("USB port \(usbPort) is occupied by instrument \"\(serial)\"; unplug it first")
      }
      return usbPort
    }
    if let serial, !serial.isEmpty {
      guard !serials.values.contains(serial) else {
        throw SimulationError("instrument \"\(serial)\" is already plugged in")
      }
      if let last = lastPlaces[serial]?.usbPort, serials[last] == nil { return last }
    }
    guard let free = ports.first(where: { serials[$0] == nil }) else {
      throw SimulationError("all \(ports.count) USB ports are occupied; unplug an instrument first")
    }
    return free
  }

  /// Unplugs an instrument.
  ///
  /// - Returns: The USB port.
  private func unplug(_ serial: String?, _ usbPort: Int?) throws -> Int {
    let matches = serials.filter { (usbPort ?? $0.key) == $0.key && (serial ?? $0.value) == $0.value }
    guard let match = matches.first else {
      let name = serial.map { "instrument \"\($0)\"" } ?? "such instrument"
      throw SimulationError("no \(name) is plugged in")
    }
    guard matches.count == 1 else {
      throw SimulationError(
        "\(matches.count) instruments match; choose one by its serial number and USB port")
    }
    let gadget = USBGadget(usbPort: match.key)
    lastPlaces[match.value] = (match.key, gadget.instrumentCard)
    try gadget.unplug()
    serials[match.key] = nil
    return match.key
  }

  // MARK: Results

  /// Returns the instruments of a changed USB port, or `nil` if the kernel hasn't completed the change.
  private func result(of usbPort: Int, _ isPlugging: Bool) -> [PluggedInstrument]? {
    if isPlugging { return instrument(usbPort).map { [$0] } }
    let gadget = USBGadget(usbPort: usbPort)
    return gadget.instrumentCard == nil && gadget.playerCard == nil ? [] : nil
  }

  /// Returns the instrument in a USB port, or `nil` if the sequencer doesn't have its ports yet.
  private func instrument(_ usbPort: Int) -> PluggedInstrument? {
    let gadget = USBGadget(usbPort: usbPort)
    guard let serial = serials[usbPort], let card = gadget.instrumentCard, let playerCard = gadget.playerCard,
      let port = USBGadget.sequencerPort(card: card), let player = USBGadget.sequencerPort(card: playerCard)
    else { return nil }
    return PluggedInstrument(
      serial: serial, usbPort: usbPort, instrument: port, player: player,
      device: "/dev/snd/midiC\(playerCard)D0")
  }
}
