internal import CLinux
internal import FoundationEssentials
internal import Glibc
package import MIDICore
package import MIDIRecSystem
internal import SystemPackage

/// A relay between this process and the command of a machine: standard streams, signals, and the terminal's size.
///
/// It takes over the process's signals and belongs to the main program.
package struct MachineRelay: ~Copyable {
  private let machine: Machine
  private let relaysInput: Bool
  /// The watch for output of the command and for files of the machine, or `nil` if the system can't create one.
  private let watch: FolderWatch?
  private let signals: Int32
  private var streams: [FollowedFile]
  private var interruptCount = 0
  private var killTime: Int?
  /// Whether the first standstill of simulated time is still to be reported.
  private var watchesTime: Bool
  private var hasInput: Bool
  /// The size of the command's terminal, or `nil` if it has none.
  private var size: TerminalSize?

  private var isTerminal: Bool { size != nil }

  private static let passedSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]
  /// The time that a command has to end after SIGTERM or SIGHUP, in seconds.
  private static let timeout = 10
  /// The real time for which simulated time may stand still before the user gets to know it.
  package static let standstillLimit = Nanoseconds.seconds(30)

  /// Creates a relay for a machine that was just started with these settings.
  package init(_ machine: Machine, _ settings: MachineSettings) {
    self.machine = machine
    relaysInput = settings.relaysInput
    hasInput = relaysInput
    size = settings.terminal
    watchesTime = settings.clock == .simulated
    streams = [FollowedFile(machine.outputFile, to: STDOUT_FILENO, stream: 1)]
    if !settings.mergesErrors, settings.terminal == nil {
      streams.append(FollowedFile(machine.errorFile, to: STDERR_FILENO, stream: 2))
    }
    watch = FolderWatch()
    for stream in streams { watch?.add(growingFile: stream.path) }
    watch?.add(machine.folder)
    var set = Self.signalSet()
    signals = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC))
  }

  /// Blocks the signals that the command gets, so that they don't end this process. Call it before a machine is started.
  package static func blockSignals() {
    var set = signalSet()
    unsafe sigprocmask(SIG_BLOCK, &set, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  private static func signalSet() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in passedSignals + [SIGWINCH] { unsafe sigaddset(&set, number) }
    return set
  }

  /// Relays until the machine has ended.
  ///
  /// - Parameter reportStandstill: A function that gets the programs that compute if simulated time stands still.
  package consuming func run(
    reportStandstill: ([String]) -> Void
  ) -> Result<ProgramEnd, SimulationError> {
    let saved = isTerminal ? makeTerminalRaw() : nil
    defer { if var saved { unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &saved) } }
    while !step() {
      guard watchesTime, let computing = machine.programsThatStopTime(for: Self.standstillLimit) else {
        continue
      }
      watchesTime = false
      reportStandstill(computing)
    }
    let end = machine.waitForEnd()
    for index in streams.indices { streams[index].passRest() }
    Glibc.close(signals)
    return end
  }

  /// Waits until something happens, and passes it on.
  ///
  /// - Returns: `true` if the machine has ended.
  private mutating func step() -> Bool {
    var polled = [
      pollfd(fd: machine.endDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watch?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasInput && machine.takesInput ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
    ]
    for stream in streams {
      // Without events, the end of the reader is still reported.
      polled.append(
        pollfd(
          fd: stream.isClosed ? -1 : stream.target, events: stream.hasMore ? Int16(POLLOUT) : 0, revents: 0))
    }
    _ = unsafe poll(&polled, nfds_t(polled.count), killTime != nil ? 200 : watchesTime ? 1_000 : -1)
    if polled[2].revents != 0 { passSignal() }
    if polled[1].revents != 0 {
      _ = watch?.changes()
      machine.sendPending()
    }
    if polled[3].revents != 0 { passInput() }
    for index in streams.indices where polled[4 + index].revents != 0 {
      if polled[4 + index].revents & Int16(POLLERR) != 0 || !streams[index].pass() { close(index) }
    }
    if let killTime, time(nil) >= killTime { machine.kill() }
    return polled[0].revents != 0
  }

  private mutating func close(_ index: Int) {
    streams[index].isClosed = true
    machine.send(.closed(streams[index].stream))
  }

  private mutating func passInput() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
    if count > 0 {
      // SIGWINCH can come later than input that was typed after the change.
      passSize()
      machine.send(.input(Data(buffer[..<count])))
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      hasInput = false
      machine.send(.endOfInput)
    }
  }

  private mutating func passSignal() {
    var information = signalfd_siginfo()
    guard unsafe read(signals, &information, MemoryLayout<signalfd_siginfo>.size) > 0 else { return }
    let number = Int32(information.ssi_signo)
    if number == SIGWINCH { return passSize() }
    machine.send(.signal(number))
    if number == SIGINT {
      interruptCount += 1
      if interruptCount == 3 { machine.kill() }
    }
    if number == SIGTERM || number == SIGHUP { killTime = killTime ?? time(nil) + Self.timeout }
  }

  private mutating func passSize() {
    guard isTerminal, let size = TerminalSize(of: STDOUT_FILENO), size != self.size else { return }
    self.size = size
    machine.send(.terminalSize(size))
  }

  private func makeTerminalRaw() -> termios? {
    var saved = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &saved) == 0 else { return nil }
    var raw = saved
    unsafe cfmakeraw(&raw)
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    return saved
  }
}

/// A file that grows, and the descriptor to which its bytes are passed on.
private struct FollowedFile {
  let path: FilePath
  let target: Int32
  let stream: UInt8
  /// Whether the reader of the target is gone.
  var isClosed = false
  private let file: Int32
  private var position = 0

  init(_ path: FilePath, to target: Int32, stream: UInt8) {
    self.path = path
    self.target = target
    self.stream = stream
    file = unsafe open(path.string, O_RDONLY | O_CLOEXEC)
  }

  /// Whether there are bytes that weren't passed on.
  var hasMore: Bool { !isClosed && Int(lseek(file, 0, SEEK_END)) > position }

  /// Passes on some bytes, as many as a pipe with any room takes at once.
  ///
  /// - Returns: `true` if the target takes more.
  mutating func pass() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe pread(file, &buffer, buffer.count, off_t(position))
    guard count > 0 else { return true }
    let written = unsafe write(target, buffer, count)
    if written > 0 { position += written }
    return written > 0 || errno == EAGAIN || errno == EINTR
  }

  /// Passes on everything that is left.
  mutating func passRest() {
    while hasMore {
      var polled = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&polled, 1, -1)
      if !pass() { isClosed = true }
    }
  }
}
