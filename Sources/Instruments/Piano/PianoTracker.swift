public import MIDICore
internal import Timelines

/// What a piano keyboard shows while messages come: which keys are down, and which a pedal holds.
///
/// Notes are held as the rules of ``TimelineReducer`` have it, for each source and channel by itself: a key that two of
/// them hold is down until both have let go of it. A message costs no memory once its channel has held a key, and
/// constant time where no other source or channel holds the same key; else as much as there are of them.
public struct PianoTracker: Sendable {
  private static let channelCount = Int(Channel.maximum) + 1

  /// What the keys show, by their numbers: 128 of them. Where a copy is kept, the next change costs its memory.
  public private(set) var keys = [KeyState](repeating: KeyState(), count: Int(NoteNumber.maximum) + 1)

  private var reducer: TimelineReducer
  /// How each channel of each source holds keys, by source and channel.
  private var holders: [KeyHolds]
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
    keys[index].pressCount += hold.presses - before.presses
    keys[index].sustainCount += (hold.isSustained ? 1 : 0) - (before.isSustained ? 1 : 0)
    keys[index].velocity = velocity(of: key, after: hold)
    if keys[index] == KeyState() { active.remove(key) } else { active.insert(key) }
    return true
  }

  /// The velocity of the last strike by those that hold a key down, or that have it sound on where none does.
  ///
  /// - Parameter hold: How the source and channel hold it that changed just now.
  private func velocity(of key: NoteNumber, after hold: KeyHolds.Hold) -> UInt7 {
    let state = self[key]
    func counts(_ hold: KeyHolds.Hold) -> Bool { state.isPressed ? hold.presses > 0 : hold.isSustained }
    // In most cases, nobody else holds the key, or what was struck just now is the last strike.
    if !state.isPressed, !state.isSustained { return 0 }
    let isAlone = state.isPressed ? hold.presses == state.pressCount : state.sustainCount == 1
    if counts(hold), isAlone || hold.strike == strikeCount { return hold.velocity }
    var last = KeyHolds.Hold()
    for holder in holders where counts(holder[key]) && holder[key].strike > last.strike { last = holder[key] }
    return last.velocity
  }
}
