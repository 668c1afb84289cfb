package import MIDICore

/// The start times of a script's lines that arrive one by one.
///
/// Time zero is the arrival of the first line. A line that arrives after its time, because the user typed it later,
/// starts on its arrival, and later lines are delayed by the same time. Intervals within a line don't change.
package struct LiveSchedule {
  /// Time zero on the sender's clock.
  package private(set) var start = Nanoseconds.zero
  private var hasBegun = false

  /// A line that is late by up to this time doesn't delay later lines, because pipes deliver with jitter.
  private static let tolerance = Nanoseconds.milliseconds(100)

  /// Creates a schedule without lines.
  package init() {}

  /// Updates the schedule with the script of the next line.
  package mutating func lineCame(with program: SendScript, at now: Nanoseconds) {
    let first = program.messages.first?.time ?? program.duration
    if !hasBegun {
      start = now
      hasBegun = true
    } else if start + first + Self.tolerance < now {
      start = now - first
    }
  }
}
