internal import ALSASequencer
internal import FileIO
internal import FoundationEssentials
internal import MIDICore
internal import Processes
internal import Sessions
internal import Simulation
internal import SystemPackage
internal import Waiting

/// A run of a program under test on a separate simulated machine.
struct SimulatedProgramRun {
  let job: ProgramJob
  let stop: StopToken?

  /// Whether this process already runs on a simulated machine.
  static var isInside: Bool {
    MachineSettings.guestClock(in: ProcessEnvironment.variables) == .simulated
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
        program: program,
        files: [Self.jobFile: Array(try JSONEncoder().encode(job))])
      defer { machine.remove() }
      return try wait(for: machine)
    } catch let error as SimulationError {
      throw SubjectFailure(.unavailable, "\(error)", details: error.details)
    }
  }

  private static let jobFile = "job"
  private static let resultFile = "result"
  /// The time between two checks of the machine's clock.
  private static let checkInterval = Nanoseconds.milliseconds(500)

  private func settings(_ program: FilePath, _ environment: [String: String]) -> MachineSettings {
    let command = [
      program.string, ProgramJobRunner.commandName, MachineSettings.path(Self.jobFile),
      MachineSettings.path(Self.resultFile),
    ]
    var settings = MachineSettings(
      command: command, environment: MachineSettings.guestEnvironment(from: environment, clock: .simulated),
      folder: FilePath(job.folder))
    // The job reads the program's files on the machine, and then they disappear with it.
    settings.writableFolders = []
    settings.staysOnProcessor = true
    return settings
  }

  /// Waits until the machine has ended or its time stands still.
  private func wait(for machine: Machine) throws -> ProgramRun.Observed {
    var watchdog = StandstillWatchdog(limit: job.settings.limits.standstill)
    while true {
      switch Waiting.wait(
        for: machine.endDescriptor, stop: stop, until: monotonicTime() + Self.checkInterval)
      {
      case .stopRequested:
        machine.kill()
        _ = machine.waitForEnd()
        throw SubjectFailure(.stopped, "stopped")
      case .ready: return try result(of: machine)
      case .deadlinePassed:
        guard let standstill = watchdog.check(machine) else { continue }
        machine.kill()
        _ = machine.waitForEnd()
        throw SubjectFailure(.misbehaved, standstill)
      }
    }
  }

  private func result(of machine: Machine) throws -> ProgramRun.Observed {
    let end = try machine.waitForEnd().get()
    guard let bytes = machine.bytes(ofFile: Self.resultFile),
      let result = try? JSONDecoder().decode(ProgramJobResult.self, from: Data(bytes))
    else {
      throw SubjectFailure(
        .unavailable, "can't be run: midirec ended with status \(end.status) on the simulated machine",
        details: machine.lastLines)
    }
    switch result {
    case .observed(let replies, let sources, let texts):
      return ProgramRun.Observed(
        replies: replies.compactMap { reply in
          reply.event.message.map { ProgramConnection.Reply(source: reply.source, message: $0) }
        },
        sources: sources,
        texts: texts.compactMap { text in
          ArtifactKind(rawValue: text.part).map { Observation.Text($0, text.text) }
        })
    case .failed(let kind, let reason, let details):
      throw SubjectFailure(SubjectFailure.Kind(rawValue: kind) ?? .misbehaved, reason, details: details)
    }
  }
}

/// A watchdog for machines whose time stands still because a program computes endlessly.
private struct StandstillWatchdog {
  /// The real time after which a machine with unchanged simulated time is stopped.
  let limit: Nanoseconds
  private var time: Int64?
  private var since = StopToken.now

  init(limit: Nanoseconds) { self.limit = limit }

  /// Returns the reason to stop a machine, or `nil` if its time moves. The check doesn't disturb the machine.
  mutating func check(_ machine: Machine) -> String? {
    let now = StopToken.now
    if let time = machine.simulatedTime, time != self.time {
      self.time = time
      since = now
    }
    guard now - since >= limit else { return nil }
    let programs = machine.runningPrograms().filter { !$0.contains(" \(ProgramJobRunner.commandName) ") }
    let names = programs.isEmpty ? "a program" : programs.map(\.quoted).joined(separator: " and ")
    return "never pauses: simulated time stood still for \(limit.shortText) while \(names) computed"
  }
}
