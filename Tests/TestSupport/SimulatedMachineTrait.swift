internal import Foundation
internal import Synchronization
package import Testing

/// A trait that runs the test functions of a suite on a simulated machine, which has an ALSA sequencer.
///
/// On this machine, the trait starts the test program again inside a simulated machine. There, it runs the functions of
/// the suite that have the same options, one at a time. The issues found there are recorded here. A function that is
/// chosen alone, by `--filter`, runs alone.
package struct SimulatedMachineTrait: TestTrait, SuiteTrait, TestScoping {
  /// The clock of a simulated machine.
  package enum Clock: Sendable {
    /// Time stops while a program computes, and jumps to the next timer when every program sleeps.
    case simulated
    /// Time is that of this machine.
    case real
  }

  /// The time limit of a machine, in seconds of real time.
  ///
  /// Most machines need less than 5 s. A machine that reaches the limit would never end.
  private static let timeLimit = TestEnvironment.isFull ? 1200 : 600

  /// The options of `midirec simulate`.
  let options: [String]

  init(clock: Clock, options: [String]) {
    self.options = (clock == .real ? ["--real-time"] : []) + options
  }

  /// Whether the functions of a suite inherit the trait, which is `true`.
  package var isRecursive: Bool { true }

  /// Returns the trait for a test function, or `nil` for its cases and for suites.
  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite || testCase != nil ? nil : self
  }

  /// Runs a test function on a simulated machine, or here if this is one.
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // The trait of a function follows that of its suite, and replaces it.
    let options = test.traits.compactMap { $0 as? Self }.last?.options ?? options
    if TestEnvironment.isOnSimulatedMachine {
      // The suite may have functions for other machines.
      if TestEnvironment.machineOptions == options { try await function() }
      return
    }
    let result = try await MachineRuns.all.result(
      of: MachineRun(chosen: Self.chosenFunctions(test), options: options, timeLimit: Self.timeLimit))
    Self.record(result, of: test)
  }

  /// Returns a regular expression of the names of functions: all of the test's suite if the suite runs, or the test.
  private static func chosenFunctions(_ test: Test) -> String {
    let name = "\(test.id)"
    let suite = String(name.prefix { $0 != "/" })
    let arguments = CommandLine.arguments
    let filters = zip(arguments, arguments.dropFirst()).filter { $0.0 == "--filter" }.map(\.1)
    let isSuiteChosen = filters.contains { (try? Regex($0).firstMatch(in: suite)) != nil }
    return filters.isEmpty || isSuiteChosen ? "^\(escaped(suite))/" : "^\(escaped(name))$"
  }

  private static func escaped(_ name: String) -> String {
    name.reduce(into: "") { $0 += "\\.()[]{}*+?^$|".contains($1) ? "\\\($1)" : "\($1)" }
  }

  private static func record(_ result: MachineRun.Result, of test: Test) {
    let events = result.events["\(test.id)", default: TestEvents()]
    for issue in events.issues {
      Issue.record(issue.comment, sourceLocation: issue.location ?? test.sourceLocation)
    }
    if events.hasRunTest || !events.issues.isEmpty { return }
    let reason =
      switch result.status {
      case 124, 137: "The simulated machine took more than \(timeLimit) s."
      case 0 where events.isSkipped: "The test was skipped on the simulated machine."
      case 0: "The test wasn't run on the simulated machine."
      default: "The simulated machine ended with status \(result.status)."
      }
    Issue.record("\(reason)\n\(result.errors)", sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == SimulatedMachineTrait {
  /// Runs each test function on a separate simulated machine in simulated time.
  package static var onSimulatedMachine: Self { onSimulatedMachine() }

  /// Runs each test function on a separate simulated machine.
  ///
  /// - Parameters:
  ///   - clock: The clock, which is real only for tests of real time.
  ///   - options: Further options of `midirec simulate`.
  package static func onSimulatedMachine(
    clock: SimulatedMachineTrait.Clock = .simulated, options: String...
  ) -> Self {
    SimulatedMachineTrait(clock: clock, options: options)
  }
}

/// Waits for a free simulated machine, and runs work that starts one.
///
/// Cases and suites have separate machines: a waiting case keeps other tests from running, and the machine of a suite is
/// busy for long.
package func onMachineSlot<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
  try await MachineSlots.ofCases.withSlot(body)
}

/// A run of test functions on a simulated machine.
private struct MachineRun: Hashable {
  /// What a run gave.
  struct Result {
    /// The exit code.
    let status: Int32
    /// The end of the error messages.
    let errors: String
    /// The events of each function, by its identifier.
    let events: [String: TestEvents]
  }

  /// A regular expression of the names of the functions.
  let chosen: String
  /// The options of the machine.
  let options: [String]
  /// The time limit in seconds.
  let timeLimit: Int

  /// Runs the functions, as soon as a machine is free.
  func result() async throws -> Result {
    // In the foreground, so that Ctrl-C reaches the machine.
    let words =
      ["--foreground", "--kill-after=15", "\(timeLimit)", TestEnvironment.midirec, "simulate"] + options + [
        "--", "env", "\(TestEnvironment.machineOptionsName)=\(options.joined(separator: " "))",
        TestEnvironment.testProgram, "--testing-library", "swift-testing", "--no-parallel", "--filter",
        chosen,
        "--event-stream-version", "0", "--event-stream-output-path", "/dev/stdout",
      ]
    let result = try await MachineSlots.ofSuites.withSlot {
      try await Program.start("timeout", words).result()
    }
    return Result(
      status: result.status, errors: String(result.errors.suffix(10_000)),
      events: TestEvents.byFunction(result.output))
  }
}

/// The runs on simulated machines, each of which serves all functions that need it.
private actor MachineRuns {
  static let all = MachineRuns()

  private var runs: [MachineRun: Task<MachineRun.Result, any Error>] = [:]

  /// Returns the result of a run, which starts if it hasn't.
  func result(of run: MachineRun) async throws -> MachineRun.Result {
    let task = runs[run] ?? Task { try await run.result() }
    runs[run] = task
    return try await task.value
  }
}

/// The events of a test function that a test program has written as JSON.
private struct TestEvents {
  /// An issue of a test.
  struct TestIssue {
    let comment: Comment
    let location: SourceLocation?
  }

  /// The issues, except known issues.
  private(set) var issues: [TestIssue] = []
  /// Whether the function has ended.
  private(set) var hasRunTest = false
  /// Whether the function was skipped.
  private(set) var isSkipped = false

  /// Reads the standard output of a test program, which may contain other lines. The keys are identifiers of functions.
  static func byFunction(_ text: String) -> [String: TestEvents] {
    var events: [String: TestEvents] = [:]
    for line in text.split(separator: "\n") {
      guard let record = try? JSONDecoder().decode(Record.self, from: Data(line.utf8)),
        let test = record.payload.testID
      else { continue }
      events[test, default: TestEvents()].add(record.payload)
    }
    return events
  }

  private mutating func add(_ event: Record.Payload) {
    switch event.kind {
    case "issueRecorded":
      guard let issue = event.issue, !issue.isKnown else { return }
      let comment = (event.messages ?? []).map(\.text).joined(separator: "\n")
      issues.append(TestIssue(comment: Comment(rawValue: comment), location: issue.sourceLocation?.location))
    case "testEnded": hasRunTest = true
    case "testSkipped": isSkipped = true
    default: break
    }
  }

  /// The used part of a line of the event stream.
  private struct Record: Decodable {
    struct Payload: Decodable {
      let kind: String
      let testID: String?
      let messages: [Message]?
      let issue: RecordedIssue?
    }

    struct Message: Decodable {
      let text: String
    }

    struct RecordedIssue: Decodable {
      let isKnown: Bool
      let sourceLocation: Location?
    }

    struct Location: Decodable {
      let fileID: String
      let _filePath: String
      let line: Int
      let column: Int

      var location: SourceLocation {
        SourceLocation(fileID: fileID, filePath: _filePath, line: line, column: column)
      }
    }

    let payload: Payload
  }
}

/// A limit of simulated machines: one per processor, because each machine uses one.
private final class MachineSlots: Sendable {
  static let ofSuites = MachineSlots(count: ProcessInfo.processInfo.activeProcessorCount)
  static let ofCases = MachineSlots(count: ProcessInfo.processInfo.activeProcessorCount)

  private struct State {
    var freeCount: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  private init(count: Int) { state = Mutex(State(freeCount: count)) }

  /// Waits for a free place, and runs the work.
  func withSlot<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        if state.freeCount > 0 {
          state.freeCount -= 1
          continuation.resume()
        } else {
          state.waiters.append(continuation)
        }
      }
    }
    defer { release() }
    return try await body()
  }

  private func release() {
    state.withLock { state in
      if state.waiters.isEmpty {
        state.freeCount += 1
      } else {
        state.waiters.removeFirst().resume()
      }
    }
  }
}
