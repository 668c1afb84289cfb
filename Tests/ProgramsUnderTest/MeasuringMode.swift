internal import CALSA
internal import Glibc

/// The measurements for `Scripts/bench programs`. They print nanoseconds on standard output.
enum MeasuringMode: String {
  /// The mean duration, over VALUE rounds, until the program that the environment names replies. `MIDIREC_RECEIVER` is
  /// its input port, and `MIDIREC_SENDER` its output port.
  case asking
  /// The mean duration, over VALUE rounds, of reading the state of a waiting thread, as midirec does to detect an idle
  /// program. It needs no sequencer, so that machines can be compared.
  case looking

  func run(value: Int32?) -> Never {
    let count = Int64(value ?? 1000)
    let total =
      switch self {
      case .asking: Self.ask(count)
      case .looking: Self.look(count)
      }
    ProgramUnderTest.say("\(total / max(1, count))")
    exit(0)
  }

  private static func ask(_ count: Int64) -> Int64 {
    let client = TestClient(name: "Asking")
    let input = client.makePort("In", takes: true, gives: false)
    let output = client.makePort("Out", takes: false, gives: true)
    if let sender = ProgramUnderTest.variable("MIDIREC_SENDER") { client.connect(sender, to: input) }
    if let receiver = ProgramUnderTest.variable("MIDIREC_RECEIVER") { client.connect(output, to: receiver) }
    let start = ProgramUnderTest.now
    for index in 0..<count {
      var event = unsafe snd_seq_event_t()
      unsafe event.type = UInt8(truncatingIfNeeded: SND_SEQ_EVENT_NOTEON.rawValue)
      unsafe event.data.note.note = UInt8(truncatingIfNeeded: index & 0x7F)
      unsafe client.send(&event, from: output)
      _ = unsafe client.next()
    }
    return ProgramUnderTest.now - start
  }

  private static func look(_ count: Int64) -> Int64 {
    startThread { ProgramUnderTest.hang() }
    guard let threads = unsafe opendir("/proc/self/task") else { exit(70) }
    var paths: [String] = []
    while let entry = unsafe readdir(threads) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard let number = Int32(name), number != getpid() else { continue }
      paths = ["status", "syscall", "status"].map { "/proc/self/task/\(number)/\($0)" }
    }
    let start = ProgramUnderTest.now
    for _ in 0..<count { for path in paths { read(path) } }
    return ProgramUnderTest.now - start
  }

  private static func read(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY)
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
    close(descriptor)
  }
}
