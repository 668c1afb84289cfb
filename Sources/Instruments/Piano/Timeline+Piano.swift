public import MIDICore
public import Timelines

extension Timeline {
  /// Creates the timeline of a piano keyboard: each note from its note-on until it is silent, by the rules of
  /// ``PianoTracker``, and hanging notes at the end.
  ///
  /// The attributes of an entry are its key's state from then on, or empty for a released, silent key:
  ///
  /// - `key`: the name, such as `4C`
  /// - `tint`: the strength of the tint, such as `0.78`
  /// - `presses`: the number of note-ons that hold the key, if there are several
  /// - `sustained=yes`: only a pedal holds the key
  ///
  /// All other messages aren't visible on a keyboard and are omitted: stray note-offs, expression, controllers, pedals,
  /// programs, parameters, and system messages.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - naming: The naming of keys.
  /// - Complexity: O(*n* log *n*), where *n* is the number of messages.
  public init(piano recording: Recording, naming: KeyNaming = KeyNaming()) {
    let sources = recording.sourceNames
    var tracker = PianoTracker(sourceCount: sources.count, ports: recording.sourcePorts)
    var entries: [Entry] = []
    func add(_ entry: Entry, _ state: KeyState) {
      guard case .note(let key, _) = entry.change else { return }
      entries.append(
        Entry(
          time: entry.time, source: entry.source, channel: entry.channel, change: entry.change,
          attributes: state.attributes(naming.name(of: key))))
    }
    for (source, timed) in recording.messagesOfSources {
      _ = tracker.apply(timed.message, at: timed.time, from: source, add)
    }
    tracker.finish(at: recording.duration, add)
    self.init(sources: sources, entries: entries, end: recording.duration)
  }
}

extension KeyState {
  /// Returns the attributes of an entry.
  fileprivate func attributes(_ name: String) -> [Timeline.Attribute] {
    guard isPressed || isSustained else { return [] }
    let tint = decimalText(Int64(tintHundredths), decimals: 2, keepsZeros: true)
    var attributes = [Timeline.Attribute("key", name), Timeline.Attribute("tint", tint)]
    if pressCount > 1 { attributes.append(.init("presses", String(pressCount))) }
    if isSustained { attributes.append(.init("sustained", "yes")) }
    return attributes
  }
}
