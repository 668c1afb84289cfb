import Instruments
import MIDICore

/// A measured tracker, which receives messages and has a visible state.
protocol Tracker {
  init()
  mutating func apply(_ message: Message, at time: Nanoseconds) -> Bool
  /// Returns the messages to play.
  static func messages(noteCount: Int) -> [TimedMessage]
}

extension Tracker {
  static func messages(noteCount: Int) -> [TimedMessage] { GeneratedMessages(noteCount: noteCount).messages }
}

/// The grid with factory settings.
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

/// A piano that allocates memory once per message, to check the counter.
struct Allocating: Tracker {
  private var tracker = PianoTracker()
  private var kept: [Int] = []

  mutating func apply(_ message: Message, at time: Nanoseconds) -> Bool {
    kept = [Int](repeating: kept.count, count: 10 + kept.count % 2)
    return tracker.apply(message, at: time)
  }
}
