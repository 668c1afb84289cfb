internal import Foundation
public import MIDICore
internal import MIDIFiles
public import MIDIRecSessions
internal import MIDIRecSoak
internal import MIDIRecSystem
internal import SystemPackage

/// Plays storms to a subject, and checks what holds for each subject: it ends the notes that it starts, is silent after
/// all-notes-off, answers equally twice, and so on.
///
/// ```swift
/// @Test func mapperSurvivesStorms() async {
///   await expectInvariants(of: MapperSubject.self, storms: 10_000)
/// }
/// ```
///
/// A storm is a random performance as real instruments send it, with pedals, retriggers, program changes, clocks, and
/// panics. If a storm shows a fault, it is reduced to the fewest messages, and the test fails with them. The reduced take
/// is kept beside the test's source file, as in
/// ``expectTimeline(of:named:fileID:filePath:line:column:function:)-(Recording,_,_,_,_,_,_)``, and plays first in the next
/// run. ``RecordMode/never`` keeps no takes.
///
/// Equal seeds give equal storms and equal findings, on each machine.
///
/// - Parameters:
///   - subject: The subject, which is created for each storm, on several threads.
///   - storms: The number of storms, at least 1.
///   - seed: The seed of the storms.
///   - semitones: A number of semitones: a take that is transposed by them must give replies that are. `nil` checks nothing.
///   - kinds: The kinds of messages that must not change the replies.
///   - fileID: The place that fails, as in ``expectSession(_:subjects:fileID:filePath:line:column:)``.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
///   - function: The test's function, whose name the kept takes have.
///   - condition: Returns the fault that the replies to a take have, as a sentence, or `nil` if they have none.
public func expectInvariants(
  of subject: any Subject.Type, storms: Int = 1_000, seed: UInt64 = 0, transposing semitones: Int? = nil,
  ignoring kinds: Set<Message.Kind> = [], fileID: String = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column, function: String = #function,
  satisfying condition: @escaping @Sendable (Recording, [TimedMessage]) -> String? = { _, _ in nil }
) async {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let registry = SubjectRegistry([subject])
  let choice = Session.Subject(name: subject.definition.name)
  let session = Session(of: choice, in: site.snapshotFolder)
  await InvariantExpectation(site, function, storms, seed, semitones, kinds, condition).check { trials in
    try session.reactions(of: choice, to: trials, registry, in: SubjectContext(folder: session.folder))
  }
}

/// Plays storms to a closure, and checks what holds for each program that answers messages.
///
/// ```swift
/// @Test func mapperSurvivesStorms() async {
///   await expectInvariants(transposing: 12) {
///     var mapper = Mapper(semitones: 12)
///     return { mapper.reply(to: $0) }
///   }
/// }
/// ```
///
/// It checks as the function for subjects does.
///
/// - Parameters:
///   - storms: The number of storms, at least 1.
///   - seed: The seed of the storms.
///   - semitones: A number of semitones: a take that is transposed by them must give replies that are. `nil` checks nothing.
///   - kinds: The kinds of messages that must not change the replies.
///   - fileID: The place that fails, as in ``expectSession(_:subjects:fileID:filePath:line:column:)``.
///   - filePath: The test's source file.
///   - line: The line, counted from 1.
///   - column: The column, counted from 1.
///   - function: The test's function, whose name the kept takes have.
///   - condition: Returns the fault that the replies to a take have, as a sentence, or `nil` if they have none.
///   - make: Returns a closure with a new state, which returns the replies to each message of a storm. It is called for each
///     storm, on several threads.
public func expectInvariants(
  storms: Int = 1_000, seed: UInt64 = 0, transposing semitones: Int? = nil,
  ignoring kinds: Set<Message.Kind> = [],
  fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  function: String = #function,
  satisfying condition: @escaping @Sendable (Recording, [TimedMessage]) -> String? = { _, _ in nil },
  replying make: @escaping @Sendable () -> (Message) -> [Message]
) async {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  await InvariantExpectation(site, function, storms, seed, semitones, kinds, condition).check { trials in
    trials.map { trial in
      let reply = make()
      return Reaction(
        replies: trial.recording.messagesInOrder.flatMap { timed in
          reply(timed.message).map { SourcedMessage(time: timed.time, message: $0) }
        })
    }
  }
}

