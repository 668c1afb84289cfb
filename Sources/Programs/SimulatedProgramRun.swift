internal import FoundationEssentials
internal import MIDICore
internal import Sessions
internal import Simulation
internal import System
internal import SystemPackage

/// A run of a program under test on a separate simulated machine.
struct SimulatedProgramRun {
  let job: ProgramJob
  let stop: StopToken?

  /// Whether this process already runs on a simulated machine with a simulated clock.
  static var isInside: Bool {
    MachineSettings.guestClock(in: ProcessEnvironment.variables) == .simulated
  }
  /// Whether this process runs on a simulated machine.
  static var isInsideAnyMachine: Bool {
    MachineSettings.guestClock(in: ProcessEnvironment.variables) != nil
  }

  /// Starts a machine, runs the program there, and waits until the machine has ended.
  ///
  /// - Throws: A ``SubjectFailure`` if the program misbehaves or can't run.
  func observed() throws -> ProgramRun.Observed {
    do {
      let environment = ProcessEnvironment.variables
      guard let program = MidirecProgram.find(environment: environment) else {
        throw SubjectFailure(
          .unavailable, "can't find the midirec program; mount /proc, or set MIDIREC_PROGRAM to its path")
      }
      let machine = try Machine.start(
        settings(program, environment), kernel: try KernelImage.prepared(environment: environment),
        program: program, input: .bytes(Array(try JSONEncoder().encode(job))))
      defer { machine.remove() }
      return try wait(for: machine)
    } catch let error as SimulationError {
      throw SubjectFailure(.unavailable, "\(error)", details: error.details)
    }
  }

  /// The time between two checks of the machine's clock.
  private static let checkInterval = Nanoseconds.milliseconds(500)

  private func settings(_ program: FilePath, _ environment: [String: String]) -> MachineSettings {
    var settings = MachineSettings(
      command: [program.string, ProgramJobRunner.commandName],
      environment: MachineSettings.guestEnvironment(from: environment, clock: .simulated),
      folder: FilePath(job.folder))
    // The job reads the program's files on the machine, and then they disappear with it.
    settings.writableFolders = []
    return settings
  }

  /// Waits until the machine has ended or its time stands still.
  private func wait(for machine: Machine) throws -> ProgramRun.Observed {
    var watchdog = StandstillWatchdog(limit: job.settings.limits.standstill)
    while true {
      switch System.wait(
        for: machine.endDescriptor, stop: stop, until: monotonicTime() + Self.checkInterval)
      {
      case .stopRequested:
        machine.kill()
        _ = machine.waitForEnd()
        throw SubjectFailure(.stopped, "stopped")
      case .ready: return try result(of: machine)
      case .deadlinePassed:
        guard let computing = watchdog.check(machine) else { continue }
        machine.kill()
        _ = machine.waitForEnd()
        throw SubjectFailure(
          .misbehaved, neverPauses(computing),
          remedy:
            "set clock: real if it waits without sleeping, or limits: {standstill: 5min} if it computes for long"
        )
      }
    }
  }

  private func neverPauses(_ computing: [String]) -> String {
    let programs = computing.filter { !$0.hasSuffix(" \(ProgramJobRunner.commandName)") }
    let names = programs.isEmpty ? "a program" : programs.map(\.quoted).joined(separator: " and ")
    return "never pauses: simulated time stood still for \(job.settings.limits.standstill.shortText) "
      + "while \(names) computed"
  }

  private func result(of machine: Machine) throws -> ProgramRun.Observed {
    let end = try machine.waitForEnd().get()
    guard let result = try? JSONDecoder().decode(ProgramJobResult.self, from: Data(machine.output)) else {
      throw SubjectFailure(
        .unavailable, "can't be run: midirec ended with status \(end.status) on the simulated machine",
        details: machine.lastLines)
    }
    switch result {
    case .observed(let observed): return observed
    case .failed(let failure): throw failure
    }
  }
}
