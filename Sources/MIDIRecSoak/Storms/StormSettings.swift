package import MIDICore

/// The settings of storms and mutations.
package struct StormSettings: Hashable, Sendable {
  /// The approximate number of messages of a storm.
  package var messageCount: Int
  /// Whether storms also have what programs shouldn't see: stray note-offs, notes that only a panic ends, and undefined
  /// controllers.
  ///
  /// Undefined status bytes aren't among them, because a `Message` can't express them.
  package var includesIllegal: Bool
  /// The kinds of messages that storms don't have. If note-offs are excluded, notes end by note-ons with velocity 0.
  package var excludedKinds: Set<Message.Kind>
  /// The channels that storms use, at least one.
  package var channels: Set<Channel>
  /// The elements that storms may have.
  package var elements: Set<StormElement>

  /// Creates settings.
  package init(
    messageCount: Int = 100, includesIllegal: Bool = false, excludedKinds: Set<Message.Kind> = [],
    channels: Set<Channel> = Self.allChannels, elements: Set<StormElement> = Self.allElements
  ) {
    self.messageCount = messageCount
    self.includesIllegal = includesIllegal
    self.excludedKinds = excludedKinds
    self.channels = channels
    self.elements = elements
  }

  /// The sixteen channels.
  package static let allChannels = Set((1...16).map(Channel.number))
  /// All elements. Illegal ones also need ``includesIllegal``.
  package static let allElements = Set(StormElement.allCases)

  /// Returns whether storms may have an element.
  func allows(_ element: StormElement) -> Bool {
    elements.contains(element) && (includesIllegal || !element.isIllegal)
      && channels.count >= element.channelCount
      && (excludedKinds.isEmpty || element.kinds.allSatisfy { !excludedKinds.contains($0) })
  }
}
