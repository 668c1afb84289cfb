internal import CALSA
internal import Glibc
internal import MIDICore
internal import Synchronization

/// Hands events from the thread that reads them to the one that keeps them, without a lock: segments of slots, each of
/// which is there again for the reading thread when everything in it was taken.
///
/// As long as the other thread keeps up, two segments take turns and nothing is allocated. Where it doesn't, the reading
/// thread gets more of them, up to a limit, so that nothing is lost meanwhile.
///
/// An event takes one slot, and one more for each 32 bytes that it carries besides. One thread puts, one takes; what
/// was put is seen by the other side after ``publish()``.
@safe
final class EventHandover: @unchecked Sendable {
  // `published` and `taken` protect what is between them: only the putting thread writes slots from `published` on and
  // links segments there, only the taking thread reads those before it, and each moves its own counter after that.

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
    /// The rest of the segment is unused: what comes next didn't fit there in one piece.
    static let end = UInt32.max - 1
  }

  /// Slots in one piece, and those that follow them.
  @safe
  private struct Segment {
    let slots: UnsafeMutablePointer<Slot>
    var next: UnsafeMutablePointer<Segment>?

    /// How many slots it has: the largest event that the kernel passes on, as large as a pool of 2,000 cells, has to fit
    /// in one piece, and a new segment must not keep the reading thread for long. 256 KiB.
    static let slotCount = 8192

    static func make() -> UnsafeMutablePointer<Segment> {
      let slots = UnsafeMutablePointer<Slot>.allocate(capacity: slotCount)
      // Written once, so that the system gives the memory now and not when an event is put.
      unsafe slots.initialize(repeating: Slot(event: snd_seq_event_t(), extraSlots: 0), count: slotCount)
      let segment = UnsafeMutablePointer<Segment>.allocate(capacity: 1)
      unsafe segment.initialize(to: Segment(slots: slots, next: nil))
      return unsafe segment
    }

    static func free(_ segment: UnsafeMutablePointer<Segment>) {
      unsafe segment.pointee.slots.deallocate()
      unsafe segment.deallocate()
    }
  }

  /// How many slots there may be in all.
  let capacity: Int
  private var slotLength: Int { MemoryLayout<Slot>.stride }

  /// Where the putting thread is: its segment, the index in it, and how many slots were filled in all.
  private var putSegment: UnsafeMutablePointer<Segment>
  private var putIndex = 0
  private var put = 0
  /// Where the taking thread is.
  private var takeSegment: UnsafeMutablePointer<Segment>
  private var takeIndex = 0
  private let published = Atomic(0)
  private let taken = Atomic(0)
  /// A segment of which everything was taken.
  private let spare: Atomic<UnsafeMutablePointer<Segment>?>

  /// Makes an empty one.
  ///
  /// - Parameter capacity: How many slots it may grow to, 8,192 or more.
  init(capacity: Int) {
    precondition(capacity >= Segment.slotCount, "one segment at least")
    self.capacity = capacity
    unsafe putSegment = Segment.make()
    unsafe takeSegment = putSegment
    unsafe spare = Atomic(Segment.make())
  }

  deinit {
    if let spare = unsafe spare.load(ordering: .acquiring) { unsafe Segment.free(spare) }
    var segment: UnsafeMutablePointer<Segment>? = unsafe takeSegment
    while let next = unsafe segment {
      unsafe segment = next.pointee.next
      unsafe Segment.free(next)
    }
  }

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
      guard let slot = unsafe reserve(1 + extra) else { return false }
      unsafe slot.pointee = Slot(event: raw, extraSlots: UInt32(extra))
      if extra > 0 {
        unsafe UnsafeMutableRawBufferPointer(start: slot + 1, count: extra * slotLength)
          .copyMemory(from: bytes)
      }
      return true
    }
  }

  /// Puts the mark of an overrun.
  ///
  /// - Returns: Whether there was room for it.
  func putOverrun(at time: Nanoseconds) -> Bool {
    guard let slot = unsafe reserve(1) else { return false }
    var event = unsafe snd_seq_event_t()
    unsafe event.time.time = time.realTime
    unsafe slot.pointee = Slot(event: event, extraSlots: Slot.overrun)
    return true
  }

  /// Lets the other thread see all that was put so far.
  func publish() { published.store(put, ordering: .sequentiallyConsistent) }

  /// Takes slots in one piece, from the next segment where this one has no room for them.
  private func reserve(_ count: Int) -> UnsafeMutablePointer<Slot>? {
    let rest = Segment.slotCount - putIndex
    let skipped = count > rest ? rest : 0
    let used = put - taken.load(ordering: .acquiring)
    guard used + skipped + count <= capacity, count <= Segment.slotCount else { return nil }
    if count > rest {
      if rest > 0 { unsafe putSegment.pointee.slots[putIndex].extraSlots = Slot.end }
      let next = unsafe spare.exchange(nil, ordering: .acquiringAndReleasing) ?? Segment.make()
      unsafe putSegment.pointee.next = next
      unsafe putSegment = next
      putIndex = 0
    }
    let slot = unsafe putSegment.pointee.slots + putIndex
    putIndex += count
    put += skipped + count
    return unsafe slot
  }

  // MARK: The thread that takes

  /// Takes the next item, and hands it to `body`.
  ///
  /// - Returns: Whether there was one.
  func take(_ body: (Item) -> Void) -> Bool {
    var start = taken.load(ordering: .relaxed)
    guard start < published.load(ordering: .acquiring) else { return false }
    let rest = Segment.slotCount - takeIndex
    if unsafe rest == 0 || takeSegment.pointee.slots[takeIndex].extraSlots == Slot.end {
      start += rest
      moveOn()
    }
    let slot = unsafe takeSegment.pointee.slots + takeIndex
    let extra = unsafe slot.pointee.extraSlots
    if extra == Slot.overrun {
      body(.overrun(at: unsafe Nanoseconds(slot.pointee.event.time.time)))
    } else {
      body(.event(unsafe SequencerEvent(slot.pointee.event, carryingBytesAt: slot + 1)))
    }
    let count = extra == Slot.overrun ? 1 : 1 + Int(extra)
    takeIndex += count
    taken.store(start + count, ordering: .sequentiallyConsistent)
    return true
  }

  /// Goes on with the next segment, which is there since something in it was published.
  private func moveOn() {
    guard let next = unsafe takeSegment.pointee.next else { return }
    unsafe takeSegment.pointee.next = nil
    let empty = unsafe takeSegment
    unsafe takeSegment = next
    takeIndex = 0
    let (isKept, _) = unsafe spare.compareExchange(
      expected: nil, desired: empty, ordering: .acquiringAndReleasing)
    if !isKept { unsafe Segment.free(empty) }
  }
}
