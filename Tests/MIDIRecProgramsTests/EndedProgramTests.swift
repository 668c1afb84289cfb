import Glibc
import MIDICore
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSessions

/// The verdict on a program's run and end.
@Suite struct EndedProgramTests {
  private typealias End = ProgramProcess.End
  private typealias Outcome = ProgramReplay.Outcome

  /// Returns the failure for an end, or `nil` if the program behaved well.
  private static func failure(
    _ end: ProgramProcess.End, after outcome: ProgramReplay.Outcome = .played, writing count: Int = 0,
    _ change: (inout ProgramSettings) -> Void = { _ in }
  ) async throws -> SubjectFailure? {
    var settings = ProgramSettings()
    settings.limits.bytes = 10
    change(&settings)
    return try await onOwnThread { [settings] in
      var launch = ProgramProcess.Launch.shell("printf '%\(count)s' '' | tr ' ' x")
      launch.byteLimit = settings.limits.bytes
      return try ProgramProcess.run(launch) { process in
        _ = process.end(.itself, within: .seconds(60))
        do throws(SubjectFailure) {
          let place = LaunchContext(session: "/", take: nil, ports: nil)
          try EndedProgram(
            settings: settings, place: place, process: process, end: end, earlier: nil
          ).require(outcome)
          return nil
        } catch {
          return error
        }
      }
    }
  }

  private static func end(
    _ termination: ProgramEnd, killed: [String] = [], isEarly: Bool = false
  ) -> ProgramProcess.End {
    .init(termination: termination, killed: killed, isEarly: isEarly)
  }

  private static func messages(_ count: Int) -> ProgramReplay.Outcome {
    .interrupted(after: .messages(count, of: 20, at: .milliseconds(500)))
  }

  @Test(arguments: [
    (ProgramSettings.Ending.terminate, SIGTERM), (.interrupt, SIGINT), (.hangUp, SIGHUP),
  ])
  func requestedSignalIsValidEnd(ending: ProgramSettings.Ending, number: Int32) async throws {
    #expect(ending.signal == number)
    for termination in [ProgramEnd.signal(number), .exit(128 + number), .exit(0)] {
      #expect(try await Self.failure(Self.end(termination)) { $0.ending = ending } == nil)
    }
    let failure = try await Self.failure(Self.end(.exit(1))) { $0.ending = ending }
    #expect(failure?.reason == "ended with status 1 instead of status 0 or \(ending.rawValue)")
    #expect(failure?.kind == .misbehaved)
  }

