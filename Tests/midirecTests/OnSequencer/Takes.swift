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

/// The tolerance of comparisons in which only the notes count.
let anyDelay = Nanoseconds.milliseconds(400)

/// The differences that are not about time.
func differencesOfContent(_ expected: String, _ actual: String) throws -> [Difference] {
  try compare(expected, actual, tolerance: anyDelay).differences
}
