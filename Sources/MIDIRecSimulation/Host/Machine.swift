internal import CLinux
internal import FoundationEssentials
internal import Glibc
package import MIDICore
package import MIDIRecSystem
package import SystemPackage

/// A simulated machine: Linux with a separate ALSA sequencer, as a process.
///
/// It sees the files of this machine and runs one command. Any number of machines run at the same time and
/// don't notice each other. When it ends, or if midirec is killed, no part of the machine is left. It belongs
/// to one thread.
package final class Machine {
  private let scratch: ScratchArea
  private let kernel: ChildProcess
  private let files: MachineFiles
  private lazy var clock = KernelClock(process: kernel.id, program: kernelProgram)
  private let kernelProgram: FilePath
  /// The size of its memory in MiB.
  private let memory: Int
  /// Messages that weren't sent.
  private var pending: [ControlMessage] = []
  /// The number of messages that were sent.
  private var messageCount = 0
  /// The numbers of sent messages with input that the command hasn't read.
  private var inputMessages: [Int] = []
  private var knownEnd: Result<ProgramEnd, SimulationError>?
  /// The simulated time at its latest known advance, and the real time of that advance.
  private var lastTime: Int64?
  private var lastAdvance = ContinuousClock.now

  /// Readable once the machine has ended.
  package var endDescriptor: Int32 { kernel.endDescriptor }

  /// Starts a machine.
  ///
  /// - Parameters:
  ///   - settings: The command and its environment.
  ///   - kernel: The kernel.
  ///   - program: midirec itself, the machine's first process.
  ///   - input: The command's standard input, or `nil` if it is empty, in a file, or relayed.
  ///   - inputFile: A file with the command's standard input, or `nil` if it isn't in a file.
  /// - Throws: A reason with what to do about it.
  package static func start(
    _ settings: MachineSettings, kernel: KernelImage, program: FilePath? = KernelImage.currentProgram,
    input: [UInt8]? = nil, inputFile: FileDescriptor? = nil
  ) throws(SimulationError) -> Machine {
    guard let program else { throw SimulationError("can't find the midirec program; mount /proc") }
    for folder in settings.writableFolders where folder == "/" {
      throw SimulationError("the whole file system can't be writable; start in another folder")
    }
    let scratch = try ScratchArea()
    do {
      let configuration = MachineConfiguration(
        machine: settings, kernelFolder: kernel.folder.string, user: getuid(), group: getgid(),
        groups: currentGroups())
      return try Machine(configuration, kernel, program, scratch, input, inputFile)
    } catch {
      scratch.remove()
      if let error = error as? SimulationError { throw error }
      let advice = error as? Errno == .noSpace ? "; set TMPDIR to a folder with room" : ""
      throw SimulationError("can't start a simulated machine in \(scratch.folder): \(error)\(advice)")
    }
  }

  /// Returns the path of midirec, the first process of every machine, or `nil` if it isn't found.
  ///
  /// It is this program, the program that `MIDIREC_PROGRAM` names, or the first program with the name `midirec` in this
  /// program's folder and the search path.
  package static func firstProgram(in environment: [String: String]) -> FilePath? {
    let current = KernelImage.currentProgram
    if let current, current.lastComponent?.string == "midirec" { return current }
    if let named = environment["MIDIREC_PROGRAM"], !named.isEmpty { return FilePath(named) }
    let folders =
      (current.map { [$0.removingLastComponent()] } ?? [])
      + (environment["PATH"] ?? "").split(separator: ":").map { FilePath(String($0)) }
    return folders.map { $0.appending("midirec") }.first { unsafe access($0.string, X_OK) == 0 }
  }

  private init(
    _ configuration: MachineConfiguration, _ kernel: KernelImage, _ program: FilePath, _ scratch: ScratchArea,
    _ input: [UInt8]?, _ inputFile: FileDescriptor?
  ) throws {
    self.scratch = scratch
    kernelProgram = kernel.program
    memory = configuration.machine.memory
    files = MachineFiles(folder: scratch.folder)
    try files.write(configuration)
    for name in ["output", "errors", "console"] { try files.write(Data(), name) }
    try FileManager.default.createSymbolicLink(
      atPath: files.firstProcess, withDestinationPath: program.string)
    if !configuration.machine.relaysInput {
      if let input { try files.write(Data(input), "input") }
      if let inputFile {
        let copy = try FileDescriptor.open(
          FilePath(files.input), .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        try copy.closeAfter { try inputFile.copy(to: copy) }
      }
    }

    let console = unsafe open(files.console, O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { Glibc.close(console) }
    self.kernel = try ChildProcess.start(
      scratch.kept(Self.command(configuration.machine, kernel, files)),
      environment: ProcessEnvironment.entries(of: Self.environment(configuration.machine)),
      input: .descriptor(scratch.keeperInput), output: .descriptor(console), errors: .descriptor(console))
    // Keeps the machine on the processor on which the system has started it: the one with least to do. A machine does
    // one thing at a time. On one processor, its kernel and its programs wake each other in less than half the time.
    if let process = ProcessEntry(self.kernel.id) {
      linux_stay_on_processor(self.kernel.id, process.processor)
    }
  }

  deinit {
    kill()
    _ = waitForEnd()
  }

  private static func command(
    _ settings: MachineSettings, _ kernel: KernelImage, _ files: MachineFiles
  ) -> [String] {
    var words = [
      kernel.program.string, "mem=\(settings.memory)M", "rootfstype=hostfs", "root=/dev/root", "rootflags=/",
      "rw",
      "init=\"\(files.firstProcess)\"", "con=null", "con0=null", "quiet",
      "uml_dir=\(files.folder.string)/",
      "umid=machine", "panic=-1",
    ]
    if settings.clock == .simulated {
      words += ["time-travel=inf-cpu", "time-travel-start=\(MachineSettings.startTime)000000000"]
    }
    return words
  }

  /// The environment of the kernel, which keeps the machine's memory in a file without a name in the first
  /// folder that has room.
  private static func environment(_ settings: MachineSettings) -> [String: String] {
    room(in: sharedMemory) > settings.memory
      ? [:] : ["TMPDIR": FileManager.default.temporaryDirectory.path]
  }

  private static let sharedMemory = "/dev/shm"

  /// Returns the free space of a folder's file system in MiB.
  private static func room(in folder: String) -> Int {
    let room = (try? FileManager.default.attributesOfFileSystem(forPath: folder))?[.systemFreeSize] as? Int
    return (room ?? 0) >> 20
  }

  private static func currentGroups() -> [UInt32] {
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: 0, count: Int(max(0, count)))
    let filled = unsafe getgroups(count, &groups)
    return Array(groups.prefix(Int(max(0, filled))))
  }

  /// The command's standard output so far.
  package var output: [UInt8] { (try? FileSystem.bytes(of: outputFile)) ?? [] }

  /// The last lines of the command's standard error.
  package var lastLines: [String] {
    (files.text("errors") ?? "").split(whereSeparator: \.isNewline).suffix(5).map(String.init)
  }

  // MARK: While it runs

  /// The machine's scratch folder.
  var folder: FilePath { files.folder }

  /// The files of this machine into which the command's output goes while it runs.
  var outputFile: FilePath { FilePath(files.output) }
  /// The files of this machine into which the command's errors go while it runs.
  var errorFile: FilePath { FilePath(files.errors) }

  /// The largest number of messages with input that the command hasn't read.
  private static let maxInputMessageCount = 16

  /// Whether the command has read most of the input that was sent to it. If it hasn't, ``folder`` changes when it has.
  var takesInput: Bool {
    inputMessages.removeAll { !files.hasMessage(number: $0) }
    return pending.isEmpty && inputMessages.count < Self.maxInputMessageCount
  }

  /// Sends a message to the first process as soon as that process listens.
  func send(_ message: ControlMessage) {
    pending.append(message)
    sendPending()
  }

  /// Sends the messages that came before the machine listened. A caller that sends messages early calls this
  /// when ``folder`` changes.
  func sendPending() {
    guard !pending.isEmpty, unsafe access(files.started, F_OK) == 0 else { return }
    let messages = pending
    pending = []
    var urgentMessage: Int?
    for message in messages {
      messageCount += 1
      try? files.write(message, number: messageCount)
      switch message {
      case .input: inputMessages.append(messageCount)
      // The machine must obey at once, also while a program computes without end.
      case .signal, .reportRunning: urgentMessage = messageCount
      case .endOfInput, .terminalSize, .closed: break
      }
    }
    guard KernelConsole(path: files.kernelConsole).signalFirstProcess(), let urgentMessage else { return }
    interruptComputing { !files.hasMessage(number: urgentMessage) }
  }

  /// Ends the machine at once, as a cut of the power would.
  package func kill() {
    guard knownEnd == nil else { return }
    Glibc.kill(-kernel.id, SIGKILL)
  }

  /// The simulated time since the machine's start in nanoseconds, or `nil` if it can't be read. The machine
  /// doesn't notice that it is read.
  var simulatedTime: Int64? { clock?.now }

  /// Returns the programs that compute once simulated time has stood still for too long, or `nil`.
  ///
  /// The list is empty if the machine doesn't report them. A check doesn't disturb the machine unless it returns a list.
  package func programsThatStopTime(for limit: Nanoseconds) -> [String]? {
    let now = ContinuousClock.now
    if let time = simulatedTime, time != lastTime {
      lastTime = time
      lastAdvance = now
    }
    guard now - lastAdvance >= .nanoseconds(limit.rawValue) else { return nil }
    lastAdvance = now
    return runningPrograms()
  }

  /// Returns the programs that compute at this moment, by their command lines; empty if the machine doesn't
  /// report them within two seconds of real time.
  ///
  /// It interrupts them, so that what the machine does afterwards can differ from other runs.
  func runningPrograms() -> [String] {
    unsafe unlink(files.running)
    send(.reportRunning)
    interruptComputing { files.text("running") != nil }
    return files.text("running")?.split(separator: "\n").map(String.init) ?? []
  }

  /// Interrupts a program that computes all the time, until the first process has done something about a message, the
  /// machine has ended, or two seconds have passed.
  private func interruptComputing(until isDone: () -> Bool) {
    for _ in 0..<12 {
      // A machine whose programs pause needs less than this.
      if kernel.hasEnded(within: 10) || isDone() { return }
      interruptComputing()
    }
  }

  /// Interrupts a program that computes all the time, so that the kernel runs whatever has become due.
  ///
  /// A program of a machine is a process of this machine, which the kernel traces. While time stands still,
  /// no timer interrupts it. SIGALRM stops it, and tells the kernel only to look for timers that are due. A
  /// program that computes for a moment isn't touched, because the kernel might be about to use it.
  private func interruptComputing() {
    let before = computingTimes()
    if kernel.hasEnded(within: 150) { return }
    for (process, time) in computingTimes() where time >= (before[process] ?? time) + 2 {
      Glibc.kill(process, SIGALRM)
    }
  }

  /// The processor times of the machine's processes that run at this moment, in hundredths of a second.
  private func computingTimes() -> [Int32: UInt64] {
    var times: [Int32: UInt64] = [:]
    let children = FileSystem.text(of: FilePath("/proc/\(kernel.id)/task/\(kernel.id)/children")) ?? ""
    for child in children.split(separator: " ") {
      guard let process = Int32(child).flatMap({ ProcessEntry($0) }), process.isRunning else { continue }
      times[process.id] = process.processorTime
    }
    return times
  }

  /// Waits until the machine has ended.
  ///
  /// - Returns: How the command ended, or why that isn't known.
  package func waitForEnd() -> Result<ProgramEnd, SimulationError> {
    if let knownEnd { return knownEnd }
    let kernelEnd = kernel.waitForEnd()
    waitForPrograms()
    let end: Result<ProgramEnd, SimulationError>
    if let commandEnd = files.end {
      end = .success(commandEnd)
    } else if let failure = files.failure {
      // A full folder also has no room for the reason.
      let reason =
        failure.isEmpty
        ? "\(scratch.folder.removingLastComponent()) is full; set TMPDIR to a folder with room" : failure
      end = .failure(SimulationError("the simulated machine can't be set up: \(reason)"))
    } else {
      end = .failure(failure(of: kernelEnd))
    }
    knownEnd = end
    return end
  }

  /// Waits until the processes of the machine's programs have ended, which the system kills when the kernel is killed; at
  /// most two seconds.
  private func waitForPrograms() {
    for _ in 0..<200 {
      // Most are gone by now. The others are zombies.
      guard Glibc.kill(-kernel.id, 0) == 0,
        ProcessEntry.all.contains(where: { number in
          ProcessEntry(number).map { $0.group == kernel.id && !$0.hasEnded } ?? false
        })
      else { return }
      usleep(10_000)
    }
  }

  /// Removes the machine's files. Its output can't be read after that.
  package func remove() { scratch.remove() }

  /// Explains why the kernel ended before the command.
  private func failure(of end: ProgramEnd) -> SimulationError {
    let lines = (files.text("console") ?? "").split(whereSeparator: \.isNewline).map(String.init)
    if lines.contains(where: {
      $0.contains("ptrace") && $0.contains("ermitted") || $0.contains("check_ptrace")
    }) {
      return SimulationError(
        "the simulated machine needs ptrace, which this container forbids; allow it with --cap-add=SYS_PTRACE",
        details: lines.suffix(5))
    }
    if end == .signal(SIGKILL) { return SimulationError("the simulated machine was killed") }
    // The memory's file is gone, so this is the room that it had.
    let folder = FileManager.default.temporaryDirectory.path
    let room = max(Self.room(in: Self.sharedMemory), Self.room(in: folder))
    if end == .signal(SIGBUS) || room < memory {
      return SimulationError(
        """
        the simulated machine stopped before the command ended: its memory takes up to \(memory) MiB, and \
        \(Self.sharedMemory) and \(folder) have room for \(room) MiB; set TMPDIR to a folder with room
        """, details: lines.suffix(5))
    }
    return SimulationError(
      "the simulated machine stopped before the command ended: its kernel ended \(end)",
      details: lines.suffix(5))
  }
}
