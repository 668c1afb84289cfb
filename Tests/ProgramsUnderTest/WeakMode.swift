import CALSA
import Glibc

/// A program that forwards notes and other messages, and has a fault that only a disturbance shows: an unplugged
/// instrument, a full pool, and so on. Its client and ports have the names of ``SequencerMode``.
enum WeakMode: String {
  /// It has no fault. It ends all notes when its sender is gone or messages were lost.
  case sturdy
  /// It exits when its sender is gone.
  case exitsWhenUnplugged
  /// It forgets its notes when its sender is gone, so that it drops their note-offs.
  case forgetsWhenUnplugged
  /// It exits if it has listeners but no sender for 50 ms.
  case needsSender
  /// It drops the events that it finds after a pause of 100 ms in which it didn't run.
  case skipsAfterPause
  /// It stops reading when its pool has overflowed.
  case stopsAtOverrun
  /// It exits if it can't send a message.
  case exitsWhenUnheard
  /// It exits at a note-off without a note-on.
  case needsNoteOn
  /// It drops the note-offs of all clients but the first.
  case hearsFirstClient
  /// It keeps its notes in a file, and plays them again when it starts.
  case remembers
  /// It makes a file when it starts, and exits if it exists.
  case locks

  func run() -> Never {
    if self == .locks, unsafe open("lock", O_CREAT | O_EXCL, 0o600) < 0 { exit(1) }
    let client = TestClient(name: "Program under test")
    let input = client.makePort("In", takes: true, gives: false)
    let output = client.makePort("Out", takes: false, gives: true)
    var state = State(mode: self, client: client, output: output)
    if self == .remembers { state.playAgain() }
    if self == .needsSender {
      while !client.isHeard(output) { sleepFor(microseconds: 1_000) }
      sleepFor(microseconds: 50_000)
      if !client.hasSender(input) { exit(1) }
    }
    if self == .skipsAfterPause { state.poll() }
    while true {
      let (event, error) = unsafe client.nextOrError()
      if let event = unsafe event {
        unsafe state.take(event)
      } else if error == -ENOSPC {
        if self == .stopsAtOverrun { ProgramUnderTest.hang() }
        state.endNotes()
      }
    }
  }

  private struct State {
    let mode: WeakMode
    let client: TestClient
    let output: Int32
    /// The number of note-ons without a note-off, by channel and key.
    var held: [Int: Int] = [:]
    var firstClient: UInt8?

    /// Reads every 10 ms.
    mutating func poll() -> Never {
      client.stopBlocking()
      var last = ProgramUnderTest.now
      while true {
        sleepFor(microseconds: 10_000)
        let isLate = ProgramUnderTest.now - last > 100_000_000
        last = ProgramUnderTest.now
        while let event = unsafe client.next() { if !isLate { unsafe take(event) } }
      }
    }

    @unsafe
    mutating func take(_ event: UnsafeMutablePointer<snd_seq_event_t>) {
      let type = unsafe UInt32(event.pointee.type)
      switch type {
      case SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue: return
      case SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue:
        // The port for replies has listeners, whose end isn't that of a sender.
        guard unsafe Int32(event.pointee.data.connect.dest.client) == client.number else { return }
        if mode == .exitsWhenUnplugged { exit(1) }
        if mode == .forgetsWhenUnplugged { held = [:] }
        if mode == .sturdy { endNotes() }
        return
      case SND_SEQ_EVENT_NOTEON.rawValue, SND_SEQ_EVENT_NOTEOFF.rawValue:
        return unsafe takeNote(event, isOn: type == SND_SEQ_EVENT_NOTEON.rawValue)
      case SND_SEQ_EVENT_CONTROLLER.rawValue:
        let channel = unsafe Int(event.pointee.data.note.channel)
        if unsafe [120, 123, 124, 125, 126, 127].contains(event.pointee.data.control.param) {
          endedByPanic { $0 >> 7 == channel }
        }
      case SND_SEQ_EVENT_RESET.rawValue: endedByPanic { _ in true }
      default: break
      }
      unsafe send(event)
    }

    @unsafe
    private mutating func takeNote(_ event: UnsafeMutablePointer<snd_seq_event_t>, isOn: Bool) {
      let key = unsafe Int(event.pointee.data.note.channel) << 7 | Int(event.pointee.data.note.note)
      let isOn = unsafe isOn && event.pointee.data.note.velocity > 0
      if mode == .hearsFirstClient {
        let sender = unsafe event.pointee.source.client
        firstClient = firstClient ?? sender
        if !isOn, sender != firstClient { return }
      }
      let count = held[key] ?? 0
      if !isOn, count == 0 {
        if mode == .needsNoteOn { exit(1) }
        return
      }
      held[key] = isOn ? count + 1 : count - 1
      if mode == .remembers { write(key, isOn: isOn) }
      unsafe send(event)
    }

    private mutating func endedByPanic(_ isEnded: (Int) -> Bool) {
      // The note-offs still come.
      if mode != .needsNoteOn { held = held.filter { !isEnded($0.key) } }
    }

    mutating func endNotes() {
      for (key, count) in held.sorted(by: { $0.key < $1.key }) {
        for _ in 0..<count { send(key, SND_SEQ_EVENT_NOTEOFF) }
      }
      held = [:]
    }

    /// Plays the notes of the file whose lines end with `1` for a start and `0` for an end.
    mutating func playAgain() {
      let file = unsafe open("notes", O_RDONLY)
      guard file >= 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe read(file, &bytes, bytes.count)
      close(file)
      var notes: Set<Int> = []
      for line in String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n") {
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2 else { continue }
        if numbers[1] == 1 { notes.insert(numbers[0]) } else { notes.remove(numbers[0]) }
      }
      while !client.isHeard(output) { sleepFor(microseconds: 100) }
      for key in notes.sorted() { send(key, SND_SEQ_EVENT_NOTEON) }
    }

    private func write(_ key: Int, isOn: Bool) {
      let file = unsafe open("notes", O_WRONLY | O_CREAT | O_APPEND, 0o600)
      let line = Array("\(key) \(isOn ? 1 : 0)\n".utf8)
      _ = unsafe Glibc.write(file, line, line.count)
      close(file)
    }

    private func send(_ key: Int, _ type: snd_seq_event_type) {
      var event = unsafe snd_seq_event_t()
      unsafe event.type = UInt8(truncatingIfNeeded: type.rawValue)
      unsafe event.data.note.channel = UInt8(truncatingIfNeeded: key >> 7)
      unsafe event.data.note.note = UInt8(truncatingIfNeeded: key & 127)
      unsafe event.data.note.velocity = 64
      unsafe send(&event)
    }

    @unsafe
    private func send(_ event: UnsafeMutablePointer<snd_seq_event_t>) {
      if unsafe client.send(event, from: output) < 0, mode == .exitsWhenUnheard { exit(1) }
    }
  }
}
