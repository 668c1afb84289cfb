internal import MIDICore

/// The unended notes of one key, oldest first, as queues of ``NoteLinks``.
struct UnendedNotes {
  /// The notes whose keys are down.
  private(set) var down = NoteQueue()
  /// The notes that a pedal holds.
  private(set) var held = NoteQueue()
  /// The pedal that holds notes, or `nil` if no pedal does.
  private(set) var holder: Timeline.HoldingPedal?
  /// The released notes that aren't known to be silent.
  private var ringing = NoteQueue()

  /// The note that ends next, or `nil` if no note is unended.
  var oldest: Int? { down.first ?? held.first }

  /// Adds a new note, whose index is the number of earlier notes.
  mutating func add(_ links: inout NoteLinks) { links.appendNew(to: &down) }

  /// Moves the notes whose keys are down to the notes that a pedal holds.
  mutating func hold(by pedal: Timeline.HoldingPedal, _ links: inout NoteLinks) {
    links.move(&down, to: &held)
    holder = pedal
  }

  /// Releases the notes that a pedal holds.
  mutating func releaseHeld(_ links: inout NoteLinks) {
    links.move(&held, to: &ringing)
    holder = nil
  }

  /// Releases the notes whose keys are down.
  mutating func releaseDown(_ links: inout NoteLinks) { links.move(&down, to: &ringing) }

  /// Releases and returns the oldest note whose key is down, or returns `nil` if there is none.
  mutating func releaseOldest(_ links: inout NoteLinks) -> Int? {
    guard let note = links.removeFirst(&down) else { return nil }
    links.append(note, to: &ringing)
    return note
  }

  /// Removes and returns the note whose sound ends next: a released note, otherwise a held note, otherwise a note whose
  /// key is down. Returns `nil` if there is none.
  mutating func removeSounding(_ links: inout NoteLinks) -> Int? {
    links.removeFirst(&ringing) ?? links.removeFirst(&held) ?? links.removeFirst(&down)
  }
}

/// A queue of notes, given by its ends.
struct NoteQueue {
  fileprivate var firstIndex: Int32 = -1
  fileprivate var lastIndex: Int32 = -1

  /// The index of the first note, or `nil` if the queue is empty.
  var first: Int? { firstIndex < 0 ? nil : Int(firstIndex) }
}

/// The links between the notes of queues. Each note is in at most one queue.
struct NoteLinks {
  /// The note after each note in its queue, or a negative number.
  private var next: [Int32] = []

  /// Reserves memory for a number of notes.
  mutating func reserveCapacity(_ count: Int) { next.reserveLargeCapacity(count) }

  /// Returns the note after a note in its queue, or `nil` if it is the last.
  func note(after note: Int) -> Int? { next[note] < 0 ? nil : Int(next[note]) }

  /// Appends a new note, whose index is the number of earlier notes.
  mutating func appendNew(to queue: inout NoteQueue) {
    next.append(-1)
    append(next.count - 1, to: &queue)
  }

  /// Appends a note that is in no queue.
  mutating func append(_ note: Int, to queue: inout NoteQueue) {
    append(NoteQueue(firstIndex: Int32(note), lastIndex: Int32(note)), to: &queue)
  }

  /// Moves all notes to the end of another queue.
  mutating func move(_ source: inout NoteQueue, to queue: inout NoteQueue) {
    append(source, to: &queue)
    source = NoteQueue()
  }

  /// Removes and returns the first note, or returns `nil` if the queue is empty.
  mutating func removeFirst(_ queue: inout NoteQueue) -> Int? {
    guard let first = queue.first else { return nil }
    queue.firstIndex = next[first]
    if queue.firstIndex < 0 { queue.lastIndex = -1 }
    next[first] = -1
    return first
  }

  private mutating func append(_ source: NoteQueue, to queue: inout NoteQueue) {
    guard source.firstIndex >= 0 else { return }
    if queue.lastIndex < 0 {
      queue.firstIndex = source.firstIndex
    } else {
      next[Int(queue.lastIndex)] = source.firstIndex
    }
    queue.lastIndex = source.lastIndex
  }
}
