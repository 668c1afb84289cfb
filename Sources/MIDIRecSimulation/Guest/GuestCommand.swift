internal import CLinux
internal import Glibc
internal import MIDICore
internal import MIDIRecSystem
internal import SystemPackage

/// The command of a machine, run by the machine's first process.
///
/// Its output goes to files of the host, which takes no time and interrupts nothing: console output would, because it
/// waits for descriptors of the host.
final class GuestCommand {
  private let configuration: MachineConfiguration
  private var settings: MachineSettings { configuration.machine }
  private let files: MachineFiles
  private var relays: [OutputRelay] = []
  private let instruments: GuestInstruments
  private var id: Int32 = 0
  /// The writing end of the command's standard input, or its terminal.
  private var input: Int32?
  private var waitingInput: [UInt8] = []
  private var hasInputEnded = false
  /// Whether processes have ended that weren't reaped.
  private var hasEndedProcesses = false
  /// The number of messages from midirec that have come.
  private var messageCount = 0
  /// The numbers of those messages whose input the command hasn't read.
  private var inputMessages: [Int] = []

  init(_ configuration: MachineConfiguration, _ files: MachineFiles, _ instruments: GuestInstruments) {
    self.configuration = configuration
    self.files = files
    self.instruments = instruments
  }

  /// Runs the command until it has ended and its output is written.
  func run() throws -> ProgramEnd {
    takePrecedence()
    let childSignals = try Self.childSignals()
    try becomeUser()
    let child: ChildProcess
    do {
      child = try start()
    } catch let error as Errno {
      return try explain(error)
    }
    id = child.id
    try files.markStarted()
    while true {
      guard wait(childSignals), let end = reap() else { continue }
      finish()
      return end
    }
  }

  /// Raises this process to the highest priority, so that it also runs while a program computes without end.
  private func takePrecedence() {
    var parameters = sched_param(sched_priority: 99)
    let resetOnFork: Int32 = 0x4000_0000  // SCHED_RESET_ON_FORK
    unsafe sched_setscheduler(0, SCHED_FIFO | resetOnFork, &parameters)
    var limit = rlimit(rlim_cur: 99, rlim_max: 99)
    unsafe setrlimit(__rlimit_resource_t(14), &limit)  // RLIMIT_RTPRIO: also for users who aren't root
  }