/// The check of invariants in a test, with the takes that earlier runs kept.
private struct InvariantExpectation: Sendable {
  private let site: CallSite
  private let soak: Soak
  /// The folder of the kept takes.
  private let folder: FilePath
  // A task local, which the thread doesn't have.
  private let recordMode = ExpectationTrait.current.recordMode

  /// The largest number of messages that a failure lists.
  private static let listedCount = 30

  init(
    _ site: CallSite, _ function: String, _ storms: Int, _ seed: UInt64, _ semitones: Int?,
    _ kinds: Set<Message.Kind>, _ condition: @escaping @Sendable (Recording, [TimedMessage]) -> String?
  ) {
    self.site = site
    let name = SubjectDefinition.name(ofFunction: function)
    folder = site.snapshotFolder.appending("\(name).findings")
    var soak = Soak()
    soak.stormCount = max(1, storms)
    soak.seed = seed
    soak.jobCount = ProcessInfo.processInfo.activeProcessorCount
    soak.condition = condition
    // Other tests share the memory of the process.
    soak.invariants.invariants.remove(.lean)
    soak.invariants.invariants.insert(.satisfies)
    if let semitones {
      soak.invariants.transposition = semitones
      soak.invariants.invariants.insert(.transposes)
    }
    if !kinds.isEmpty {
      soak.invariants.ignored = kinds
      soak.invariants.invariants.insert(.ignores)
    }
    self.soak = soak
  }

  func check(_ play: @escaping Soak.Play) async {
    let failures: [ExpectationFailure] = await SessionExpectation.onThread { self.failures(play) }
    failures.forEach(site.fail)
  }

  private func failures(_ play: @escaping Soak.Play) -> [ExpectationFailure] {
    do {
      let mode = try RecordMode.inEffect(trait: recordMode)
      var known: Set<Invariant> = []
      var failures: [ExpectationFailure] = []
      for (path, invariant, trial) in try kept() {
        guard let evidence = try soak.evidence(of: invariant, by: trial, play) else { continue }
        known.insert(invariant)
        failures.append(failure(evidence, "kept in \(path)"))
      }
      for finding in try soak.result(skipping: known, play).findings {
        let bytes = try MIDIFile(finding.recording).encoded()
        var remark =
          "reduced from \(pluralized(finding.stormMessageCount, "message")) of storm \(finding.storm) of seed \(soak.seed)"
        if mode != .never {
          let path = folder.appending(NewFinding.name(of: finding.invariant, bytes) + ".mid")
          try FileSystem.makeFolders(folder)
          try FileSystem.write(bytes, to: path, replacing: true)
          remark += "; kept in \(path)"
        }
        var failure = failure(finding.evidence, remark)
        failure.files = [("finding.mid", bytes)]
        failures.append(failure)
      }
      return failures
    } catch {
      return [ExpectationFailure(message: "\(error)")]
    }
  }

  /// Returns the takes that earlier runs kept, in the order of their names.
  private func kept() throws -> [(path: FilePath, invariant: Invariant, trial: Trial)] {
    guard FileSystem.isFolder(folder) else { return [] }
    return try FileSystem.names(in: folder).map(\.string).sorted().compactMap { name in
      guard name.hasSuffix(".mid"), let invariant = Invariant(rawValue: String(name.prefix { $0 != "-" }))
      else {
        return nil
      }
      let path = folder.appending(name)
      let recording = try MIDIFile.decode(FileSystem.bytes(of: path)).file.recording()
      return (path, invariant, soak.invariants.settled(Trial(recording)))
    }
  }

  private func failure(_ evidence: Evidence, _ remark: String) -> ExpectationFailure {
    ExpectationFailure(
      message: ([evidence.line] + evidence.lines(limit: Self.listedCount) + [remark]).joined(separator: "\n"))
  }
}
