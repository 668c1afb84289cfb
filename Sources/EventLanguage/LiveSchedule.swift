package import MIDICore

/// When the messages of lines are due that come one by one.
///
/// Time zero is when the first line came. A line that came too late for its time, because somebody typed it only then,
/// starts when it came, and so do the lines after it: what is timed within a line keeps its length.
package struct LiveSchedule {
  /// When time zero is.
  package private(set) var start = Nanoseconds.zero
  private var hasBegun = false

  /// What comes late by less than this is sent at once and puts nothing off: pipes are not punctual.
  private static let tolerance = Nanoseconds.milliseconds(100)

  /// Creates a schedule without lines.
  package init() {}

  /// Takes the program of the next line into account.
  package mutating func lineCame(with program: SendProgram, at now: Nanoseconds) {
    let first = program.messages.first?.time ?? program.duration
    if !hasBegun {
      start = now
      hasBegun = true
    } else if start + first + Self.tolerance < now {
      start = now - first
    }
  }
}
