internal import CALSA
internal import Glibc

/// The program's behavior. Its client is called `Program under test`, and its ports `In` and `Out`.
enum SequencerMode: String {
  /// Transposes each note by VALUE, and forwards all other events.
  case map
  /// Like `map`, with a pool for 2,000 events instead of 200.
  case roomy
  /// Like `map`, and connects itself to the ports that the environment names.
  case connecting
  /// Computes for VALUE microseconds (1,000 by default) before it forwards each event. At SIGTERM, it prints the number
  /// of events.
  case slow
  /// Like `map`, with one thread that reads and another that replies, through a pipe or through a different process,
  /// whose named pipes the environment names.
  case threads
  /// Like `map`, in a child process.
  case child
  /// Like `map`, but a second thread opens the client.
  case secondThread
  /// Like `map`, but polls every two milliseconds.
  case polling
  /// Like `map`, but the kernel delivers each reply at once through a queue.
  case queue
  /// Forwards each event VALUE milliseconds later (100 by default) through a queue.
  case delay
  /// Forwards each event VALUE times.
  case repeating
  /// Opens two input ports and two output ports, and forwards from each input to its output.
  case twoPorts
  /// Opens a client without a name, and ports whose names are equal or differ in each run.
  case volatileNames
  /// Like `map` without transposing, but never frees VALUE bytes for each event.
  case leaking
  /// Answers each event with a pitch bend whose value is the time since its start in units of 256 ns, modulo
  /// 16,384.
  case timing
  /// Receives events and sends none.
  case silent
  /// Sends VALUE notes when it is connected, and then maps.
  case beginning
  /// Never opens a port.
  case noPort
  /// Sends endlessly after the first event.
  case flood
  /// Sends a pitch bend of 8192, one more than MIDI has, at the tenth event.
  case unreadable
  /// Closes its port at the tenth event.
  case close
  /// Crashes at the tenth event.
  case crash
  /// Exits at the tenth event, with VALUE as its status.
  case exit
  /// Stops reading at the tenth event.
  case hang
  /// Stops reading at a program change.
  case stuck
  /// Computes endlessly from the tenth event on.
  case busy

  private static let lastGood = 9

  func run(value: Int32?) -> Never {
    switch self {
    case .noPort:
      ProgramUnderTest.say("no port today")
      ProgramUnderTest.hang()
    case .child: runChild(value)
    case .secondThread:
      startThread { Self.map.run(value: value) }
      ProgramUnderTest.hang()
    case .threads: runThreads(value ?? 0)
    case .polling: runPolling(value ?? 0)
    case .twoPorts: runTwoPorts()
    case .volatileNames: runVolatileNames()
    default: runLoop(value)
    }
  }

  private func open(gives: Bool = true) -> (client: TestClient, input: Int32, output: Int32) {
    let client = TestClient(name: "Program under test")
    if self == .roomy { client.enlargePool() }
    let input = client.makePort("In", takes: true, gives: false)
    return (client, input, gives ? client.makePort("Out", takes: false, gives: true) : -1)
  }

  private func runLoop(_ value: Int32?) -> Never {
    if self == .slow { Ending.listen() }
    let (client, input, output) = open(gives: self != .silent)
    let queue = self == .queue || self == .delay ? client.startQueue() : 0
    if self == .connecting {
      if let sender = ProgramUnderTest.variable("MIDIREC_SENDER") { client.connect(sender, to: input) }
      if let receiver = ProgramUnderTest.variable("MIDIREC_RECEIVER") { client.connect(output, to: receiver) }
    }
    if self == .beginning { begin(client, output, count: value ?? 1) }
    let start = ProgramUnderTest.now
    var count = 0
    while !Ending.isAsked {
      guard let event = unsafe client.next() else { continue }
      count += 1
      if count > Self.lastGood { misbehave(client, input, output, value) }
      if self == .stuck,
        unsafe event.pointee.type == UInt8(truncatingIfNeeded: SND_SEQ_EVENT_PGMCHANGE.rawValue)
      {
        ProgramUnderTest.hang()
      }
      switch self {
      case .slow:
        sleepFor(microseconds: value ?? 1000)
        unsafe client.send(event, from: output)
      case .delay: unsafe client.schedule(event, from: output, queue: queue, after: value ?? 100)
      case .queue:
        unsafe transpose(event, by: value ?? 0)
        unsafe client.schedule(event, from: output, queue: queue, after: 0)
      case .repeating: for _ in 0..<(value ?? 1) { unsafe client.send(event, from: output) }
      case .leaking:
        unsafe memset(malloc(Int(value ?? 1)), 1, Int(value ?? 1))
        unsafe client.send(event, from: output)
      case .timing:
        var bend = unsafe snd_seq_event_t()
        unsafe bend.type = UInt8(truncatingIfNeeded: SND_SEQ_EVENT_PITCHBEND.rawValue)
        unsafe bend.data.control.value = Int32((ProgramUnderTest.now - start) / 256 % 16_384) - 8192
        unsafe client.send(&bend, from: output)
      case .silent: break
      case .flood: while true { unsafe client.send(event, from: output) }
      default:
        unsafe transpose(event, by: [.map, .roomy, .connecting].contains(self) ? value ?? 0 : 0)
        unsafe client.send(event, from: output)
      }
    }
    ProgramUnderTest.say("\(count)")
    Glibc.exit(0)
  }

