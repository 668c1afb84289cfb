import MIDICore
import MIDIRecSessions
import TestSupport
import Testing

@testable import MIDIRecTesting

/// Traits of a suite and of its tests. The expectation has the velocity 90 instead of 100.
@Suite(.tolerance(velocity: 10), .recordExpectations(.never)) struct ExpectationTraitTests {
  private let scale: ScaleFolder

  init() throws {
    scale = try ScaleFolder("tolerance: {onset: 7ms, velocity: 3}\n")
    try scale.expect("reply") { $0.replacing("velocity 100", with: "velocity 90") }
  }

  private func issues() async -> [RecordedIssue] {
    await recordedIssues { await expectSession(scale.path) { [$0] } }
  }

  @Test func suiteToleranceOverridesSession() async { #expect(await issues().isEmpty) }

  @Test(.tolerance(velocity: 9)) func testToleranceOverridesSuite() async {
    let issues = await issues()
    #expect(issues.first?.text.contains("different: 2 wrong velocity") == true)
    #expect(issues.first?.lines.last?.hasPrefix("No file was written") == true)
  }

  @Test(.tolerance(velocity: 9), .positionsInBeats) func positionsAreInBeats() async {
    let issue = await issues().first
    #expect(issue?.lines.contains { $0.hasPrefix("    1:1.00  ") } == true, "\(issue?.text ?? "")")
  }

  @Test(.tolerance(onset: .milliseconds(1))) func unsetTestToleranceComesFromSuite() async {
    #expect(ExpectationTrait.current.tolerance.onset == .milliseconds(1))
    #expect(ExpectationTrait.current.tolerance.velocity == 10)
    #expect(await issues().isEmpty)
  }

  @Test(.recordExpectations(.missing)) func testModeOverridesSuite() {
    #expect(ExpectationTrait.current.recordMode == .missing)
  }

  @Test func toleranceAppliesToSessionsOfFolder() async throws {
    try scale.expect("notes") { $0.replacing("velocity 100", with: "velocity 90") }
    await expectSession(scale.folder.path)
  }

  @Test(
    .tolerance(
      onset: .milliseconds(20), offset: .microseconds(5), offsetRatio: 0.2, velocity: 0, value: 127))
  func toleranceHasValuesOfTrait() {
    let ratio = Ratio(1, over: 5).map { Session.OffsetRatio.part($0) }
    #expect(
      ExpectationTrait.current.tolerance
        == Session.Tolerance(
          onset: .milliseconds(20), offset: .microseconds(5), offsetRatio: ratio, velocity: 0,
          value: 127))
  }

  @Test(.tolerance(offsetRatio: 0)) func zeroRatioIsValidTolerance() {
    #expect(ExpectationTrait.current.tolerance.offsetRatio == .zero)
  }

  @Test func outOfRangeToleranceFailsPrecondition() async {
    await #expect(processExitsWith: .failure) { _ = ExpectationTrait.tolerance(velocity: 128) }
    await #expect(processExitsWith: .failure) { _ = ExpectationTrait.tolerance(onset: .seconds(3601)) }
    await #expect(processExitsWith: .failure) { _ = ExpectationTrait.tolerance(offset: .milliseconds(-1)) }
    await #expect(processExitsWith: .failure) { _ = ExpectationTrait.tolerance(offsetRatio: 1.01) }
  }
}