  private static func childSignals() throws(SimulationError) -> Int32 {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGCHLD)
    unsafe sigaddset(&set, SIGINT)
    unsafe sigprocmask(SIG_BLOCK, &set, nil)
    signal(SIGPIPE, SIG_IGN)
    reboot(Int32(RB_DISABLE_CAD))
    let descriptor = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC))
    guard descriptor >= 0 else { throw SimulationError(step: "can't watch for the command's end") }
    return descriptor
  }

  /// Changes the real user ID to the user's, which the command inherits. The effective ID stays root.
  private func becomeUser() throws(SimulationError) {
    let groups = configuration.groups
    guard unsafe setgroups(groups.count, groups) == 0, setregid(configuration.group, 0) == 0,
      setreuid(configuration.user, 0) == 0
    else { throw SimulationError(step: "can't take the user's identity") }
    unsafe chmod("/dev/snd/seq", 0o666)
    unsafe chmod("/dev/snd/timer", 0o666)
    let mounting: UInt64 = settings.allowsMounts ? 1 << 21 : 0  // CAP_SYS_ADMIN
    guard linux_limit_capabilities(Self.allowedCapabilities | mounting) == 0 else {
      throw SimulationError(step: "can't limit the command's rights")
    }
  }

  /// The capabilities of root (capabilities(7)), as in containers, plus CAP_IPC_LOCK and CAP_SYS_NICE for real-time
  /// programs. The others reach the kernel, and through it the host.
  private static let allowedCapabilities: UInt64 = [
    0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 14, 18, 23,
  ].reduce(0) { $0 | 1 << $1 }

  // MARK: Start

  private func start() throws -> ChildProcess {
    guard let size = settings.terminal else { return try startWithPipes() }
    let terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0, grantpt(terminal) == 0, unlockpt(terminal) == 0 else {
      throw SimulationError(step: "can't make a terminal")
    }
    setSize(size, of: terminal)
    var name = [CChar](repeating: 0, count: 64)
    _ = unsafe ptsname_r(terminal, &name, name.count)
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    unsafe chown(path, configuration.user, configuration.group)
    let keeper = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(keeper) }
    input = terminal
    relays = [try OutputRelay(from: terminal, to: files.output, stream: 1)]
    return try start(input: .file(path), output: .file(path), errors: .file(path))
  }

  private func startWithPipes() throws -> ChildProcess {
    let output = try pipe()
    let errors = settings.mergesErrors ? nil : try pipe()
    relays = [try OutputRelay(from: output.reading, to: files.output, stream: 1)]
    if let errors { relays.append(try OutputRelay(from: errors.reading, to: files.errors, stream: 2)) }
    defer {
      close(output.writing)
      if let errors { close(errors.writing) }
    }
    let standardInput: Int32
    if settings.relaysInput {
      let pipe = try pipe()
      (standardInput, input) = (pipe.reading, pipe.writing)
      guard fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0 else {
        throw SimulationError(step: "can't write the command's input")
      }
    } else {
      let path = unsafe access(files.input, F_OK) == 0 ? files.input : "/dev/null"
      standardInput = unsafe open(path, O_RDONLY | O_CLOEXEC)
    }
    defer { close(standardInput) }
    return try start(
      input: .descriptor(standardInput), output: .descriptor(output.writing),
      errors: .descriptor((errors ?? output).writing))
  }

  /// Starts the command, and its companions.
  private func start(
    input: ChildProcess.Stream, output: ChildProcess.Stream, errors: ChildProcess.Stream
  ) throws(Errno) -> ChildProcess {
    let environment = ProcessEnvironment.entries(of: settings.environment) + settings.environmentEntries
    let child = try ChildProcess.start(
      settings.command, environment: environment, folder: settings.folder, input: input, output: output,
      errors: errors, usesRealUser: true)
    for companion in settings.companions {
      _ = try ChildProcess.start(
        companion, environment: environment, folder: settings.folder, errors: errors, usesRealUser: true)
    }
    return child
  }

  private func pipe() throws(SimulationError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw SimulationError(step: "can't make a pipe") }
    // Programs open their streams by name, such as /dev/stdout.
    fchown(ends[0], configuration.user, configuration.group)
    return (ends[0], ends[1])
  }

  /// Reports that the command can't be started, with the exit status that a shell has for it.
  private func explain(_ error: Errno) throws -> ProgramEnd {
    let name = settings.command[0]
    let reason =
      switch error {
      case .noSuchFileOrDirectory where !name.contains("/"): "no program \"\(name)\" in the search path"
      default: "can't run \(name): \(error)"
      }
    let text = Array("midirec: \(reason.printable)\n".utf8)
    let path = settings.mergesErrors || settings.terminal != nil ? files.output : files.errors
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    _ = unsafe write(descriptor, text, text.count)
    close(descriptor)
    return .exit(error == .noSuchFileOrDirectory ? 127 : 126)
  }

  // MARK: While it runs

  /// The longest sleep of this process, in the machine's time.
  ///
  /// If all programs slept without end, simulated time would jump to the end of all times.
  private static let maxSleep = timespec(tv_sec: 10, tv_nsec: 0)
  /// A sleep that ends when every other process sleeps.
  private static let minSleep = timespec(tv_sec: 0, tv_nsec: 1_000)

  /// Waits for an event, and passes on input, output and messages.
  ///
  /// A process that has ended is reaped later, when every other one sleeps or has ended. While one of them was
  /// interrupted in the middle of a look at an ended process in `/proc`, the kernel can't forget that process:
  /// it tries again and again without sleeping, and the other one never runs.
  ///
  /// - Returns: `true` if a process has ended, and the others sleep.
  private func wait(_ childSignals: Int32) -> Bool {
    let writable = waitingInput.isEmpty ? nil : input
    var polled =
      [
        pollfd(fd: childSignals, events: Int16(POLLIN), revents: 0),
        pollfd(fd: writable ?? -1, events: Int16(POLLOUT), revents: 0),
      ]
      + relays.map { pollfd(fd: $0.source ?? -1, events: Int16(POLLIN), revents: 0) }
      + instruments.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var timeout = hasEndedProcesses ? Self.minSleep : Self.maxSleep
    guard unsafe ppoll(&polled, nfds_t(polled.count), &timeout, nil) > 0 else { return hasEndedProcesses }
    if polled[0].revents != 0 {
      var information = signalfd_siginfo()
      _ = unsafe read(childSignals, &information, MemoryLayout<signalfd_siginfo>.size)
      // The kernel's Ctrl-Alt-Del, by which midirec announces messages.
      if information.ssi_signo == UInt32(SIGINT) { takeMessages() } else { hasEndedProcesses = true }
    }
    if polled[1].revents != 0 { passInput() }
    for (index, relay) in relays.enumerated() where polled[2 + index].revents != 0 { relay.pass() }
    if polled[(2 + relays.count)...].contains(where: { $0.revents != 0 }) { instruments.step() }
    return false
  }

  private func takeMessages() {
    while let message = files.message(number: messageCount + 1) {
      messageCount += 1
      if case .input = message {
        inputMessages.append(messageCount)
      } else {
        files.removeMessage(number: messageCount)
      }
      obey(message)
    }
  }

  private func obey(_ message: ControlMessage) {
    switch message {
    case .reportRunning: GuestSystem.reportRunning(to: files.running)
    case .signal(let number): kill(-id, number)
    case .input(let bytes):
      waitingInput += bytes
      passInput()
    case .endOfInput:
      hasInputEnded = true
      passInput()
    case .terminalSize(let size): if let input, settings.terminal != nil { setSize(size, of: input) }
    case .closed(let stream): for relay in relays where relay.stream == stream { relay.close() }
    }
  }

  private func passInput() {
    guard let input else { return }
    while !waitingInput.isEmpty {
      let count = unsafe write(input, waitingInput, waitingInput.count)
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN { return }
        // The command has closed its input, and reads no more of it.
        waitingInput = []
      } else {
        waitingInput.removeFirst(count)
      }
    }
    for number in inputMessages { files.removeMessage(number: number) }
    inputMessages = []
    if hasInputEnded, settings.terminal == nil {
      close(input)
      self.input = nil
    }
  }

  private func setSize(_ size: TerminalSize, of terminal: Int32) {
    var size = winsize(ws_row: size.rows, ws_col: size.columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe linux_set_window_size(terminal, &size)
  }

  /// Reaps all processes that have ended.
  ///
  /// - Returns: How the command ended, or `nil` if it runs.
  private func reap() -> ProgramEnd? {
    hasEndedProcesses = false
    var end: ProgramEnd?
    while true {
      var status: Int32 = 0
      let ended = unsafe waitpid(-1, &status, WNOHANG)
      guard ended > 0 else { return end }
      if ended == id { end = ProgramEnd(waitStatus: status) }
    }
  }

  /// Ends the programs that the command has left running, and writes the rest of its output.
  private func finish() {
    kill(-1, SIGKILL)
    // So that they end before they are reaped.
    usleep(1)
    while waitpid(-1, nil, 0) > 0 {}
    for relay in relays { relay.finish() }
  }
}
