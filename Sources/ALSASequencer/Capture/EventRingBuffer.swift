internal import CALSA
internal import Glibc
internal import MIDICore
internal import Synchronization

/// Hands events from the thread that reads them to the one that keeps them, without a lock and without allocating: a
/// ring of slots in memory that is there from the start.
///
/// An event takes one slot, and one more for each 32 bytes that it carries besides. One thread puts, one takes; what
/// was put is seen by the other side after ``publish()``.
@safe
final class EventRingBuffer: @unchecked Sendable {
  // `published` and `taken` protect what is between them: only the putting thread writes slots from `published` on,
  // only the taking thread reads those before it, and each moves its own counter after that.

  /// What is handed over.
  enum Item {
    /// An event. What it carries is there until the next one is taken.
    case event(SequencerEvent)
    /// The kernel had to drop events.
    case overrun(at: Nanoseconds)
  }

  /// A slot: the event and the number of slots after it that hold what it carries, or one of the marks below.
  @safe
  private struct Slot {
    var event: snd_seq_event_t
    var extraSlots: UInt32

    static let overrun = UInt32.max
    /// The rest of the ring is unused: what comes next didn't fit there in one piece.
    static let end = UInt32.max - 1
  }

  private let slots: UnsafeMutablePointer<Slot>
  /// How many slots there are: a power of two.
  let capacity: Int
  private var slotLength: Int { MemoryLayout<Slot>.stride }

  /// Up to where the putting thread has filled slots; its own.
  private var put = 0
  private let published = Atomic(0)
  private let taken = Atomic(0)

  /// Makes a ring of at least 4,096 slots: the largest event that the kernel passes on, as large as a pool of 2,000
  /// cells, has to fit in one piece wherever the last one ended.
  init(capacity: Int) {
    precondition(capacity >= 4096 && capacity & (capacity - 1) == 0, "a power of two, 4,096 or more")
    self.capacity = capacity
    unsafe slots = .allocate(capacity: capacity)
    // Written once, so that memory neither grows while recording nor keeps the reader waiting for it.
    unsafe slots.initialize(
      repeating: Slot(event: snd_seq_event_t(), extraSlots: 0), count: capacity)
  }

  deinit { unsafe slots.deallocate() }

  /// How many slots hold something that was not taken yet.
  var count: Int {
    published.load(ordering: .sequentiallyConsistent) - taken.load(ordering: .sequentiallyConsistent)
  }

  // MARK: The thread that puts

  /// Puts an event, and what it carries.
  ///
  /// - Returns: Whether there was room for it.
  func put(_ event: SequencerEvent) -> Bool {
    unsafe event.withCarriedBytes { raw, bytes in
      let extra = (bytes.count + slotLength - 1) / slotLength
      guard let index = reserve(1 + extra) else { return false }
      unsafe slots[index] = Slot(event: raw, extraSlots: UInt32(extra))
      if extra > 0 {
        unsafe UnsafeMutableRawBufferPointer(start: slots + index + 1, count: extra * slotLength)
          .copyMemory(from: bytes)
      }
      put += 1 + extra
      return true
    }
  }

  /// Puts the mark of an overrun.
  ///
  /// - Returns: Whether there was room for it.
  func putOverrun(at time: Nanoseconds) -> Bool {
    guard let index = reserve(1) else { return false }
    var event = unsafe snd_seq_event_t()
    unsafe event.time.time = time.realTime
    unsafe slots[index] = Slot(event: event, extraSlots: Slot.overrun)
    put += 1
    return true
  }

  /// Lets the other thread see all that was put so far.
  func publish() { published.store(put, ordering: .sequentiallyConsistent) }

  /// Finds slots in one piece.
  private func reserve(_ count: Int) -> Int? {
    let index = put & (capacity - 1)
    let skipped = index + count > capacity ? capacity - index : 0
    let used = put - taken.load(ordering: .acquiring)
    guard used + skipped + count <= capacity else { return nil }
    if skipped > 0 {
      unsafe slots[index].extraSlots = Slot.end
      put += skipped
    }
    return put & (capacity - 1)
  }

  // MARK: The thread that takes

  /// Takes the next item, and hands it to `body`.
  ///
  /// - Returns: Whether there was one.
  func take(_ body: (Item) -> Void) -> Bool {
    var start = taken.load(ordering: .relaxed)
    let end = published.load(ordering: .acquiring)
    if start < end, unsafe slots[start & (capacity - 1)].extraSlots == Slot.end {
      start += capacity - start & (capacity - 1)
    }
    guard start < end else { return false }
    let index = start & (capacity - 1)
    let extra = unsafe slots[index].extraSlots
    guard extra != Slot.overrun else {
      body(.overrun(at: unsafe Nanoseconds(slots[index].event.time.time)))
      taken.store(start + 1, ordering: .sequentiallyConsistent)
      return true
    }
    body(.event(unsafe SequencerEvent(slots[index].event, carryingBytesAt: slots + index + 1)))
    taken.store(start + 1 + Int(extra), ordering: .sequentiallyConsistent)
    return true
  }
}
