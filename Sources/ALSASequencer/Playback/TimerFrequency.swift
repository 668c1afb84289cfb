internal import MIDICore

/// The timer frequency of a replay's queue. The kernel delivers an event at the first interrupt at or after the event's
/// time.
struct TimerFrequency: Equatable {
  /// The frequency in Hz.
  let hertz: UInt32
  /// The period.
  let period: Nanoseconds

  /// The kernel's default frequency, which all other queues use.
  static let usual = TimerFrequency(hertz: 1000, period: .milliseconds(1))
  /// The highest frequency at which the timers of other queues, which share the same timer, still fire at their times:
  /// its period divides a millisecond. The kernel accepts up to 6,250 Hz.
  static let high = TimerFrequency(hertz: 5000, period: .microseconds(200))

  /// Returns the frequency for a recording: the lowest that meets all of its times, otherwise the highest.
  static func meeting(_ passes: RepeatedRecording) -> TimerFrequency {
    passes.isOnGrid(of: usual.period) ? usual : high
  }

  /// Returns the interrupt time nearest to `time`, which differs by at most half a period.
  func nearest(to time: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: (time.rawValue + period.rawValue / 2) / period.rawValue * period.rawValue)
  }

  /// Returns the first interrupt time from `time` on.
  func next(from time: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: (time.rawValue + period.rawValue - 1) / period.rawValue * period.rawValue)
  }
}
