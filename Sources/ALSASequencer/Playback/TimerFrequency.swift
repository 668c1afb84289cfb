internal import MIDICore

/// How often the timer of a replay's queue fires. The kernel delivers an event when the timer fires for the first time at
/// or after the event's time.
struct TimerFrequency: Equatable {
  /// How often in a second.
  let hertz: UInt32
  /// The time from one time to the next.
  let period: Nanoseconds

  /// The kernel's own frequency, which it uses for all queues that don't ask for another.
  static let usual = TimerFrequency(hertz: 1000, period: .milliseconds(1))
  /// The highest with which the timers of other queues, which all hang on the same one, still fire at their own times:
  /// its period divides a millisecond. The kernel takes up to 6,250 Hz.
  static let high = TimerFrequency(hertz: 5000, period: .microseconds(200))

  /// The frequency for a recording: the lowest that meets all of its times, else the highest.
  static func meeting(_ passes: RepeatedRecording) -> TimerFrequency {
    passes.isOnGrid(of: usual.period) ? usual : high
  }

  /// The time at which the timer fires that is nearest to `time`: an event is early or late by half a period at most.
  func nearest(to time: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: (time.rawValue + period.rawValue / 2) / period.rawValue * period.rawValue)
  }

  /// The first time from `time` on at which the timer fires.
  func next(from time: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: (time.rawValue + period.rawValue - 1) / period.rawValue * period.rawValue)
  }
}
