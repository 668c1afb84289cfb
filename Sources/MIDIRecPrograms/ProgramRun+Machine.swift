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
    let run = try JSONDecoder().decode(ProgramRun.self, from: Data(FileSystem.bytesOfStandardInput()))
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
        input: Array(try JSONEncoder().encode(self)))
      defer { machine.remove() }
      return try wait(for: machine, stop)
    } catch let error as SimulationError {
      throw SubjectFailure(.unavailable, "\(error)", details: error.details)
    }
  }

  /// The time between two checks of the machine's clock.
  private static let checkInterval = Nanoseconds.milliseconds(500)

  /// Waits until the machine has ended or its time stands still.
  private func wait(for machine: Machine, _ stop: StopToken?) throws -> Observed {
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
      default: return try result(of: machine)
      }
    }
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
