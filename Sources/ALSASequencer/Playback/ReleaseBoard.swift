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

  // The layout: the number of receivers, whether the receivers are inside a System Exclusive message, the receivers as
  // pairs of bytes, and per place the numbers of held notes or values, and of undelivered messages that start one.
  private static let maxReceiverCount = 255
  private static let heldOffset = 512
  private static let pendingOffset = heldOffset + 2 * HoldPlace.count
  private static let size = pendingOffset + 2 * HoldPlace.count

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
    guard let place = HoldPlace(of: message), message.startsHolding else { return }
    add(1, at: Self.pendingOffset, place)
  }

  /// Records that a message was sent, or won't be.
  ///
  /// - Parameter sounding: The current state of the receivers.
  func wasSent(_ message: Message, _ sounding: ReleaseTracker) {
    guard let place = HoldPlace(of: message) else {
      switch message {
      case .controlChange(_, .resetAllControllers, _), .systemReset: return hold(sounding)
      default: return
      }
    }
    set(sounding.holdCount(at: place), at: Self.heldOffset, place)
    if message.startsHolding { add(-1, at: Self.pendingOffset, place) }
  }

  /// Replaces the whole state, without undelivered messages.
  func hold(_ sounding: ReleaseTracker) {
    unsafe memory[Self.heldOffset...].initializeMemory(as: UInt8.self, repeating: 0)
    for message in sounding.releaseMessages {
      if let place = HoldPlace(of: message) { add(1, at: Self.heldOffset, place) }
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
    (0..<HoldPlace.count).flatMap { index in
      let place = HoldPlace(index: index)
      let count = number(at: Self.heldOffset, place) + number(at: Self.pendingOffset, place)
      return repeatElement(place.release, count: place.isNote ? count : min(count, 1))
    }
  }

  private func number(at offset: Int, _ place: HoldPlace) -> Int {
    Int(unsafe memory.load(fromByteOffset: offset + 2 * place.index, as: UInt16.self))
  }

  private func set(_ number: Int, at offset: Int, _ place: HoldPlace) {
    unsafe memory.storeBytes(
      of: UInt16(clamping: number), toByteOffset: offset + 2 * place.index, as: UInt16.self)
  }

  private func add(_ number: Int, at offset: Int, _ place: HoldPlace) {
    set(max(0, self.number(at: offset, place) + number), at: offset, place)
  }
}
