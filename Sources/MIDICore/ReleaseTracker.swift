/// The held notes, pedals, pitch bends, and pressures of a stream of messages.
///
/// It provides the messages that release them, which ensures that a replay never leaves a note hanging.
public struct ReleaseTracker: Sendable {
  /// The number of note-ons without a note-off per place of a note, and 1 per place of something else that is held;
  /// empty until something is held.
  private var counts: [Int] = []
  /// The sum of the notes' counts.
  private var noteCount = 0

  /// Creates a silent state.
  public init() {}

  /// Applies a message that was sent.
  ///
  /// - Complexity: O(1), except for "system reset".
  public mutating func apply(_ message: Message) {
    if let place = HoldPlace(of: message) {
      if message.startsHolding { start(place) } else { end(place) }
      return
    }
    switch message {
    case .controlChange(let channel, .resetAllControllers, _):
      for place in HoldPlace.controllers(of: channel) { end(place) }
    case .systemReset: self = ReleaseTracker()
    // Receivers may ignore "all sound off" and "all notes off", so the notes stay counted: an extra note-off is
    // harmless.
    default: break
    }
  }

  /// Ends the note that a message ends.
  ///
  /// - Returns: `true` if the message ended a sounding note.
  package mutating func end(_ message: Message) -> Bool {
    message.isNoteOff && HoldPlace(of: message).map { end($0) } ?? false
  }

  private mutating func start(_ place: HoldPlace) {
    if counts.isEmpty { counts = [Int](repeating: 0, count: HoldPlace.count) }
    counts[place.index] = place.isNote ? counts[place.index] + 1 : 1
    if place.isNote { noteCount += 1 }
  }

  @discardableResult
  private mutating func end(_ place: HoldPlace) -> Bool {
    guard holdCount(at: place) > 0 else { return false }
    counts[place.index] -= 1
    if place.isNote { noteCount -= 1 }
    return true
  }

  /// Whether no note sounds, no pedal is down, no pitch is bent, and no channel pressure is applied.
  public var isSilent: Bool { counts.allSatisfy { $0 == 0 } }

  /// Returns the number of unfinished notes at a note's place, or 1 if a pedal, bend, or pressure is applied.
  package func holdCount(at place: HoldPlace) -> Int { counts.isEmpty ? 0 : counts[place.index] }

  /// Whether a sounding note has had no note-off.
  public var hasNotes: Bool { noteCount > 0 }

  /// The messages that end the notes and raise the pedals, ordered by channel and number.
  package var noteAndPedalReleases: [Message] { releases(counts[..<min(HoldPlace.firstBend, counts.count)]) }

  /// The messages that restore silence, always in the same order.
  ///
  /// They are a note-off for each note-on without one, then pedals up, pitch bends to center, and channel pressures to
  /// 0.
  public var releaseMessages: [Message] { releases(counts[...]) }

  private func releases(_ counts: ArraySlice<Int>) -> [Message] {
    counts.indices.filter { counts[$0] > 0 }
      .flatMap { repeatElement(HoldPlace(index: $0).release, count: counts[$0]) }
  }
}
