import Glibc
import MIDICore
import MIDIRecSessions
import MIDIRecSoak
import MIDIRecSystem
import TestSupport
import Testing

struct SoakTests {
  /// A fault, the invariant that it violates, and the fewest messages that show it, as found by hand.
  struct Expected: CustomTestStringConvertible, Sendable {
    let fault: FaultyMapper.Fault
    let invariant: Invariant
    let messages: [String]

    init(_ fault: FaultyMapper.Fault, _ invariant: Invariant, _ messages: [String]) {
      (self.fault, self.invariant, self.messages) = (fault, invariant, messages)
    }

    var testDescription: String { fault.rawValue }
  }

  /// A soak with all declared properties that a right mapper has.
  private static func soak(stormCount: Int) -> Soak {
    var soak = Soak()
    soak.stormCount = stormCount
    soak.invariants.invariants.remove(.lean)
    soak.invariants.invariants.formUnion([.transposes, .keeps, .ignores, .commutes])
    soak.invariants.kept = [.channel, .velocity]
    soak.invariants.ignored = [.timingClock]
    return soak
  }

  private static func findings(of fault: FaultyMapper.Fault?, stormCount: Int) throws -> [Soak.Finding] {
    try soak(stormCount: stormCount).result { trials in
      trials.map { FaultyMapper.reaction(to: $0.recording, fault) }
    }.findings
  }

  @Test func rightMapperHasNoFault() throws {
    #expect(try Self.findings(of: nil, stormCount: TestEnvironment.isFull ? 100_000 : 500) == [])
  }

  /// A program that hangs in some storms, if the session switches that check off.
  @Test func failureThatIsNotCheckedDecidesNothing() throws {
    var soak = Self.soak(stormCount: 16)
    soak.invariants.invariants.remove(.alive)
    let report = try soak.result { trials in
      trials.map { _ in Reaction(failure: SubjectFailure(.misbehaved, "hangs")) }
    }
    #expect(report.findings == [])
    #expect(report.undecidedCount == 16)
  }

  @Test(arguments: expected)
  func faultIsReducedToTheFewestMessages(_ expected: Expected) throws {
    let finding = try #require(try Self.findings(of: expected.fault, stormCount: 128).first)
    #expect(finding.invariant == expected.invariant)
    let messages = finding.recording.messagesInOrder
    #expect(messages.map { "\($0.time) \($0.message)" } == expected.messages)
  }

  /// Faults that need a rare message, or a message at a rare moment.
  @Test(
    arguments: [.key127NeverEnds, .stopForgets, .dataEntryWithoutParameterCrashes] as [FaultyMapper.Fault])
  func rareFaultIsFound(_ fault: FaultyMapper.Fault) throws {
    let finding = try #require(try Self.findings(of: fault, stormCount: 1_024).first)
    #expect(finding.recording.messageCount <= 4)
  }

  @Test func findingsDontDependOnTheNumberOfJobs() throws {
    var soak = Self.soak(stormCount: 64)
    soak.seed = 7
    soak.jobCount = 1
    let one = try soak.result { trials in
      trials.map { FaultyMapper.reaction(to: $0.recording, .bendMovesEnd) }
    }
    soak.jobCount = 4
    let four = try soak.result { trials in
      trials.map { FaultyMapper.reaction(to: $0.recording, .bendMovesEnd) }
    }
    #expect(one.findings == four.findings)
    #expect(one.messageCount == four.messageCount)
  }

  @Test func noStormIsPlayedAfterTheDeadline() throws {
    var soak = Self.soak(stormCount: 10_000)
    soak.jobCount = 1
    soak.deadline = monotonicTime().adding(.milliseconds(50))
    let report = try soak.result { trials in
      // A slow subject.
      usleep(20_000)
      return trials.map { FaultyMapper.reaction(to: $0.recording, nil) }
    }
    #expect(1...48 ~= report.stormCount)
    #expect(!report.isInterrupted)
    #expect(report.elementCounts.values.reduce(0, +) > report.stormCount)
  }

  /// A batch that a stop interrupts has the reactions to its first runs.
  @Test func stoppedBatchCountsItsFirstStorms() throws {
    var soak = Self.soak(stormCount: 16)
    soak.jobCount = 1
    soak.invariants.invariants = [.released]
    let stop = try #require(StopToken())
    soak.stop = stop
    let report = try soak.result { trials in
      stop.requestStop()
      return trials.prefix(3).map { FaultyMapper.reaction(to: $0.recording, nil) }
    }
    #expect(report.stormCount == 3)
    #expect(report.isInterrupted)
    #expect(report.findings == [])
  }

  @Test func stoppedReductionIsNotFinished() throws {
    var soak = Self.soak(stormCount: 16)
    soak.jobCount = 1
    let stop = try #require(StopToken())
    soak.stop = stop
    let storm = soak.invariants.settled(Trial(Storm(seed: 1).recording))
    let play: Soak.Play = { trials in
      trials.map { FaultyMapper.reaction(to: $0.recording, .retriggerEndsOnce) }
    }
    var counts: [Int] = []
    let cause = try #require(try soak.evidence(of: .paired, by: storm, play))
    let (minimal, reduction, evidence) = try soak.shrunk(
      storm, of: .paired, like: cause,
      progress: { count in
        counts.append(count)
        if counts.count == 3 { stop.requestStop() }
      }, play)
    #expect(reduction == .interrupted)
    #expect(minimal.count == counts.last)
    #expect(minimal.count > 4)
    // After a stop, the program isn't asked again.
    let reaction = FaultyMapper.reaction(to: minimal.recording, .retriggerEndsOnce)
    #expect(evidence == soak.invariants.evidence(of: .paired, by: minimal, [reaction]))
  }

