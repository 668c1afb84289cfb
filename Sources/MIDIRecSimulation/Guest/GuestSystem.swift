internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import MIDIRecSystem
internal import SystemPackage

/// The system that the command sees: the host's files under an overlay, the kernel's own file systems, and the kernel's
/// threads.
///
/// The command can't reach the host's files in a different way. Setuid programs and device nodes have no effect, and
/// only the first process knows the scratch folder.
enum GuestSystem {
  private static let newRoot = "/run/root"
  private static let isolated = UInt(MS_NOSUID | MS_NODEV)

  /// Mounts the file system and enters it.
  ///
  /// - Returns: The machine's scratch folder, which only this process can reach.
  static func mount(
    _ configuration: MachineConfiguration, scratch: FilePath
  ) throws(SimulationError) -> FilePath {
    // The root is hostfs now: the host's files, with the rights of the user. What is written to the overlay
    // stays in the machine's memory.
    let scratchFolder = try openFolder(scratch)
    try mount("tmpfs", on: "/run")
    for folder in ["changes", "work", "root"] { try make(FilePath("/run/\(folder)"), mode: 0o755) }
    try mount(
      "overlay", on: newRoot, options: "lowerdir=/,upperdir=/run/changes,workdir=/run/work")
    try mount("devtmpfs", on: newRoot + "/dev", flags: UInt(MS_NOSUID))
    try mount("proc", on: newRoot + "/proc")
    try mount("sysfs", on: newRoot + "/sys")
    try mount("tmpfs", on: newRoot + "/run", options: "mode=755")
    for (folder, type, flags, options) in [
      ("/dev/pts", "devpts", MS_NOSUID, "ptmxmode=666,mode=620"),
      ("/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777"),
    ] {
      try make(FilePath(newRoot + folder), mode: 0o755)
      try mount(type, on: newRoot + folder, flags: UInt(flags), options: options)
    }
    for (name, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
      unsafe symlink("/proc/self/fd\(target)", "\(newRoot)/dev/\(name)")
    }
    for folder in configuration.machine.writableFolders { try bind(folder) }
    // A writable folder, such as /tmp, may contain it.
    let hidden = FilePath(newRoot).appending((FileSystem.realPath(scratch) ?? scratch).components)
    try makeAll(hidden)
    try mount("tmpfs", on: hidden.string, flags: isolated | UInt(MS_RDONLY))
    let runtime = newRoot + "/run/user/\(configuration.user)"
    try makeAll(FilePath(runtime))
    unsafe chmod(runtime, 0o700)
    unsafe chown(runtime, configuration.user, configuration.group)

    guard unsafe chdir(newRoot) == 0, linux_make_current_folder_root() == 0,
      unsafe umount2(".", Int32(MNT_DETACH)) == 0, unsafe chdir("/") == 0
    else { throw SimulationError(step: "can't change the root") }
    // Programs that print addresses do so alike in each run.
    try set("/proc/sys/kernel/randomize_va_space", to: "0")
    // The kernel itself starts programs, such as modprobe, which the command could replace.
    for name in ["bset", "inheritable"] { try set("/proc/sys/kernel/usermodehelper/\(name)", to: "0 0") }
    if configuration.machine.clock == .simulated { try makePriorityAbsolute() }
    return FileSystem.path(of: FileDescriptor(rawValue: scratchFolder))
  }

  /// Disables the throttling of real-time priority: programs without it run only while those with it sleep.
  ///
  /// Otherwise the kernel reserves a twentieth of the time for them (its "fair server"). That share is never used up while
  /// simulated time stands still, so that such programs would sometimes run first.
  private static func makePriorityAbsolute() throws(SimulationError) {
    let folder = "/sys/kernel/debug"
    try mount("debugfs", on: folder)
    try set("\(folder)/sched/fair_server/cpu0/runtime", to: "0")
    unsafe umount(folder)
  }

