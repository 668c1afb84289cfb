import ArgumentParser
import CALSA
import Glibc
import SystemPackage

/// Sends numbered events directly, each at its time or as fast as possible.
///
/// It prints its port's address when it is ready, and `sent N failed N nanoseconds N` at the end. An event that doesn't
/// fit into the receiver's pool is counted and not sent again.
struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Send numbered events.")

  @Option(help: "Where to; without it, to all who have subscribed to the sender's port.")
  var to: PortAddress?

  @Option(help: "The name of the sender's client and port.")
  var name = "bench sender"

  @Option(help: "Without --to: wait for this many subscribers.")
  var subscribers = 1

  @Option(help: "How many events.")
  var count: Int

  @Option(help: "The index of the first event, which makes its number.")
  var first = 0

  @Option(help: "Nanoseconds from one event to the next; 0 sends without any pace.")
  var interval: Int64

  @Option(help: "Send a SysEx of 100 bytes after this many events, before the event.")
  var sysexEvery: Int?

  @Flag(help: "Send all events that are due in one call, not one by one.")
  var together = false

  @Flag(help: "Send with real-time priority.")
  var realTime = false

  @Option(help: "The file for numbers and times of sending. An event that failed alone has the time -1.")
  var log: String?

  func run() throws {
    let sequencer = try Sequencer(
      name: name,
      // Writable only for the kernel, which announces subscribers.
      capabilities: UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE),
      stampingRate: nil)
    var log = self.log.map { _ in EventLog(capacity: count) }
    sequencer.announce()
    if let to { try sequencer.connect(to: to) } else { try waitForSubscribers(sequencer) }
    if realTime { Clock.takeRealTimePriority() }
    // Excludes the receiver's preparation after connecting.
    Clock.sleep(until: Clock.now + 500_000_000)

    var failedCount = 0
    let start = Clock.now
    var (time, dueCount) = (start, interval > 0 ? 0 : count)
    for index in 0..<count {
      if index >= dueCount {
        failedCount += drain(sequencer)
        Clock.sleep(until: start + Int64(index) * interval)
        time = Clock.now
        dueCount = together ? Int((time - start) / interval) + 1 : index + 1
      }
      if let sysexEvery, index % sysexEvery == 0, sendSystemExclusive(sequencer) < 0 { failedCount += 1 }
      let number = EventNumber(index: first + index)
      var event = number.event
      address(&event, sequencer)
      if together {
        if snd_seq_event_output_buffer(sequencer.handle, &event) < 0 {
          // The buffer is full.
          failedCount += drain(sequencer)
          let result = snd_seq_event_output_buffer(sequencer.handle, &event)
          try Sequencer.check(result, "snd_seq_event_output_buffer")
        }
        log?.append(number, time)
      } else {
        time = Clock.now
        let isSent = snd_seq_event_output_direct(sequencer.handle, &event) >= 0
        if !isSent { failedCount += 1 }
        log?.append(number, isSent ? time : -1)
      }
    }
    failedCount += drain(sequencer)
    print("sent \(count - failedCount) failed \(failedCount) nanoseconds \(Clock.now - start)")
    if let path = self.log { try log?.write(to: FilePath(path)) }
  }

  /// Sends the events in the buffer, and returns how many of them didn't fit into the receiver's pool.
  private func drain(_ sequencer: Sequencer) -> Int {
    var failedCount = 0
    while snd_seq_drain_output(sequencer.handle) < 0 {
      snd_seq_extract_output(sequencer.handle, nil)
      failedCount += 1
    }
    return failedCount
  }

  private func address(_ event: inout snd_seq_event_t, _ sequencer: Sequencer) {
    event.source.port = sequencer.address.port
    event.dest = (to ?? .subscribers).cValue
    event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
  }

  private func sendSystemExclusive(_ sequencer: Sequencer) -> Int32 {
    var bytes: [UInt8] = [0xF0] + Array(repeating: 1, count: 98) + [0xF7]
    return bytes.withUnsafeMutableBytes { bytes in
      var event = snd_seq_event_t()
      event.type = UInt8(SND_SEQ_EVENT_SYSEX.rawValue)
      event.flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
      event.data.ext.len = UInt32(bytes.count)
      event.data.ext.ptr = bytes.baseAddress
      address(&event, sequencer)
      return snd_seq_event_output_direct(sequencer.handle, &event)
    }
  }

  private func waitForSubscribers(_ sequencer: Sequencer) throws {
    var left = subscribers
    while left > 0 {
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      let result = snd_seq_event_input(sequencer.handle, &event)
      if result == -EAGAIN {
        if sequencer.waitForInput(timeout: 60_000) { continue }
      }
      try Sequencer.check(result, "snd_seq_event_input")
      if event?.pointee.type == UInt8(SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue) { left -= 1 }
    }
  }
}
