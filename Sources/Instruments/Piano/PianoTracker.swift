public import MIDICore
internal import Timelines

/// The state of a piano keyboard that follows messages: held keys, and keys sustained by a pedal.
///
/// Notes are held by the rules of `TimelineReducer`, separately for each port and channel. A key held by two of them
/// is down until both release it. A message allocates no memory once its channel has held a key. It takes constant time
/// if no other source or channel holds the key, and otherwise amortized O(log *n*), where *n* is the number of holders.
public struct PianoTracker: Sendable {
  private static let channelCount = Int(Channel.maximum) + 1

  /// The states of all 128 keys, by key number. If a copy exists, the next change copies the array.
  public private(set) var keys = [KeyState](repeating: KeyState(), count: Int(NoteNumber.maximum) + 1)

  private var reducer: TimelineReducer
  /// The keys held by each source and channel.
  private var holders: [[KeyHold]]
  /// The last note-ons of each key, by key number.
  private var strikes = [KeyStrikes](repeating: KeyStrikes(), count: Int(NoteNumber.maximum) + 1)
  private var active = NoteSet()
  private var strikeCount = 0

  /// Creates a keyboard without pressed keys.
  ///
  /// - Parameters:
  ///   - sourceCount: The number of sources.
  ///   - ports: The port of each source, or `nil` if each source has its own port.
  public init(sourceCount: Int = 1, ports: [Int]? = nil) {
    reducer = TimelineReducer(sources: Array(repeating: "", count: sourceCount), ports: ports)
    holders = Array(repeating: [], count: sourceCount * Self.channelCount)
  }

  /// Adds a source with its own port, after the others.
  public mutating func addSource() {
    reducer.addSource()
    holders += Array(repeating: [], count: Self.channelCount)
  }

  /// The state of a key.
  public subscript(key: NoteNumber) -> KeyState { keys[Int(key.rawValue)] }

  /// The held or sustained keys, from the left.
  public var activeKeys: [NoteNumber] { Array(active) }

  /// Applies the next message, in order of time.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - time: The time.
  ///   - source: The index of the source.
  /// - Returns: `true` if the display changes.
  @discardableResult
  public mutating func apply(_ message: Message, at time: Nanoseconds, from source: Int = 0) -> Bool {
    apply(message, at: time, from: source) { _, _ in }
  }

  /// Applies the next message, and reports each visible change with the key's new state.
  mutating func apply(
    _ message: Message, at time: Nanoseconds, from source: Int, _ tell: (Timeline.Entry, KeyState) -> Void
  ) -> Bool {
    reducer.apply(message, at: time, from: source)
    var isChanged = false
    for entry in reducer.entries {
      guard case .note(let key, let transition) = entry.change, let channel = entry.channel else { continue }
      guard
        let change = take(transition, of: key, by: entry.source * Self.channelCount + Int(channel.rawValue))
      else { continue }
      isChanged = isChanged || change.after != change.before
      tell(entry, change.after)
    }
    reducer.removeEntries()
    return isChanged
  }

  /// Ends the input, and reports the hanging notes with the states of their keys.
  mutating func finish(at end: Nanoseconds, _ tell: (Timeline.Entry, KeyState) -> Void) {
    reducer.finish(at: end)
    for entry in reducer.entries {
      guard case .note(let key, .hanging) = entry.change else { continue }
      tell(entry, self[key])
    }
    reducer.removeEntries()
  }

  /// Applies a transition of a note.
  ///
  /// - Parameter holder: The index of the source and channel.
  /// - Returns: The key's previous and new state, or `nil` if the transition isn't visible.
  private mutating func take(
    _ transition: Timeline.NoteTransition, of key: NoteNumber, by holder: Int
  ) -> (before: KeyState, after: KeyState)? {
    var hold = holders[holder][key]
    let lastHold = hold
    switch transition {
    case .sounding(let velocity), .retriggered(let velocity, _):
      strikeCount += 1
      hold = .init(presses: hold.presses + 1, velocity: velocity, strike: strikeCount)
    case .stillSounding: hold.presses -= 1
    case .held:
      hold.presses = 0
      hold.isSustained = true
    case .released: hold = .init()
    // The decay in a synthesizer doesn't concern keys.
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

  /// Passes `holders` separately from `self`, so that the closure doesn't copy it while the strikes change.
  private static func update(
    _ strikes: inout KeyStrikes, of key: NoteNumber, by holder: Int, from before: KeyHold,
    to hold: KeyHold, among holders: borrowing [[KeyHold]]
  ) -> UInt7? {
    strikes.update(by: holder, from: before, to: hold) { holders[$0][key] }
  }
}

/// The state of one key on a piano keyboard.
public struct KeyState: Hashable, Sendable {
  /// The number of note-ons that hold the key, over all sources and channels.
  public var pressCount = 0
  /// The number of sources and channels that sustain the key only by a pedal.
  public var sustainCount = 0
  /// The velocity of the last note-on by a source and channel that still holds the key, or sustains it if none holds
  /// it, or 0 for a silent key.
  ///
  /// If a source has several note-ons for a key, a note-off doesn't identify one of them. So its last velocity counts
  /// until all have ended.
  public var velocity: UInt7 = 0

  /// Creates the state of a released key.
  public init() {}

  /// Whether the key is held.
  public var isPressed: Bool { pressCount > 0 }
  /// Whether only a pedal sustains the key.
  public var isSustained: Bool { pressCount == 0 && sustainCount > 0 }
  /// Whether the key is held, or a pedal sustains it.
  public var isActive: Bool { pressCount > 0 || sustainCount > 0 }
  /// The strength of the tint in hundredths: the velocity divided by 127, rounded down.
  public var tintHundredths: Int { Int(velocity.rawValue) * 100 / 127 }
}
