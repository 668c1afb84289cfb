import ArgumentParser
import CALSA
import Glibc
import SystemPackage

/// Receives numbered events, and records the kernel's timestamp and the time of reading for each.
///
/// It prints its port's address when it is ready. At the end, it prints `events`, `sysex`, and its losses by the
/// kernel's count of its pool.
struct Receive: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Receive numbered events.")

  @Option(help: "The sender; omit to wait for a connection.")
  var from: PortAddress?

  @Option(help: "The name of the receiver's client and port.")
  var name = "bench receiver"

  @Option(help: "End after this many events.")
  var count: Int

  @Option(help: "End after this many milliseconds without an event, once the first has come.")
  var silence: Int32 = 10_000

  @Option(help: "End if no event has arrived within this many milliseconds.")
  var patience: Int32 = 120_000

  @Option(help: "The number of cells of the kernel's input pool.")
  var pool = Sequencer.maxPoolSize

  @Option(help: "How often a second the timer of the stamping queue fires; the kernel's default is 1,000.")
  var timer: UInt32 = 1000

  @Flag(
    help: "Tell the monotonic clock's time in place of the stamping queue's, whose timer fires slowly then.")
  var monotonic = false

  @Option(help: "Stop reading for a second after this many events.")
  var pauseAfter: Int?

  @Flag(help: "Receive with ordinary priority.")
  var ordinary = false

  @Argument(help: "The file for numbers, stamps of the queue and times of reading.")
  var log: String

  func run() throws {
    let sequencer = try Sequencer(
      name: name, capabilities: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE),
      stampingRate: monotonic ? MonotonicStamps.rate : timer
    )
    try sequencer.setInputPool(pool)
    var log = EventLog(capacity: count)
    var account = PoolAccount()
    var stamps = MonotonicStamps(of: sequencer)
    if let from { try sequencer.connect(from: from) }
    if !ordinary { Clock.takeRealTimePriority() }
    sequencer.announce()

    while log.count < count {
      var input: UnsafeMutablePointer<snd_seq_event_t>?
      let result = snd_seq_event_input(sequencer.handle, &input)
      if result == -EAGAIN {
        guard sequencer.waitForInput(timeout: log.count == 0 ? patience : silence) else { break }
        continue
      }
      if result == -ENOSPC {
        account.overrunCount += 1
        continue
      }
      try Sequencer.check(result, "snd_seq_event_input")
      guard let event = input?.pointee else { continue }
      account.read(event)
      guard let number = EventNumber(event) else { continue }
      let stamp = Int64(event.time.time.tv_sec) * 1_000_000_000 + Int64(event.time.time.tv_nsec)
      log.append(number, monotonic ? stamps.time(of: stamp) : stamp, Clock.now)
      if log.count == pauseAfter { sleep(1) }
    }
    print("events \(log.count) \(account.text(of: sequencer))")
    try log.write(to: FilePath(self.log))
  }
}
