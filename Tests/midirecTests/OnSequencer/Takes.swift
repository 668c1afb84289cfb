import MIDICore
import TestSupport
import Testing
import Timelines

/// Compares two recordings.
func compare(_ expected: String, _ actual: String, tolerance: Nanoseconds) throws -> Comparison {
  Comparison(
    expected: Performance(try Samples.recording(expected)),
    actual: Performance(try Samples.recording(actual)),
    options: .init(onsetTolerance: tolerance, offsetTolerance: tolerance))
}

/// A tolerance for comparisons of notes without their times.
let anyDelay = Nanoseconds.milliseconds(400)

/// Returns the differences between two recordings, except differences of time.
func differencesOfContent(_ expected: String, _ actual: String) throws -> [Difference] {
  try compare(expected, actual, tolerance: anyDelay).differences
}

extension Program {
  /// Plays a file to a port with aplaymidi, and requires that it succeeds.
  static func aplaymidi(_ port: String, _ file: String) async throws {
    let result = try await run("aplaymidi", ["-p", port, "-d", "0", file])
    #expect(result.status == 0, "\(result.errors)")
  }
}
