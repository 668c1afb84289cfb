internal import Foundation
package import Testing

/// The checks of a Python program with their results. The program runs once for all of them.
///
/// It prints a line of JSON for each check: its name, and its failure or `null`.
package actor PythonChecks {
  /// The result of one check.
  private struct Line: Decodable {
    var name: String
    var failure: String?
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let program: @Sendable () async throws -> Program.Result
  private var task: Task<[String: String], any Error>?

  /// Creates checks that haven't started.
  ///
  /// - Parameter program: Runs the program.
  package init(_ program: @escaping @Sendable () async throws -> Program.Result) { self.program = program }

  /// Starts the checks if they haven't started.
  @discardableResult
  fileprivate func start() -> Task<[String: String], any Error> {
    let task = task ?? Task { [program] in try Self.results(of: try await program()) }
    self.task = task
    return task
  }

  /// Returns the failure of each check by its name, or an empty text for a passed one.
  package func results() async throws -> [String: String] { try await start().value }

  private static func results(of result: Program.Result) throws -> [String: String] {
    let lines = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    guard result.status == 0 else { throw Failure(description: result.errors) }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0.name, $0.failure ?? "") })
  }
}

/// A trait that starts checks before the first test runs, and waits for them before the cases of each function.
///
/// The checks take longer than any test. If they started last, all other tests would have ended long before. If the cases
/// waited, other tests couldn't run: only a few cases run at a time.
package struct EarlyChecks: SuiteTrait, TestTrait, TestScoping {
  private let checks: PythonChecks

  /// Creates the trait of a suite with the results of checks.
  package init(_ checks: PythonChecks) { self.checks = checks }

  package var isRecursive: Bool { true }

  package func prepare(for test: Test) async throws { await checks.start() }

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite || testCase != nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    _ = try await checks.results()
    try await function()
  }
}
