/// A word about the recording itself at a place of a take: other programs show it and never send it.
public enum TakeMarker: Hashable, Sendable, CaseIterable {
  /// The kernel dropped events because nobody read them in time.
  case overrun
  /// An event was dropped that no MIDI message stands for.
  case unreadableEvent
  /// The instrument went away.
  case sourceLeft
  /// The instrument is back.
  case sourceReturned
  /// For a time nothing was recorded, whatever was played.
  case gap

  /// The marker's text, in the track of the source of that name.
  public func text(source: String) -> String {
    switch self {
    case .overrun: "midirec: overrun, events were lost here"
    case .unreadableEvent: "midirec: an event that is no MIDI message was dropped here"
    case .sourceLeft: "midirec: \(source) went away here"
    case .sourceReturned: "midirec: \(source) is back here"
    case .gap: "midirec: a gap, nothing was recorded until here"
    }
  }
}
