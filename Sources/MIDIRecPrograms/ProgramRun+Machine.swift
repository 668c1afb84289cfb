internal import FoundationEssentials
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSimulation
internal import MIDIRecSystem
internal import SystemPackage

/// A run on a separate simulated machine.
extension ProgramRun {
  /// Whether this process already runs on a simulated machine with a simulated clock.
  static var isInsideMachine: Bool {
    MachineSettings.guestClock(in: ProcessEnvironment.variables) == .simulated
  }
  /// Whether this process runs on a simulated machine.
  static var isInsideAnyMachine: Bool {
    MachineSettings.guestClock(in: ProcessEnvironment.variables) != nil
  }

  /// The name of midirec's command for the part of a run inside a machine.
  package static let commandName = "program-job"

  /// Runs the program that standard input describes, and writes its results or its failure to standard output.
  ///
  /// The program under test, which the same user runs, can neither read nor write these streams.
  ///
  /// - Throws: An error if a stream can't be read or written. Failures of the program are part of the result.
  package static func runInsideMachine() throws {
    ChildProcess.denyInspectionOfCaller()
    let input = try FileSystem.bytesOfStandardInput()
    if input.first == UInt8(ascii: "[") { return try runBatchInsideMachine(Data(input)) }
    let run = try JSONDecoder().decode(ProgramRun.self, from: Data(input))
    let result: Data
    do {
      result = try JSONEncoder().encode(try run.observed(stop: nil))
    } catch let failure as SubjectFailure {
      result = try JSONEncoder().encode(failure)
    }
    try FileDescriptor.standardOutput.writeAll(result)
  }

  /// Starts a machine, runs the program there, and waits until the machine has ended.
  ///
  /// - Parameter stop: Ends the run early.
  /// - Throws: A ``SubjectFailure`` if the program misbehaves or can't run.
  func observedOnMachine(stop: StopToken?) throws -> Observed {
    try Self.onMachine(for: try JSONEncoder().encode(self), in: folder) { machine in
      try wait(for: machine, stop)
      return try result(of: machine)
    }
  }

  /// Starts a machine for one or more runs as JSON, calls a function with it, and removes it.
  private static func onMachine<Result>(
    for runs: Data, in folder: FilePath, _ body: (Machine) throws -> Result
  ) throws -> Result {
    do {
      let environment = ProcessEnvironment.variables
      guard let program = Machine.firstProgram(in: environment) else {
        throw SubjectFailure(
          .unavailable, "can't find the midirec program; mount /proc, or set MIDIREC_PROGRAM to its path")
      }
      var settings = MachineSettings(
        command: [program.string, Self.commandName],
        environment: MachineSettings.guestEnvironment(from: environment, clock: .simulated),
        folder: folder)
      // The run reads the program's files on the machine, and then they disappear with it.
      settings.writableFolders = []
      let machine = try Machine.start(
        settings, kernel: try KernelImage.prepared(environment: environment), program: program,
        input: Array(runs))
      defer { machine.remove() }
      return try body(machine)
    } catch let error as SimulationError {
      throw SubjectFailure(.unavailable, "\(error)", details: error.details)
    }
  }

  /// The time between two checks of the machine's clock.
  private static let checkInterval = Nanoseconds.milliseconds(500)

  /// Waits until the machine has ended.
  ///
  /// - Throws: A ``SubjectFailure`` if its time stands still.
  private func wait(for machine: Machine, _ stop: StopToken?) throws(SubjectFailure) {
    while true {
      switch MIDIRecSystem.wait(
        for: machine.endDescriptor, stop: stop, until: monotonicTime() + Self.checkInterval)
      {
      case .stopRequested:
        machine.kill()
        _ = machine.waitForEnd()
        throw SubjectFailure(.stopped, "stopped")
      case .deadlinePassed:
        guard let computing = machine.programsThatStopTime(for: settings.limits.standstill) else { continue }
        machine.kill()
        _ = machine.waitForEnd()
        throw SubjectFailure(
          .misbehaved, neverPauses(computing),
          remedy:
            "set clock: real if it waits without sleeping, or limits: {standstill: 5min} if it computes for long"
        )
      default: return
      }
    }
  }

  // MARK: Several runs

  /// Runs programs one after another, and writes a line of JSON per run as soon as it has ended.
  private static func runBatchInsideMachine(_ input: Data) throws {
    let runs = try JSONDecoder().decode([ProgramRun].self, from: input)
    // Each run starts at the same place between two of the kernel's ticks, by which timers expire.
    let interval = Nanoseconds.milliseconds(10).rawValue
    func reaction(to run: ProgramRun) throws -> Reaction {
      let start = (monotonicTime().rawValue / interval + 1) * interval
      _ = MIDIRecSystem.wait(stop: nil, until: Nanoseconds(rawValue: start))
      return try run.reaction(stop: nil)
    }
    for (index, run) in runs.enumerated() {
      var found = try reaction(to: run)
      // The kernel reads the program's files during the first run, which takes some microseconds more of simulated time. A
      // program with a fine clock may then react in a different way.
      if index == 0, runs.count > 1, found.failure == nil { found = try reaction(to: run) }
      try FileDescriptor.standardOutput.writeAll(try JSONEncoder().encode(found) + [UInt8(ascii: "\n")])
    }
  }

  /// Runs programs one after another on one machine, which saves the start of a machine per run.
  ///
  /// A program that never pauses ends its machine; the rest runs on another one.
  ///
  /// - Returns: The reactions in the order of the runs, after a stop perhaps only the first ones.
  static func reactionsOnMachine(_ runs: [ProgramRun], stop: StopToken?) throws -> [Reaction] {
    var reactions: [Reaction] = []
    while reactions.count < runs.count, stop?.isStopRequested != true {
      let rest = runs[reactions.count...]
      reactions += try onMachine(for: try JSONEncoder().encode(Array(rest)), in: rest[rest.startIndex].folder)
      {
        machine in
        var failure: SubjectFailure?
        do throws(SubjectFailure) {
          try rest[rest.startIndex].wait(for: machine, stop)
        } catch {
          guard [.misbehaved, .stopped].contains(error.kind) else { throw error }
          failure = error
        }
        let end = machine.waitForEnd()
        let lines = Data(machine.output).split(separator: UInt8(ascii: "\n"))
        var finished = lines.compactMap { try? JSONDecoder().decode(Reaction.self, from: $0) }
        if let failure {
          if failure.kind == .misbehaved { finished.append(Reaction(failure: failure)) }
        } else if finished.count < rest.count {
          throw SubjectFailure(
            .unavailable,
            "can't be run: midirec ended with status \(try end.get().status) on the simulated machine",
            details: machine.lastLines)
        }
        return finished
      }
    }
    return reactions
  }

  private func neverPauses(_ computing: [String]) -> String {
    let programs = computing.filter { !$0.hasSuffix(" \(Self.commandName)") }
    let names = programs.isEmpty ? "a program" : programs.map(\.quoted).joined(separator: " and ")
    return "never pauses: simulated time stood still for \(settings.limits.standstill.shortText) "
      + "while \(names) computed"
  }

  private func result(of machine: Machine) throws -> Observed {
    let end = try machine.waitForEnd().get()
    let output = Data(machine.output)
    if let observed = try? JSONDecoder().decode(Observed.self, from: output) { return observed }
    throw (try? JSONDecoder().decode(SubjectFailure.self, from: output))
      ?? SubjectFailure(
        .unavailable, "can't be run: midirec ended with status \(end.status) on the simulated machine",
        details: machine.lastLines)
  }
}
