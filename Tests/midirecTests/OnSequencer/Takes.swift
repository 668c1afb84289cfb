import MIDICore
import TestSupport
import Testing
import Timelines

/// What differs between two recordings, with the largest distance in time.
func compare(_ expected: String, _ actual: String, tolerance: Nanoseconds) throws -> Comparison {
  Comparison(
    expected: Performance(try Samples.recording(expected)),
    actual: Performance(try Samples.recording(actual)),
    options: .init(onsetTolerance: tolerance, offsetTolerance: tolerance))
}

/// How far off a take may be where only its notes count: more than any delay of the test kernel.
let anyDelay = Nanoseconds.milliseconds(400)

/// The differences that are not about time.
func differencesOfContent(_ expected: String, _ actual: String) throws -> [Difference] {
  try compare(expected, actual, tolerance: anyDelay).differences
}
