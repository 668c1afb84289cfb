internal import CALSA
internal import Glibc
internal import Synchronization

/// A lock-free queue of events from the reader thread to its consumer, in preallocated memory.
///
/// An event takes one slot, and one more per 32 bytes that it carries. One thread puts, and one thread takes.
/// ``publish()`` makes events visible to the consumer.
@safe
final class EventRingBuffer: @unchecked Sendable {
  // `published` and `taken` protect the slots: only the producer writes slots from `published` on, only the consumer
  // reads earlier ones, and each advances its own counter afterward.

  /// A slot: an event and the number of following slots with its bytes, or the mark below.
  @safe
  private struct Slot {
    var event: snd_seq_event_t
    var extraSlots: UInt32

    /// The rest of the buffer is unused, because the next event didn't fit.
    static let end = UInt32.max
  }

  private let slots: UnsafeMutablePointer<Slot>
  /// The number of slots, a power of two.
  let capacity: Int
  private var slotLength: Int { MemoryLayout<Slot>.stride }

  /// The end of the filled slots, which only the producer uses.
  private var put = 0
  private let published = Atomic(0)
  private let taken = Atomic(0)

  /// Creates a buffer of at least 4,096 slots. The kernel's largest event, as large as a pool of 2,000 cells, must fit
  /// at any position.
  init(capacity: Int) {
    precondition(capacity >= 4096 && capacity & (capacity - 1) == 0, "a power of two, 4,096 or more")
    self.capacity = capacity
    unsafe slots = .allocate(capacity: capacity)
    // Written once, so that memory doesn't grow while recording, and no page fault delays the reader.
    unsafe slots.initialize(
      repeating: Slot(event: snd_seq_event_t(), extraSlots: 0), count: capacity)
  }

  deinit { unsafe slots.deallocate() }

  /// The number of filled slots.
  var count: Int {
    published.load(ordering: .sequentiallyConsistent) - taken.load(ordering: .sequentiallyConsistent)
  }

  // MARK: The producer

  /// Appends an event and its bytes.
  ///
  /// - Returns: `false` if there is no space.
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

  /// Publishes all events to the consumer.
  func publish() { published.store(put, ordering: .sequentiallyConsistent) }

  /// Finds contiguous slots.
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

  /// Removes the next event, and passes it to `body`. Its bytes are valid until the next call.
  ///
  /// - Returns: `false` if the buffer is empty.
  func take(_ body: (SequencerEvent) -> Void) -> Bool {
    var start = taken.load(ordering: .relaxed)
    let end = published.load(ordering: .acquiring)
    if start < end, unsafe slots[start & (capacity - 1)].extraSlots == Slot.end {
      start += capacity - start & (capacity - 1)
    }
    guard start < end else { return false }
    let index = start & (capacity - 1)
    let extra = unsafe slots[index].extraSlots
    body(unsafe SequencerEvent(slots[index].event, carryingBytesAt: slots + index + 1))
    taken.store(start + 1 + Int(extra), ordering: .sequentiallyConsistent)
    return true
  }
}
