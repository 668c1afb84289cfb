package import Instruments
package import MIDICore
package import MIDIRecSessions
internal import MIDIRecSimulation
internal import MIDIRecSystem
package import SystemPackage
package import Timelines

/// The subject `program`: any program with ALSA ports, which receives the recording; see <doc:Programs>.
package struct ProgramSubject: Subject {
  /// The definition, named `program`.
  package static let definition = SubjectDefinition(
    name: "program", optionNames: ProgramSettings.optionNames, needsRecording: false)

  /// The validated options.
  let settings: ProgramSettings

  package init(_ options: SubjectOptions) throws(SubjectOptionError) {
    settings = try ProgramSettings(options)
  }

  /// The compared results.
  package var parts: [PartName] { settings.compared }

  /// The grid with the lights that the program sets, or `nil` if it sets none.
  package var view: InstrumentView? { settings.lights.map { .grid($0) } }

  /// Whether two runs give the same bytes, as on simulated machines.
  package var isDeterministic: Bool { settings.clock == .simulated }

  /// The files that the words of its command name, such as a script for an interpreter, and the takes of its steps.
  package func files(of folder: FilePath) -> [FilePath] {
    let working = settings.folder.map { folder.pushing(FilePath($0)).lexicallyNormalized() } ?? folder
    let environment = ProcessEnvironment.entries(of: ProcessEnvironment.variables)
    let takes = settings.steps.compactMap(\.take).map {
      folder.pushing(FilePath($0)).lexicallyNormalized()
    }
    return takes
      + settings.command.enumerated().compactMap { index, word in
        let name = FilePath(word.replacing("${MIDIREC_SESSION}", with: folder.string))
        let file =
          index == 0 && !word.contains("/")
          ? ChildProcess.file(named: word, in: environment) : (index == 0 ? folder : working).pushing(name)
        return file.map { $0.lexicallyNormalized() }.flatMap { (try? Stat($0).type) == .regular ? $0 : nil }
      }
  }

  /// Returns the messages that the program sends, run as for a session in the current folder.
  package func timeline(of recording: Recording) throws -> Timeline {
    let observation = try observation(of: recording, in: SubjectContext(folder: "."))
    return observation.timeline ?? Timeline(sources: [], entries: [], end: recording.duration)
  }

  /// Runs the program, plays the recording to it, and ends it. The calling thread blocks.
  ///
  /// - Throws: A ``SubjectFailure`` if the program misbehaves or can't run.
  package func observation(of recording: Recording, in context: SubjectContext) throws -> SubjectObservation {
    // Variables that aren't UTF-8 are left out.
    let take = try context.recordingPath.map(Self.absolutePath).flatMap {
      FilePath($0.string) == $0 ? $0 : nil
    }
    let run = try run(settings, playing: recording, from: take, in: context)
    let observed =
      try needsMachine ? run.observedOnMachine(stop: context.stop) : run.observed(stop: context.stop)
    if settings.compared.isEmpty { throw failure(with: observed.strayTakes, in: context.folder) }
    var observation = SubjectObservation(
      timeline: settings.compared.contains(.timeline) ? timeline(observed, recording) : nil,
      texts: observed.texts)
    if let take = observed.take {
      observation.parts[.file] = try TimelinePart(take: Array(take), named: settings.file ?? "")
    }
    return observation
  }

  /// Whether the program runs on a machine that is started for it.
  private var needsMachine: Bool { settings.clock == .simulated && !ProgramRun.isInsideMachine }

  /// Returns a run of the program.
  ///
  /// - Parameter take: The absolute path of the recording, or `nil` if it has none.
  /// - Throws: An error if the program can't run in the session's folder, or isn't allowed to.
  private func run(
    _ settings: ProgramSettings, playing recording: Recording, from take: FilePath?,
    in context: SubjectContext
  ) throws -> ProgramRun {
    let folder = try Self.absolutePath(context.folder)
    guard FilePath(folder.string) == folder else {
      throw SubjectFailure(
        .unavailable,
        "can't be started: programs get the session's path in MIDIREC_SESSION, and it isn't UTF-8; rename the folder"
      )
    }
    if !settings.hasRecording, settings.wiring.input != .none {
      throw SessionError(
        .noInput, context.folder,
        "has no take, and its program has ports; add a take, and name it if \(Session.fileName) has take: none"
      )
    }
    guard settings.clock == .simulated || context.allowsRealClock || ProgramRun.isInsideAnyMachine
    else {
      throw SubjectFailure(
        .unavailable,
        "isn't run: with clock: real, the program could change all files of the user; "
          + "if you trust the session, use midirec test --allow-real-clock")
    }
    return ProgramRun(
      settings: settings,
      messages: recording.messagesOfSources.map {
        SourcedMessage(time: $0.timed.time, message: $0.timed.message)
      },
      duration: recording.duration, folder: folder, take: take)
  }

  /// Returns the failure of a session that names nothing to compare.
  private func failure(with takes: StrayTakes, in folder: FilePath) -> any Error {
    if let (reason, remedy) = takes.finding {
      var failure = SubjectFailure(.unavailable, reason, remedy: remedy, details: takes.lastLines)
      failure.strayTakes = takes
      return failure
    }
    guard settings.hasRecording else {
      var error = SessionError(
        .noInput, folder,
        "\(Session.noRecording); and its program didn't end with a MIDI file in its working folder")
      error.details = takes.lastLines
      return error
    }
    return SubjectFailure(
      .unavailable, "didn't end with a MIDI file in its working folder",
      remedy: "name the file that it writes with file, or its ports with input and output",
      details: takes.lastLines)
  }

  private static func absolutePath(_ folder: FilePath) throws(SubjectFailure) -> FilePath {
    do {
      return try FileSystem.absolutePath(folder)
    } catch {
      throw SubjectFailure(.unavailable, "can't be started: the current folder no longer exists: \(error)")
    }
  }

  private func timeline(_ observed: ProgramRun.Observed, _ recording: Recording) -> Timeline {
    var reducer = TimelineReducer(sources: observed.sources)
    if settings.lights != nil { reducer.readLights() }
    for reply in observed.replies {
      reducer.apply(reply.message, at: reply.time, from: reply.source)
    }
    return reducer.timeline(endingAt: recording.duration + settings.tail)
  }
}