  private func misbehave(_ client: TestClient, _ input: Int32, _ output: Int32, _ value: Int32?) {
    switch self {
    case .unreadable:
      var event = unsafe snd_seq_event_t()
      unsafe event.type = UInt8(truncatingIfNeeded: SND_SEQ_EVENT_PITCHBEND.rawValue)
      unsafe event.data.control.value = 8192
      unsafe client.send(&event, from: output)
    case .close:
      client.removePort(input)
      client.removePort(output)
      ProgramUnderTest.hang()
    case .crash: abort()
    case .exit: Glibc.exit(value ?? 0)
    case .hang: ProgramUnderTest.hang()
    case .busy: while true { sched_yield() }
    default: break
    }
  }

  private func begin(_ client: TestClient, _ output: Int32, count: Int32) {
    // Events sent before both ports are connected would be lost.
    while !client.isHeard(output) { sleepFor(microseconds: 100) }
    for index in 0..<count {
      var event = unsafe snd_seq_event_t()
      unsafe event.type = UInt8(truncatingIfNeeded: SND_SEQ_EVENT_NOTEON.rawValue)
      unsafe event.data.note.note = UInt8(truncatingIfNeeded: index & 0x7F)
      unsafe event.data.note.velocity = 1
      unsafe client.send(&event, from: output)
    }
  }

  private func runPolling(_ up: Int32) -> Never {
    let (client, _, output) = open()
    client.stopBlocking()
    while true {
      while let event = unsafe client.next() {
        unsafe transpose(event, by: up)
        unsafe client.send(event, from: output)
      }
      sleepFor(microseconds: 2000)
    }
  }

  private func runThreads(_ up: Int32) -> Never {
    let (client, _, output) = open()
    let (readEnd, writeEnd) = Self.pipeEnds()
    let size = unsafe MemoryLayout<snd_seq_event_t>.size
    startThread {
      while true {
        guard let event = unsafe client.next() else { continue }
        _ = unsafe write(writeEnd, event, size)
      }
    }
    while true {
      var event = unsafe snd_seq_event_t()
      guard unsafe read(readEnd, &event, size) == size else { continue }
      unsafe transpose(&event, by: up)
      unsafe client.send(&event, from: output)
    }
  }

  private static func pipeEnds() -> (readEnd: Int32, writeEnd: Int32) {
    if let there = ProgramUnderTest.variable("PIPE_THERE"), let back = ProgramUnderTest.variable("PIPE_BACK")
    {
      return unsafe (Glibc.open(back, O_RDONLY), Glibc.open(there, O_WRONLY))
    }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { Glibc.exit(70) }
    return (ends[0], ends[1])
  }

  private func runTwoPorts() -> Never {
    let client = TestClient(name: "Program under test")
    let inputs = [1, 2].map { client.makePort("In \($0)", takes: true, gives: false) }
    let outputs = [1, 2].map { client.makePort("Out \($0)", takes: false, gives: true) }
    while true {
      guard let event = unsafe client.next() else { continue }
      let index = unsafe inputs.firstIndex(of: Int32(event.pointee.dest.port)) ?? 0
      // To both ports in reverse order, so that the order is visible.
      unsafe client.send(event, from: outputs[1 - index])
      unsafe client.send(event, from: outputs[index])
    }
  }

  private func runVolatileNames() -> Never {
    let client = TestClient(name: nil)
    _ = client.makePort("In", takes: true, gives: false)
    for name in ["Out", "Out", "Out", "Synth (\(getpid()))", "(\(getpid() + 1))"] {
      _ = client.makePort(name, takes: false, gives: true)
    }
    while true { _ = unsafe client.next() }
  }

  private func runChild(_ value: Int32?) -> Never {
    let arguments = [CommandLine.arguments[0], SequencerMode.map.rawValue, "\(value ?? 0)"]
    var cArguments = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var child: pid_t = 0
    guard unsafe posix_spawn(&child, "/proc/self/exe", nil, nil, &cArguments, environ) == 0 else {
      Glibc.exit(70)
    }
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    Glibc.exit(0)
  }

  @unsafe
  private func transpose(_ event: UnsafeMutablePointer<snd_seq_event_t>, by up: Int32) {
    let type = unsafe UInt32(event.pointee.type)
    guard (SND_SEQ_EVENT_NOTEON.rawValue...SND_SEQ_EVENT_KEYPRESS.rawValue).contains(type) else { return }
    unsafe event.pointee.data.note.note =
      UInt8(truncatingIfNeeded: (Int32(event.pointee.data.note.note) + up) & 0x7F)
  }
}
