public import MIDICore
internal import Timelines

/// What a piano keyboard shows while messages come: which keys are down, and which a pedal holds.
///
/// Notes are held as the rules of `TimelineReducer` have it, for each source and channel by itself: a key that two of
/// them hold is down until both have let go of it. A message costs no memory once its channel has held a key, and
/// constant time where no other source or channel holds the same key; amortized O(log *n*) where *n* of them do.
public struct PianoTracker: Sendable {
  private static let channelCount = Int(Channel.maximum) + 1

  /// What the keys show, by their numbers: 128 of them. Where a copy is kept, the next change costs its memory.
  public private(set) var keys = [KeyState](repeating: KeyState(), count: Int(NoteNumber.maximum) + 1)

  private var reducer: TimelineReducer
  /// How each channel of each source holds keys, by source and channel.
  private var holders: [KeyHolds]
  /// The last strikes of each key, by key number.
  private var strikes = [KeyStrikes](repeating: KeyStrikes(), count: Int(NoteNumber.maximum) + 1)
  private var active = NoteSet()
  private var strikeCount = 0

  /// Makes a keyboard that nobody touches.
  ///
  /// - Parameter sourceCount: From how many sources messages come.
  public init(sourceCount: Int = 1) {
    reducer = TimelineReducer(sources: Array(repeating: "", count: sourceCount))
    holders = Array(repeating: KeyHolds(), count: sourceCount * Self.channelCount)
  }

  /// What a key shows.
  public subscript(key: NoteNumber) -> KeyState { keys[Int(key.rawValue)] }

  /// The keys that are down or that a pedal holds, from the left.
  public var activeKeys: [NoteNumber] { Array(active) }

  /// Takes the next message, in order of time.
  ///
  /// - Parameters:
  ///   - message: What came.
  ///   - time: When.
  ///   - source: From where, below the number of sources.
  /// - Returns: Whether something is shown otherwise than before.
  @discardableResult
  public mutating func apply(_ message: Message, at time: Nanoseconds, from source: Int = 0) -> Bool {
    apply(message, at: time, from: source) { _, _ in }
  }

  /// Takes the next message, and tells each change of a note that counts here with what the key shows then.
  mutating func apply(
    _ message: Message, at time: Nanoseconds, from source: Int, _ tell: (Timeline.Entry, KeyState) -> Void
  ) -> Bool {
    reducer.apply(message, at: time, from: source)
    var isChanged = false
    for entry in reducer.entries {
      guard case .note(let key, let transition) = entry.change, let channel = entry.channel else { continue }
      guard
        let change = take(transition, of: key, by: source * Self.channelCount + Int(channel.rawValue))
      else { continue }
      isChanged = isChanged || change.after != change.before
      tell(entry, change.after)
    }
    reducer.removeEntries()
    return isChanged
  }

  /// Ends what is shown, and tells the notes that hang with what their keys show.
  mutating func finish(at end: Nanoseconds, _ tell: (Timeline.Entry, KeyState) -> Void) {
    reducer.finish(at: end)
    for entry in reducer.entries {
      guard case .note(let key, .hanging) = entry.change else { continue }
      tell(entry, self[key])
    }
    reducer.removeEntries()
  }

  /// Takes what happened to a note.
  ///
  /// - Parameter holder: For which source and channel.
  /// - Returns: What its key showed before and shows now, or `nil` if the transition doesn't count here.
  private mutating func take(
    _ transition: Timeline.NoteTransition, of key: NoteNumber, by holder: Int
  ) -> (before: KeyState, after: KeyState)? {
    var hold = holders[holder][key]
    let lastHold = hold
    switch transition {
    case .sounding(let velocity), .retriggered(let velocity):
      strikeCount += 1
      hold = .init(presses: hold.presses + 1, velocity: velocity, strike: strikeCount)
    case .stillSounding: hold.presses -= 1
    case .held:
      hold.presses = 0
      hold.isSustained = true
    case .released: hold = .init()
    // What dies away in a synthesizer is no matter of keys.
    case .expression, .strayNoteOff, .hanging, .silent, .stolen: return nil
    }
    holders[holder][key] = hold
    let index = Int(key.rawValue)
    let before = keys[index]
    var after = before
    after.pressCount += hold.presses - lastHold.presses
    after.sustainCount += (hold.isSustained ? 1 : 0) - (lastHold.isSustained ? 1 : 0)
    let velocity = Self.update(&strikes[index], of: key, by: holder, from: lastHold, to: hold, among: holders)
    if let velocity { after.velocity = velocity }
    guard after != before else { return (before, after) }
    keys[index] = after
    if after == KeyState() { active.remove(key) } else if before == KeyState() { active.insert(key) }
    return (before, after)
  }

  /// Passes `holders` apart from `self`, so that the closure doesn't copy it while the strikes change.
  private static func update(
    _ strikes: inout KeyStrikes, of key: NoteNumber, by holder: Int, from before: KeyHolds.Hold,
    to hold: KeyHolds.Hold, among holders: borrowing [KeyHolds]
  ) -> UInt7? {
    strikes.update(by: holder, from: before, to: hold) { holders[$0][key] }
  }
}
