public import MIDICore
public import Timelines

extension Timeline {
  /// What a piano keyboard shows of a recording: notes from their striking to when they fall silent, as
  /// ``PianoTracker`` has them, and those that hang at the end.
  ///
  /// Each entry has as attributes what its key shows from then on, and none where the key is up and silent:
  /// - `key`: what it is called, such as `4C`;
  /// - `tint`: how strong its tint is, in hundredths: `0.78`;
  /// - `presses`: how many note-ons hold it down, where that is more than one;
  /// - `sustained=yes` where only a pedal holds it.
  ///
  /// All else that a recording holds shows nowhere on a keyboard, and is left out: note-offs without a note-on,
  /// expression, controllers, pedals, programs, parameters, system messages.
  ///
  /// - Parameters:
  ///   - recording: What is played.
  ///   - naming: How keys are called.
  /// - Complexity: O(*n* log *n*) in the number of messages.
  public init(piano recording: Recording, naming: KeyNaming = KeyNaming()) {
    let sources = recording.sourceNames
    var tracker = PianoTracker(sourceCount: sources.count)
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
  /// What an entry says of a key.
  fileprivate func attributes(_ name: String) -> [Timeline.Attribute] {
    guard isPressed || isSustained else { return [] }
    let digits = String(tintHundredths % 100)
    let tint = "\(tintHundredths / 100).\(digits.count < 2 ? "0" : "")\(digits)"
    var attributes = [Timeline.Attribute("key", name), Timeline.Attribute("tint", tint)]
    if pressCount > 1 { attributes.append(.init("presses", String(pressCount))) }
    if isSustained { attributes.append(.init("sustained", "yes")) }
    return attributes
  }
}
