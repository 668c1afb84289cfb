import Instruments
import MIDICore

/// What is measured: something that takes messages and has a state that can be shown.
protocol Tracker {
  init()
  mutating func apply(_ message: Message, at time: Nanoseconds) -> Bool
  /// What is played to it.
  static func messages(noteCount: Int) -> [TimedMessage]
}

extension Tracker {
  static func messages(noteCount: Int) -> [TimedMessage] { GeneratedMessages(noteCount: noteCount).messages }
}

/// The grid, as the instrument comes from the factory.
struct Grid: Tracker {
  private var tracker = GridTracker()

  mutating func apply(_ message: Message, at time: Nanoseconds) -> Bool { tracker.apply(message, at: time) }
}

/// The grid in User Firmware Mode.
struct FirmwareGrid: Tracker {
  private var tracker: GridTracker

  init() {
    var settings = GridSettings()
    settings.isUserFirmware = true
    tracker = GridTracker(settings)
  }

  mutating func apply(_ message: Message, at time: Nanoseconds) -> Bool { tracker.apply(message, at: time) }

  static func messages(noteCount: Int) -> [TimedMessage] { GeneratedFingers(touchCount: noteCount).messages }
}

/// The piano.
struct Piano: Tracker {
  private var tracker = PianoTracker()

  mutating func apply(_ message: Message, at time: Nanoseconds) -> Bool { tracker.apply(message, at: time) }
}

/// The control of the counter: a piano that asks for memory once with each message.
struct Allocating: Tracker {
  private var tracker = PianoTracker()
  private var kept: [Int] = []

  mutating func apply(_ message: Message, at time: Nanoseconds) -> Bool {
    kept = [Int](repeating: kept.count, count: 10 + kept.count % 2)
    return tracker.apply(message, at: time)
  }
}
