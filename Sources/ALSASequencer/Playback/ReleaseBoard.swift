internal import CLinux
internal import Glibc
internal import MIDICore

/// The notes, pedals, bends, and pressures that receivers of a replay may hold, in memory that outlives its process.
///
/// The replay notes each message that starts something (a note, pedal, bend, or pressure) before the kernel gets it, and
/// the state after each delivery. So at every moment, the board holds at least what the receivers hold. The keeper reads
/// it once the process has died.
@safe
final class ReleaseBoard {
  /// A descriptor of the memory, which is valid as long as this object exists.
  let descriptor: Int32
  private let memory: UnsafeMutableRawBufferPointer

  // The numbers of what is held, and of undelivered messages that start something, per place: each note of each channel,
  // then each pedal, then the bend and the pressure of each channel.
  private static let pedals = Controller.pedals.lowerBound.rawValue...Controller.pedals.upperBound.rawValue
  private static let firstPedal = 16 << 7
  private static let firstBend = firstPedal + 16 * pedals.count
  private static let firstPressure = firstBend + 16
  private static let placeCount = firstPressure + 16

  // The layout: the number of receivers, whether the receivers are inside a System Exclusive message, the receivers as
  // pairs of bytes, and both lists of numbers.
  private static let maxReceiverCount = 255
  private static let heldOffset = 512
  private static let pendingOffset = heldOffset + 2 * placeCount
  private static let size = pendingOffset + 2 * placeCount

  /// Creates an empty board.
  ///
  /// - Throws: `SequencerError` if no descriptor or memory is available.
  init() throws(SequencerError) {
    let descriptor = unsafe linux_create_memory("midirec")
    guard descriptor >= 0, ftruncate(descriptor, off_t(Self.size)) == 0,
      let memory = unsafe Self.map(descriptor)
    else {
      let errno = errno
      if descriptor >= 0 { close(descriptor) }
      throw SequencerError(call: "memfd_create", attempt: "share memory", errno: errno, detail: nil)
    }
    self.descriptor = descriptor
    unsafe self.memory = unsafe memory
  }

  /// Opens the board of another process, or returns `nil` if the descriptor isn't that of a board.
  init?(sharedAs descriptor: Int32) {
    guard lseek(descriptor, 0, SEEK_END) == Self.size,
      let memory = unsafe Self.map(descriptor)
    else { return nil }
    self.descriptor = descriptor
    unsafe self.memory = unsafe memory
  }

  deinit {
    unsafe munmap(memory.baseAddress, memory.count)
    close(descriptor)
  }