  private static func set(_ file: String, to value: String) throws(SimulationError) {
    let descriptor = unsafe open(file, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard unsafe write(descriptor, value, value.utf8.count) == value.utf8.count else {
      throw SimulationError(step: "can't write \(file)")
    }
  }

  private static func mount(
    _ type: String, on folder: String, flags: UInt = isolated, options: String = ""
  ) throws(SimulationError) {
    guard unsafe Glibc.mount(type, folder, type, flags, options) == 0 else {
      throw SimulationError(step: "can't mount \(type) on \(folder)")
    }
  }

  /// Shows a folder of the host in the command's file system.
  private static func bind(_ folder: FilePath) throws(SimulationError) {
    let descriptor = try openFolder(folder)
    defer { close(descriptor) }
    let target = FilePath(newRoot).appending(folder.components)
    try makeAll(target)
    let source = newRoot + FileSystem.path(of: FileDescriptor(rawValue: descriptor)).string
    let isBound = unsafe target.withPlatformString { target in
      unsafe Glibc.mount(source, target, nil, UInt(MS_BIND), nil) == 0
        && Glibc.mount(nil, target, nil, UInt(MS_BIND | MS_REMOUNT) | isolated, nil) == 0
    }
    guard isBound else { throw SimulationError(step: "can't make \(folder) writable") }
  }

  /// Opens a folder of the host, which midirec has named by its real path. If a part of the path is a link by now, a
  /// different program has replaced a folder.
  private static func openFolder(_ folder: FilePath) throws(SimulationError) -> Int32 {
    let descriptor = unsafe folder.withPlatformString { unsafe linux_open_real_folder($0) }
    guard descriptor >= 0 else { throw SimulationError(step: "can't open the folder \(folder)") }
    return descriptor
  }

  private static func make(_ folder: FilePath, mode: mode_t) throws(SimulationError) {
    let exists = unsafe folder.withPlatformString { unsafe mkdir($0, mode) == 0 || errno == EEXIST }
    guard exists else { throw SimulationError(step: "can't create \(folder)") }
  }

  private static func makeAll(_ folder: FilePath) throws(SimulationError) {
    var path = FilePath(root: "/")
    for component in folder.components {
      path.append(component)
      if unsafe path.withPlatformString({ unsafe access($0, F_OK) }) != 0 { try make(path, mode: 0o755) }
    }
  }
}

/// The network, and the processes and kernel threads.
extension GuestSystem {
  /// Enables the loopback interface, the only one, through which Foundation and other libraries wake their threads.
  static func raiseLoopback() throws(SimulationError) {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var request = unsafe ifreq()
    unsafe withUnsafeMutableBytes(of: &request.ifr_ifrn) { unsafe $0.copyBytes(from: "lo".utf8) }
    unsafe request.ifr_ifru.ifru_flags = Int16(IFF_UP)
    guard unsafe ioctl(descriptor, UInt(SIOCSIFFLAGS), &request) == 0 else {
      throw SimulationError(step: "can't bring up the loopback interface")
    }
  }

  /// Above midirec's real-time threads (40) and below the first process (99), as interrupt threads of real machines are.
  private static let instrumentPriority: Int32 = 50
  /// The processor's workers and its thread for soft interrupts, which carry the messages of USB instruments.
  private static let instrumentThreads = ["kworker/0:", "ksoftirqd/"]

  /// Raises the priority of the kernel's threads for instruments above that of programs.
  ///
  /// On the real clock, a message would otherwise wait on the machine's only processor until a program with real-time
  /// priority has handled the message before it.
  static func preferInstruments() {
    var parameters = sched_param(sched_priority: instrumentPriority)
    for process in ProcessEntry.all.compactMap({ ProcessEntry($0) })
    where instrumentThreads.contains(where: { process.name.hasPrefix($0) }) {
      unsafe sched_setscheduler(process.id, SCHED_FIFO, &parameters)
    }
  }

  /// Writes the command lines of the programs that compute at this moment to a file, one per line: while one of them
  /// computes, simulated time stands still.
  static func reportRunning(to path: String) {
    let lines = ProcessEntry.all.sorted().compactMap { process -> String? in
      let isRunning = process != 1 && ProcessEntry(process)?.threads.contains(where: \.isRunning) == true
      let words = FileSystem.text(of: FilePath("/proc/\(process)/cmdline")) ?? ""
      return isRunning && !words.isEmpty ? words.split(separator: "\0").joined(separator: " ") : nil
    }
    try? Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
  }
}