extension ProgramSubject: BatchSubject {
  /// The time without a pause after which a program hangs, which is shorter than in a session: a batch has many runs.
  private static let standstill = Nanoseconds.seconds(5)

  /// The faults of programs on simulated machines. The take must arrive at a port that midirec connects, because a program
  /// needn't connect itself again to an instrument that returns.
  package var faults: Set<StormFault> {
    guard settings.clock == .simulated, settings.wiring.input != .none else { return [] }
    let all = Set(StormFault.allCases)
    return switch settings.wiring.input {
    case .none: []
    case .only, .port: all
    case .virtual, .instrument: all.subtracting([.unplug, .late])
    }
  }

  /// The steps of the session, which happen while its own take is played.
  package var steps: [SessionStep] { settings.steps }

  /// Runs the program once per trial, all on one simulated machine. Only its messages are collected. The steps of its session
  /// belong to the session's take, so that each trial brings its own.
  package func reactions(to trials: [Trial], in context: SubjectContext) throws -> [Reaction] {
    var settings = settings
    guard settings.wiring.input != .none else {
      throw SubjectFailure(
        .unavailable, "has input: none, so that it gets no take",
        remedy: "name the port that receives events with input")
    }
    settings.hasRecording = true
    settings.isProbedAtEnd = true
    settings.compared = [.timeline]
    (settings.file, settings.fileReader, settings.atEnd) = (nil, [], [])
    settings.limits.standstill = min(settings.limits.standstill, Self.standstill)
    let runs = try trials.map { trial in
      settings.steps = trial.steps.map(settings.naming)
      return try run(settings, playing: trial.recording, from: nil, in: context)
    }
    return try needsMachine
      ? ProgramRun.reactionsOnMachine(runs, stop: context.stop)
      : runs.map { try $0.reaction(stop: context.stop) }
  }
}
