package import MIDICore

/// What comes from several sources for a synthesizer: which messages it gets, and what ends the notes of a source that
/// disconnected.
package struct PlayedSources {
  /// The only channel that is listened to; nothing for all.
  private let channel: Channel?
  /// How hard every key is struck; nothing to leave it as it was.
  private let fixedVelocity: UInt7?
  /// What each source left sounding.
  private var sounding: [ReleaseTracker]
  /// The number of messages that were played.
  private(set) var messageCount = 0

  /// Begins with silence.
  package init(count: Int, channel: Channel?, fixedVelocity: UInt7?) {
    self.channel = channel
    self.fixedVelocity = fixedVelocity
    sounding = Array(repeating: ReleaseTracker(), count: count)
  }

  /// What is to be played of a message.
  package mutating func played(_ message: Message, from source: Int) -> Message? {
    if let channel, let other = message.channel, other != channel { return nil }
    var message = message
    if let fixedVelocity, case .noteOn(let channel, let note, let velocity) = message, velocity > 0 {
      message = .noteOn(channel: channel, note: note, velocity: fixedVelocity)
    }
    sounding[source].apply(message)
    messageCount += 1
    return message
  }

  /// What lets go all that a source holds: its notes, pedals and bends.
  package mutating func release(_ source: Int) -> [Message] {
    defer { sounding[source] = ReleaseTracker() }
    return sounding[source].releaseMessages
  }

  /// What lets go all that any source holds.
  package mutating func releaseAll() -> [Message] { sounding.indices.flatMap { release($0) } }
}
