public import MIDICore

extension Timeline {
  /// One change of state.
  public struct Entry: Hashable, Sendable {
    /// When it happened.
    public internal(set) var time: Nanoseconds
    /// What a subject adds, in its own order.
    public internal(set) var attributes: [Attribute]
    /// From which source: an index of ``Timeline/sources``.
    public let source: Int
    /// On which channel; nothing for system messages.
    public let channel: Channel?
    /// What changed.
    public let change: Change

    /// Makes an entry of its parts. A change that is a system message has no channel, every other has one.
    public init(
      time: Nanoseconds, source: Int, channel: Channel?, change: Change, attributes: [Attribute] = []
    ) {
      self.time = time
      self.source = source
      self.channel = channel
      self.change = change
      self.attributes = attributes
    }

    /// Whether it stands before another in the canonical order, whatever the order in which both came.
    func isBefore(_ other: Entry) -> Bool {
      if time != other.time { return time < other.time }
      if source != other.source { return source < other.source }
      return (channel?.number ?? 0, change.place.kind, change.place.number)
        < (other.channel?.number ?? 0, other.change.place.kind, other.change.place.number)
    }
  }

  /// What a subject adds to an entry: a key such as `cells` and a value such as `3,7`. Both may be any text.
  public struct Attribute: Hashable, Sendable {
    /// What is said.
    public let key: String
    /// What it is.
    public let value: String

    /// Makes an attribute of its parts.
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }
}
