internal import MIDICore

/// When a picture that changes is drawn: at once where the last one is old enough, else as soon as it is; and not at all
/// while nothing changes.
struct FramePace {
  /// The shortest time between two pictures: 60 a second at most.
  static let interval = Nanoseconds(rawValue: 16_666_667)

  /// When the next picture may be drawn.
  private var earliest = Nanoseconds(rawValue: .min)
  /// Whether something has changed since the last picture. There was none yet at first.
  private(set) var isStale = true

  /// Something is to be shown otherwise.
  mutating func change() { isStale = true }

  /// When the next picture is due; nothing while nothing changes.
  var deadline: Nanoseconds? { isStale ? max(earliest, .zero) : nil }

  /// Takes note of a picture, where one is due.
  ///
  /// - Parameter now: The time, on any clock that only goes forward from 0.
  /// - Returns: Whether it is to be drawn now.
  mutating func takeFrame(at now: Nanoseconds) -> Bool {
    guard isStale, now >= earliest else { return false }
    isStale = false
    earliest = now + Self.interval
    return true
  }
}