  @unsafe
  private static func map(_ descriptor: Int32) -> UnsafeMutableRawBufferPointer? {
    let start = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard unsafe start != MAP_FAILED else { return nil }
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: size)
  }

  // MARK: The replay

  /// Adds a message that is sent next.
  func willSend(_ message: Message) {
    guard let place = Self.place(of: message), message.startsHolding else { return }
    add(1, at: Self.pendingOffset, place)
  }

  /// Records that a message was sent, or won't be.
  ///
  /// - Parameter sounding: The current state of the receivers.
  func wasSent(_ message: Message, _ sounding: ReleaseTracker) {
    guard let place = Self.place(of: message) else {
      if message.resetsHolds { hold(sounding) }
      return
    }
    set(sounding.holdCount(of: message), at: Self.heldOffset, place)
    if message.startsHolding { add(-1, at: Self.pendingOffset, place) }
  }

  /// Replaces the whole state, without undelivered messages.
  func hold(_ sounding: ReleaseTracker) {
    unsafe memory[Self.heldOffset...].initializeMemory(as: UInt8.self, repeating: 0)
    for message in sounding.releaseMessages {
      if let place = Self.place(of: message) { add(1, at: Self.heldOffset, place) }
    }
  }

  /// Whether the receivers have the start of a System Exclusive message without its end.
  var isInsideSystemExclusive: Bool {
    get { unsafe memory[1] != 0 }
    set { unsafe memory[1] = newValue ? 1 : 0 }
  }

  /// The receiving ports, up to 255.
  var receivers: [EndpointAddress] {
    get {
      (0..<Int(unsafe memory[0])).map { index in
        EndpointAddress(
          client: Int32(unsafe memory[2 + 2 * index]), port: Int32(unsafe memory[3 + 2 * index]))
      }
    }
    set {
      unsafe memory[0] = 0
      let addresses = newValue.prefix(min(Self.maxReceiverCount, (Self.heldOffset - 2) / 2))
      for (index, address) in addresses.enumerated() {
        unsafe memory[2 + 2 * index] = UInt8(truncatingIfNeeded: address.client)
        unsafe memory[3 + 2 * index] = UInt8(truncatingIfNeeded: address.port)
      }
      unsafe memory[0] = UInt8(addresses.count)
    }
  }

  // MARK: The keeper

  /// The messages that release everything that the receivers may hold.
  var releaseMessages: [Message] {
    (0..<Self.placeCount).flatMap { place in
      let count = number(at: Self.heldOffset, place) + number(at: Self.pendingOffset, place)
      return repeatElement(Self.release(of: place), count: place < Self.firstPedal ? count : min(count, 1))
    }
  }

  // MARK: Places

  private static func place(of message: Message) -> Int? {
    switch message {
    case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
      Int(channel.rawValue) << 7 | Int(note.rawValue)
    case .controlChange(let channel, let controller, _) where Controller.pedals.contains(controller):
      firstPedal + Int(channel.rawValue) * pedals.count + Int(controller.rawValue - pedals.lowerBound)
    case .pitchBend(let channel, _): firstBend + Int(channel.rawValue)
    case .channelPressure(let channel, _): firstPressure + Int(channel.rawValue)
    default: nil
    }
  }

  private static func release(of place: Int) -> Message {
    switch place {
    case ..<firstPedal:
      return .noteOff(
        channel: Channel(masking: UInt8(place >> 7)), note: NoteNumber(masking: UInt8(place & 0x7F)),
        velocity: 64)
    case ..<firstBend:
      let (channel, pedal) = (place - firstPedal).quotientAndRemainder(dividingBy: pedals.count)
      return .controlChange(
        channel: Channel(masking: UInt8(channel)),
        controller: Controller(masking: pedals.lowerBound + UInt8(pedal)), value: 0)
    case ..<firstPressure:
      return .pitchBend(channel: Channel(masking: UInt8(place - firstBend)), value: .bendCenter)
    default: return .channelPressure(channel: Channel(masking: UInt8(place - firstPressure)), pressure: 0)
    }
  }

  private func number(at offset: Int, _ place: Int) -> Int {
    Int(unsafe memory.load(fromByteOffset: offset + 2 * place, as: UInt16.self))
  }

  private func set(_ number: Int, at offset: Int, _ place: Int) {
    unsafe memory.storeBytes(of: UInt16(clamping: number), toByteOffset: offset + 2 * place, as: UInt16.self)
  }

  private func add(_ number: Int, at offset: Int, _ place: Int) {
    set(max(0, self.number(at: offset, place) + number), at: offset, place)
  }
}

extension Message {
  /// Whether the message starts a note, presses a pedal, bends, or applies pressure.
  fileprivate var startsHolding: Bool {
    switch self {
    case .noteOn(_, _, let velocity): velocity != 0
    case .controlChange(_, let controller, let value): Controller.pedals.contains(controller) && value != 0
    case .pitchBend(_, let value): value != .bendCenter
    case .channelPressure(_, let pressure): pressure != 0
    default: false
    }
  }

  /// Whether the message releases all pedals, bends, and pressures of a channel, or everything.
  fileprivate var resetsHolds: Bool {
    switch self {
    case .controlChange(_, .resetAllControllers, _), .systemReset: true
    default: false
    }
  }
}