  @Test func otherSignalIsFailure() async throws {
    let failure = try await Self.failure(Self.end(.signal(SIGTERM))) { $0.ending = .interrupt }
    #expect(
      failure?.reason == "ended by signal 15 (Terminated) instead of status 0 or SIGINT")
  }

  @Test(arguments: [ProgramSettings.Ending.endOfInput, .itself])
  func onlyStatusZeroIsValidWithoutSignal(ending: ProgramSettings.Ending) async throws {
    #expect(ending.signal == nil)
    #expect(try await Self.failure(Self.end(.exit(0))) { $0.ending = ending } == nil)
    let failure = try await Self.failure(Self.end(.signal(SIGTERM))) { $0.ending = ending }
    #expect(failure?.reason == "ended by signal 15 (Terminated) instead of status 0")
  }

  @Test func onlyConfiguredStatusIsValid() async throws {
    #expect(try await Self.failure(Self.end(.exit(3))) { $0.status = 3 } == nil)
    #expect(try await Self.failure(Self.end(.signal(SIGTERM))) { $0.status = 143 } == nil)
    let zero = try await Self.failure(Self.end(.exit(0))) { $0.status = 3 }
    #expect(zero?.reason == "ended with status 0 instead of status 3")
    let signal = try await Self.failure(Self.end(.signal(SIGTERM))) { $0.status = 3 }
    #expect(signal?.reason == "ended by signal 15 (Terminated) instead of status 3")
  }

  @Test func onlyProgramThatEndsByItselfCanEndEarly() async throws {
    let early = Self.end(.exit(0), isEarly: true)
    #expect(
      try await Self.failure(early)?.reason == "ended by itself after the take, with status 0")
    #expect(try await Self.failure(early) { $0.ending = .itself } == nil)
    let crash = try await Self.failure(Self.end(.signal(SIGSEGV), isEarly: true))
    #expect(
      crash?.reason == "ended by itself after the take, by signal 11 (Segmentation fault)")
  }

  @Test func killedProgramIsReported() async throws {
    let killed = Self.end(.signal(SIGKILL), killed: ["17 a", "18 b"])
    let failure = try await Self.failure(killed) { $0.limits.end = .milliseconds(2500) }
    #expect(failure?.reason == "didn't end within 2.5 s of SIGTERM, and was killed")
    let words = try await Self.failure(killed) { $0.ending = .endOfInput }
    #expect(words?.reason == "didn't end within 2 s of the end of its input, and was killed")
  }

  @Test func programThatKillsItselfIsNotReportedAsKilled() async throws {
    #expect(
      try await Self.failure(Self.end(.signal(SIGKILL)))?.reason
        == "ended by signal 9 (Killed) instead of status 0 or SIGTERM")
  }

  @Test func remainingProcessesAreNamed() async throws {
    let end = Self.end(.exit(0), killed: ["17 a", "18 b"], isEarly: true)
    let failure = try await Self.failure(end) { $0.ending = .itself }
    #expect(
      failure?.reason
        == "left processes behind, which had to be killed: 17 a, 18 b")
  }

  @Test func earlyEndBeforeReadyIsUnavailable() async throws {
    for ending in ProgramSettings.Ending.allCases {
      let failure = try await Self.failure(
        Self.end(.exit(0), isEarly: true), after: .interrupted(after: .start)
      ) { $0.ending = ending }
      #expect(failure?.kind == .unavailable)
      #expect(failure?.reason == "ended by itself with status 0 before it was ready")
    }
  }

  @Test func earlyEndIsReportedWithPosition() async throws {
    let crash = try await Self.failure(Self.end(.signal(SIGABRT), isEarly: true), after: Self.messages(10))
    #expect(crash?.kind == .misbehaved)
    #expect(crash?.reason == "crashed by signal 6 (Aborted) after message 10 of 20, at 0.500000")
    let first = try await Self.failure(Self.end(.exit(0), isEarly: true), after: Self.messages(0)) {
      $0.ending = .itself
    }
    #expect(first?.reason == "ended by itself with status 0 before it got the first message")
  }

  @Test func programCanEndWithLastMessage() async throws {
    let early = Self.end(.exit(0), isEarly: true)
    #expect(try await Self.failure(early, after: Self.messages(20)) { $0.ending = .itself } == nil)
    #expect(
      try await Self.failure(early, after: Self.messages(20))?.reason
        == "ended by itself with status 0 after the last of 20 messages")
    let crash = try await Self.failure(Self.end(.signal(SIGSEGV), isEarly: true), after: Self.messages(20)) {
      $0.ending = .itself
    }
    #expect(crash?.reason == "ended by signal 11 (Segmentation fault) instead of status 0")
  }

  @Test func excessiveOutputIsReportedBeforeEnd() async throws {
    let reason = "wrote more than 10 B to its standard output or error"
    let killed = Self.end(.signal(SIGKILL), killed: ["17 a"])
    #expect(try await Self.failure(killed, writing: 11)?.reason == reason)
    #expect(try await Self.failure(killed, after: Self.messages(3), writing: 11)?.reason == reason)
    #expect(try await Self.failure(Self.end(.exit(0)), writing: 10) == nil)
  }

  @Test(
    arguments: [
      (ProgramEnd.exit(15), false, [], "set status: 15 if that is right"),
      (.exit(0), true, [], "set ending: by-itself if that is right"),
      (.signal(SIGSEGV), true, [], nil), (.signal(SIGSEGV), false, [], nil),
      (
        .signal(SIGKILL), false, ["17 a"],
        "set limits: {end: 1min} if it needs longer, or ending to a request that it obeys, such as SIGINT or end-of-input"
      ),
      (.exit(0), false, ["17 a"], "let it wait for them, or set limits: {end: 1min}"),
    ] as [(ProgramEnd, Bool, [String], String?)])
  func remedyNamesTheOption(
    termination: ProgramEnd, isEarly: Bool, killed: [String], remedy: String?
  ) async throws {
    let failure = try await Self.failure(Self.end(termination, killed: killed, isEarly: isEarly))
    #expect(failure != nil)
    #expect(failure?.remedy == remedy)
  }

  @Test(
    arguments: [
      (
        ProgramEnd.exit(0),
        "set ending: end-of-input if it reads commands, or input: none, output: none, and ending: by-itself if it has no ports"
      ),
      (
        .exit(1),
        "choose its drivers, such as -m alsa_seq and -a file, or set sender or receiver if it connects itself"
      ), (.signal(SIGSEGV), nil),
    ] as [(ProgramEnd, String?)])
  func remedyOfEarlyEndNamesTheOptions(termination: ProgramEnd, remedy: String?) async throws {
    let failure = try await Self.failure(
      Self.end(termination, isEarly: true), after: .interrupted(after: .start))
    #expect(failure?.remedy == remedy)
  }

  @Test func replayFailureComesFirst() async throws {
    let found = SubjectFailure(.lost, "lost some")
    #expect(try await Self.failure(Self.end(.exit(1)), after: .failed(found), writing: 11) == found)
  }

  @Test func lastLinesAreDetails() async throws {
    #expect(try await Self.failure(Self.end(.exit(1)), writing: 3)?.details == ["xxx"])
  }
}
