internal import MIDICore
internal import MIDIRecSessions
public import Testing

/// A trait that sets how the expectations of a test, or of all tests of a suite, are compared and recorded.
///
/// ```swift
/// @Suite(.tolerance(onset: .milliseconds(20), velocity: 3)) struct MapperTests {
///   @Test(.recordExpectations(.failed)) func scaleIsPlayedAnOctaveHigher() async {
///     await expectSession("Recordings/scale", subject: "mapper") { mapper.reply(to: $0) }
///   }
/// }
/// ```
///
/// Traits of a test take precedence over traits of its suite, setting by setting. They hold in the test's task and its
/// child tasks, but not in detached tasks. XCTest has no traits; set tolerances in `session.yaml` there, and the record
/// mode with `MIDIREC_RECORD`.
public struct ExpectationTrait: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal static var current = ExpectationTrait()

  /// The record mode, or `nil` if the trait doesn't set it.
  var recordMode: RecordMode?
  /// The tolerances that the trait sets.
  var tolerance = Session.Tolerance()
  /// Whether positions are in bars and beats.
  var givesBeats = false

  /// Whether the trait of a suite also holds in the suites inside it.
  public var isRecursive: Bool { true }

  /// Runs a test with the settings of this trait.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.$current.withValue(Self.current.overridden(by: self), operation: function)
  }

  /// Returns these settings with each value that `other` sets replaced.
  func overridden(by other: ExpectationTrait) -> ExpectationTrait {
    ExpectationTrait(
      recordMode: other.recordMode ?? recordMode, tolerance: tolerance.overridden(by: other.tolerance),
      givesBeats: other.givesBeats || givesBeats)
  }
}

extension Trait where Self == ExpectationTrait {
  /// Sets which expectations are written. It takes precedence over `MIDIREC_RECORD`, but not over `CI`.
  ///
  /// - Parameter mode: The mode.
  public static func recordExpectations(_ mode: RecordMode) -> Self {
    Self(recordMode: mode)
  }

  /// Reports the positions of differences in bars and beats, by the tempo and meter of the session's recording.
  ///
  /// Without a file of the recording, or if it uses time code, positions are in seconds.
  public static var positionsInBeats: Self { Self(givesBeats: true) }

  /// Sets how far a result may be from the expectation.
  ///
  /// A tolerance that is set takes precedence over the same one in `session.yaml`. The others are those of the session,
  /// or else 5 ms for onsets and offsets, and equal values.
  ///
  /// - Parameters:
  ///   - onset: How much earlier or later a note or another event may begin, from 0 to 1 hour.
  ///   - offset: How much earlier or later a note may end, from 0 to 1 hour.
  ///   - offsetRatio: The same as a part of the note's length, from 0 to 1. The larger of both tolerances counts.
  ///   - velocity: The largest difference between velocities, from 0 to 127.
  ///   - value: The largest difference between values of controllers, pressures, and pedals, from 0 to 127.
  /// - Precondition: All tolerances are in their ranges.
  public static func tolerance(
    onset: Duration? = nil, offset: Duration? = nil, offsetRatio: Double? = nil, velocity: Int? = nil,
    value: Int? = nil
  ) -> Self {
    for time in [onset, offset].compactMap(\.self) {
      precondition(.zero ... .seconds(3600) ~= time, "a tolerance must be from 0 to 1 hour (found \(time))")
    }
    for value in [velocity, value].compactMap(\.self) {
      precondition(0...127 ~= value, "a tolerance must be from 0 to 127 (found \(value))")
    }
    let tolerance = Session.Tolerance(
      onset: onset.map { Nanoseconds($0) }, offset: offset.map { Nanoseconds($0) },
      offsetRatio: offsetRatio.map { Session.OffsetRatio($0) }, velocity: velocity, value: value)
    return Self(tolerance: tolerance)
  }
}

extension Session.OffsetRatio {
  /// Creates the part, rounded to a billionth.
  fileprivate init(_ ratio: Double) {
    precondition(0...1 ~= ratio, "a ratio must be from 0 to 1 (found \(ratio))")
    self = Ratio(Int64((ratio * 1e9).rounded()), over: 1_000_000_000).map { .part($0) } ?? .zero
  }
}
