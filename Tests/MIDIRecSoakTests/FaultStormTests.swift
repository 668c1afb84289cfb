import Foundation
import MIDICore
import MIDIRecSessions
import MIDIRecSoak
import TestSupport
import Testing

/// Storms with faults, played to a mapper without a machine.
struct FaultStormTests {
  /// A fault of a mapper that only a disturbance shows.
  private enum Weakness {
    case none
    /// It drops the third message after a start of the program.
    case dropsThirdMessageAfterRestart
  }

  private static func soak(stormCount: Int, _ faults: Set<StormFault> = Set(StormFault.allCases)) -> Soak {
    var soak = Soak()
    soak.stormCount = stormCount
    soak.invariants.invariants.remove(.lean)
    soak.faults = faults
    return soak
  }

  /// Returns the reaction of a mapper to what arrives in a trial.
  private static func reaction(
    to trial: Trial, _ fault: FaultyMapper.Fault? = nil, _ weakness: Weakness = .none
  )
    -> Reaction
  {
    var lives: [Recording.Track] = [.init(messages: [])]
    for (time, event) in trial.arrivals {
      switch event {
      case .message(let message):
        lives[lives.count - 1].messages.append(TimedMessage(time: time, message: message))
      case .newLife: lives.append(.init(messages: []))
      default: break
      }
    }
    var replies: [SourcedMessage] = []
    for (index, life) in lives.enumerated() {
      var life = life
      if weakness == .dropsThirdMessageAfterRestart, index > 0, life.messages.count > 2 {
        life.messages.remove(at: 2)
      }
      replies += FaultyMapper.reaction(to: Recording(tracks: [life]), fault).replies
    }
    return Reaction(replies: replies)
  }

  @Test func rightMapperHasNoFault() throws {
    let soak = Self.soak(stormCount: TestEnvironment.isFull ? 50_000 : 500)
    let report = try soak.result { trials in trials.map { Self.reaction(to: $0) } }
    #expect(report.findings == [])
  }

  @Test func stormsOfASeedHaveTheSameFaults() throws {
    func steps(jobCount: Int) throws -> [[SessionStep]] {
      var soak = Self.soak(stormCount: 64)
      soak.seed = 3
      soak.jobCount = jobCount
      soak.invariants.invariants = [.released]
      let log = TrialLog()
      _ = try soak.result { trials in
        log.append(trials)
        return trials.map { Self.reaction(to: $0) }
      }
      return log.trials.map(\.steps).sorted { "\($0)" < "\($1)" }
    }
    let one = try steps(jobCount: 1)
    #expect(try steps(jobCount: 4) == one)
    #expect(one.count { !$0.isEmpty } == 31)
    let words = Set(one.flatMap(\.self).map { String($0.words.prefix { $0 != " " }) })
    #expect(words == ["fill", "join", "kill", "lose", "pause", "plug", "restart", "unplug"])
  }

  @Test func needlessFaultsAreRemoved() throws {
    var soak = Self.soak(stormCount: 128, [.pause, .lose, .unplug])
    soak.invariants.invariants.subtract([.paired, .silenced])
    let report = try soak.result { trials in
      trials.map { trial in
        // It fails only after a lost message.
        let isLost = trial.steps.contains { if case .lose = $0.action { true } else { false } }
        return Self.reaction(to: trial, isLost ? .noteOffOnFirstChannel : nil)
      }
    }
    let finding = try #require(report.findings.first)
    #expect(finding.trial.steps.map { "\($0.time)  \($0.words)" } == ["0.200000  lose 1 message"])
    #expect(
      finding.recording.messagesInOrder.map { "\($0.time)  \($0.message)" } == [
        "0.000000  note-on C4 velocity 64 channel 2", "0.100000  note-off C4 velocity 64 channel 2",
      ])
  }

  @Test func restartIsReducedWithItsMessages() throws {
    let report = try Self.soak(stormCount: 64, [.restart]).result { trials in
      trials.map { Self.reaction(to: $0, nil, .dropsThirdMessageAfterRestart) }
    }
    let finding = try #require(report.findings.first)
    #expect(finding.invariant == .paired || finding.invariant == .released)
    #expect(finding.trial.steps.map(\.words) == ["restart"])
    #expect(finding.recording.messageCount <= 5)
  }
}

/// The trials that several threads have played.
private final class TrialLog: @unchecked Sendable {
  // The lock protects the list.
  private let lock = NSLock()
  private var list: [Trial] = []

  func append(_ trials: [Trial]) { lock.withLock { list += trials } }
  var trials: [Trial] { lock.withLock { list } }
}
