internal import ArgumentParser
internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSimulation
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run a command on a simulated machine with ALSA",
    usage: "midirec simulate [<options>] -- <command> ...",
    discussion: """
      The simulated machine is a separate Linux with the ALSA sequencer and eight Midi Through ports. It needs no root, no \
      KVM, and no /dev/snd/seq. The command sees this machine's files and environment, and runs as the user. It can change \
      the current folder; what it writes elsewhere disappears. Setuid programs and device nodes have no effect.

        midirec simulate -- aplaymidi -l
        midirec simulate -- aplaymidi -p 14:0 piece.mid
        midirec simulate --real-time --linnstrument -- midirec ports
        midirec simulate --linnstrument --play take.mid -- \\
            midirec capture --in LinnStrument -o copy.mid --until-silence 2s

      Time is simulated: it stands still while programs compute, and jumps to the next timer when all of them sleep. It \
      begins on 1 January 2030. So an hour of music takes seconds, and each run gives the same bytes. Without \
      --real-time, the command must end by itself: capture with --for or --until-silence, and monitor with --for.

      Exit codes: that of the command, 128 plus the number of the signal that ended it, 69 if the machine can't run.
      """)

  @Flag(help: "Use this machine's clock, to play along live")
  var realTime = false

  @Flag(
    name: .customLong("linnstrument"),
    help: "Plug in a virtual USB LinnStrument; repeat for up to eight. See midirec help instrument")
  var linnStrumentCount: Int

  @Option(
    name: .customLong("play"),
    help: ArgumentHelp(
      "Take for the LinnStrument to play, once a program listens to it; repeat for further LinnStruments",
      valueName: "take"), completion: .file(extensions: ["mid"]))
  var takes: [String] = []

  @Option(
    name: .customLong("writable"),
    help: ArgumentHelp("Folder that the command can also change; repeatable", valueName: "folder"))
  var writableFolders: [String] = []

  @Flag(help: "Let root mount file systems on the machine, except for this computer's files")
  var allowMounts = false

  @Option(help: ArgumentHelp("Memory of the machine in MiB, from 64 to 65536", valueName: "MiB"))
  var memory = 1_024

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp("Command and its arguments", valueName: "command"))
  var words: [String] = []

  /// The command without the `--` before it.
  private var command: [String] { Array(words.first == "--" ? words.dropFirst() : words[...]) }

  func validate() throws {
    // The words of the command include options that this command doesn't know.
    if let option = words.first, option.hasPrefix("-"), option != "--" {
      if ["-h", "--help"].contains(option) { throw CleanExit.helpRequest(Self.self) }
      throw ValidationError("Unknown option '\(option)'. Put -- before the command.")
    }
    guard !command.isEmpty else {
      throw ValidationError("A command is required: midirec simulate -- COMMAND.")
    }
    guard linnStrumentCount <= VirtualInstrument.usbPortCount else {
      throw ValidationError(
        "--linnstrument can be given up to \(VirtualInstrument.usbPortCount) times (found \(linnStrumentCount))."
      )
    }
    guard takes.count <= linnStrumentCount else {
      throw ValidationError("--play requires --linnstrument, once per take.")
    }
    if takes.contains("") { throw ValidationError("--play needs the name of a file.") }
    try ValidationError.check(memory, 64...65_536, "--memory")
  }

  func run() throws {
    if let number = CommandLine.indexOfArgumentThatIsNotUTF8 {
      throw CommandFailure(.usage, "argument \(number) isn't UTF-8, and midirec simulate would alter it")
    }
    var settings = MachineSettings(
      command: command,
      environment: MachineSettings.guestEnvironment(
        from: ProcessEnvironment.variables, clock: realTime ? .real : .simulated),
      folder: try Self.folder("."))
    settings.environmentEntries = ProcessEnvironment.entriesThatAreNotUTF8
    for folder in writableFolders { settings.writableFolders.append(try Self.folder(folder)) }
    settings.clock = realTime ? .real : .simulated
    settings.memory = memory
    settings.allowsMounts = allowMounts
    settings.instruments = (0..<linnStrumentCount).map {
      VirtualInstrument(serial: VirtualInstrument.defaultSerial(usbPort: $0))
    }
    settings.companions = try zip(takes, settings.instruments).map(Self.player)
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      settings.terminal = TerminalSize(of: STDOUT_FILENO)
    }
    let type = (try? Stat(FileDescriptor.standardInput))?.type
    // All bytes of a file exist when the command starts. A closed descriptor and /dev/null have none.
    let hasFile = type == .regular
    let hasNone = type == nil || type == .characterSpecial && isatty(STDIN_FILENO) == 0
    settings.relaysInput = settings.terminal != nil || !hasFile && !hasNone
    settings.mergesErrors =
      FileStamp(of: .standardOutput)?.isSameFile(as: FileStamp(of: .standardError)) == true
    MachineRelay.blockSignals()
    let machine = try Machine.start(
      settings, kernel: try KernelImage.prepared(environment: ProcessEnvironment.variables),
      inputFile: hasFile ? .standardInput : nil)
    let end = MachineRelay(machine, settings).run { computing in
      let names =
        computing.isEmpty ? "a program" : computing.map { "\"\($0.printable)\"" }.joined(separator: " and ")
      StandardError.say(
        "simulated time has stood still for \(MachineRelay.standstillLimit.shortText) while \(names) computed; "
          + "a program that never pauses needs --real-time, and Ctrl-C ends it")
    }
    machine.remove()
    throw ExitCode(try end.get().status)
  }

  /// Returns the command that plays a take on an instrument of the machine.
  private static func player(of take: String, on instrument: VirtualInstrument) throws -> [String] {
    let path = FilePath(argument: take)
    // Errors are reported before the machine starts.
    let input = InputFile(path)
    input.warnAboutSilence(
      hasChannelMessages: try input.recording(of: input.decoded().file).hasChannelMessages)
    guard let file = FileSystem.realPath(path), let program = KernelImage.currentProgram else {
      throw CommandFailure(.noInput, "can't open \(path): \(Errno(rawValue: errno))")
    }
    return [program.string, "instrument", "play", file.string, instrument.serial]
  }

  /// Returns the absolute path of a folder.
  private static func folder(_ argument: String) throws -> FilePath {
    let path = FilePath(argument: argument)
    guard let folder = FileSystem.realPath(path) else {
      throw CommandFailure(.noInput, "can't open \(path): \(Errno(rawValue: errno))")
    }
    return folder
  }
}
