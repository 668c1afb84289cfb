public import MIDICore
internal import Timelines

/// What a piano keyboard shows while messages come: which keys are down, and which a pedal holds.
///
/// Notes are held as the rules of ``TimelineReducer`` have it, for each source and channel by itself: a key that two of
/// them hold is down until both have let go of it. A message costs no memory once its channel has held a key, and
/// constant time where no other source or channel holds the same key; amortized O(log *n*) where *n* of them do.
public struct PianoTracker: Sendable {
  private static let channelCount = Int(Channel.maximum) + 1

  /// What the keys show, by their numbers: 128 of them. Where a copy is kept, the next change costs its memory.
  public private(set) var keys = [KeyState](repeating: KeyState(), count: Int(NoteNumber.maximum) + 1)

  private var reducer: TimelineReducer
  /// How each channel of each source holds keys, by source and channel.
  private var holders: [KeyHolds]
  /// The holders that press each key, by key number.
  private var pressers = [KeyStrikers](repeating: KeyStrikers(), count: Int(NoteNumber.maximum) + 1)
  /// The holders whose pedal sustains each key, by key number.
  private var sustainers = [KeyStrikers](repeating: KeyStrikers(), count: Int(NoteNumber.maximum) + 1)
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
      let before = self[key]
      guard take(transition, of: key, by: source * Self.channelCount + Int(channel.rawValue)) else {
        continue
      }
      isChanged = isChanged || self[key] != before
      tell(entry, self[key])
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
  /// - Returns: Whether it is something that counts here.
  private mutating func take(
    _ transition: Timeline.NoteTransition, of key: NoteNumber, by holder: Int
  ) -> Bool {
    var hold = holders[holder][key]
    let before = hold
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
    case .expression, .strayOff, .hanging, .silent, .stolen: return false
    }
    holders[holder][key] = hold
    let index = Int(key.rawValue)
    updateStrikers(of: key, holder, from: before, to: hold)
    keys[index].pressCount += hold.presses - before.presses
    keys[index].sustainCount += (hold.isSustained ? 1 : 0) - (before.isSustained ? 1 : 0)
    keys[index].velocity = velocity(of: key)
    if keys[index] == KeyState() { active.remove(key) } else { active.insert(key) }
    return true
  }

  private mutating func updateStrikers(
    of key: NoteNumber, _ holder: Int, from before: KeyHolds.Hold, to hold: KeyHolds.Hold
  ) {
    let (index, holders) = (Int(key.rawValue), holders)
    let strike = KeyStrikers.Strike(number: hold.strike, holder: holder)
    if hold.presses > 0, hold.strike != before.strike {
      pressers[index].insert(strike, isNew: before.presses == 0) { holders.isPressed(key, since: $0) }
    } else if hold.presses == 0, before.presses > 0 {
      pressers[index].remove()
    }
    if hold.isSustained, !before.isSustained {
      sustainers[index].insert(strike, isNew: true) { holders.isSustained(key, since: $0) }
    } else if !hold.isSustained, before.isSustained {
      sustainers[index].remove()
    }
  }

  /// Returns the velocity of the last strike by a holder that presses a key, or whose pedal sustains the key if it
  /// isn't pressed.
  private mutating func velocity(of key: NoteNumber) -> UInt7 {
    let (index, holders) = (Int(key.rawValue), holders)
    let last =
      pressers[index].last { holders.isPressed(key, since: $0) }
      ?? sustainers[index].last { holders.isSustained(key, since: $0) }
    return last.map { holders[$0.holder][key].velocity } ?? 0
  }
}

extension [KeyHolds] {
  /// Returns whether a strike is the last one of a source and channel that still press a key.
  fileprivate func isPressed(_ key: NoteNumber, since strike: KeyStrikers.Strike) -> Bool {
    let hold = self[strike.holder][key]
    return hold.presses > 0 && hold.strike == strike.number
  }

  /// Returns whether a strike is the last one of a source and channel for which a pedal still holds a key.
  fileprivate func isSustained(_ key: NoteNumber, since strike: KeyStrikers.Strike) -> Bool {
    let hold = self[strike.holder][key]
    return hold.isSustained && hold.strike == strike.number
  }
}