  private static let expected: [Expected] = [
    Expected(
      .retriggerEndsOnce, .paired,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.100000 note-on C4 velocity 64 channel 1",
        "0.200000 note-off C4 velocity 64 channel 1",
        "0.300000 note-off C4 velocity 64 channel 1",
      ]),
    Expected(
      .retriggerForgets, .paired,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.100000 note-on C4 velocity 64 channel 1",
        "0.200000 note-off C4 velocity 64 channel 1",
        "0.300000 note-off C4 velocity 64 channel 1",
      ]),
    Expected(
      .velocityZeroStarts, .released,
      [
        "0.000000 note-on C4 velocity 0 channel 1"
      ]),
    Expected(
      .noteOffOnFirstChannel, .released,
      [
        "0.000000 note-on C4 velocity 64 channel 2",
        "0.100000 note-off C4 velocity 64 channel 2",
      ]),
    Expected(
      .key0NeverEnds, .released,
      [
        "0.000000 note-on C-1 velocity 64 channel 1",
        "0.100000 note-off C-1 velocity 64 channel 1",
      ]),
    Expected(
      .programChangeForgets, .released,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.100000 program change 0 channel 1",
        "0.200000 note-off C4 velocity 64 channel 1",
      ]),
    Expected(
      .bankSelectForgets, .released,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.100000 control change 0 value 0 channel 1",
        "0.200000 note-off C4 velocity 64 channel 1",
      ]),
    Expected(
      .resetControllersForgets, .released,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.100000 control change 121 value 0 channel 1",
        "0.200000 note-off C4 velocity 64 channel 1",
      ]),
    Expected(
      .drumsNeverEnd, .released,
      [
        "0.000000 note-on C4 velocity 64 channel 10",
        "0.100000 note-off C4 velocity 64 channel 10",
      ]),
    Expected(
      .channel16NeverEnds, .released,
      [
        "0.000000 note-on C4 velocity 64 channel 16",
        "0.100000 note-off C4 velocity 64 channel 16",
      ]),
    Expected(
      .keysWithoutChannel, .commutes,
      [
        "0.000000 note-on C4 velocity 64 channel 2",
        "0.100000 control change 120 value 0 channel 1",
      ]),
    Expected(
      .quickNoteNeverEnds, .released,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.000992 note-off C4 velocity 64 channel 1",
      ]),
    Expected(
      .zeroLengthNeverEnds, .released,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.000000 note-off C4 velocity 64 channel 1",
      ]),
    Expected(
      .fifthNoteSteals, .released,
      [
        "0.000000 note-on C#4 velocity 64 channel 1",
        "0.100000 note-on C4 velocity 64 channel 1",
        "0.200000 note-on C4 velocity 64 channel 1",
        "0.300000 note-on C4 velocity 64 channel 1",
        "0.400000 note-on C4 velocity 64 channel 1",
        "0.500000 note-off C#4 velocity 64 channel 1",
        "0.600000 note-off C4 velocity 64 channel 1",
        "0.700000 note-off C4 velocity 64 channel 1",
        "0.800000 note-off C4 velocity 64 channel 1",
        "0.900000 note-off C4 velocity 64 channel 1",
      ]),
    Expected(
      .bendMovesEnd, .released,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.100000 pitch bend 16383 channel 1",
        "0.200000 note-off C4 velocity 64 channel 1",
      ]),
    Expected(
      .pressureStarts, .released, ["0.000000 poly pressure C4 127 channel 1"]),
    Expected(
      .sustainStays, .released,
      [
        "0.000000 control change 64 value 127 channel 1",
        "0.100000 control change 64 value 0 channel 1",
      ]),
    Expected(
      .sostenutoStays, .released,
      [
        "0.000000 control change 66 value 127 channel 1",
        "0.100000 control change 66 value 0 channel 1",
      ]),
    Expected(
      .allNotesOffIgnored, .silenced,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.100000 control change 123 value 0 channel 1",
      ]),
    Expected(
      .allSoundOffIgnored, .silenced,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.100000 control change 120 value 0 channel 1",
      ]),
    Expected(
      .systemResetIgnored, .silenced,
      [
        "0.000000 note-on C4 velocity 64 channel 1",
        "0.100000 system reset",
      ]),
    Expected(
      .songPositionZeroHangs, .alive,
      [
        "0.000000 song position 0"
      ]),
    Expected(
      .longSystemExclusiveCrashes, .alive,
      [
        "0.000000 System Exclusive of 257 data bytes"
      ]),
    Expected(
      .answersDiffer, .repeatable,
      [
        "0.000000 note-on C4 velocity 64 channel 1"
      ]),
    Expected(
      .volumeFloods, .bounded,
      [
        "0.000000 control change 7 value 0 channel 1"
      ]),
    Expected(
      .highKeysOutOfTune, .transposes,
      [
        "0.000000 note-on F6 velocity 64 channel 1"
      ]),
    Expected(
      .clockChangesVelocity, .keeps,
      [
        "0.000000 timing clock",
        "0.100000 note-on C4 velocity 64 channel 1",
      ]),
    Expected(
      .loudNotesClipped, .keeps,
      [
        "0.000000 note-on C4 velocity 127 channel 1"
      ]),
    Expected(
      .channel16BecomesFirst, .keeps,
      [
        "0.000000 note-on C4 velocity 64 channel 16"
      ]),
  ]
}
