package import MIDICore

/// The input of a synthesizer from several sources, and the messages that release the notes of a disconnected source.
package struct PlayedSources {
  /// The only channel to play, or `nil` for all.
  private let channel: Channel?
  /// The velocity of every note, or `nil` to keep the velocities.
  private let fixedVelocity: UInt7?
  /// The sounding notes of each source.
  private var sounding: [Int: ReleaseTracker] = [:]
  /// The number of played messages.
  private(set) var messageCount = 0

  /// Creates silent sources.
  package init(channel: Channel?, fixedVelocity: UInt7?) {
    self.channel = channel
    self.fixedVelocity = fixedVelocity
  }

  /// Returns the message to play for an incoming message, or `nil` to drop it.
  package mutating func played(_ message: Message, from source: Int) -> Message? {
    if let channel, let other = message.channel, other != channel { return nil }
    var message = message
    if let fixedVelocity, case .noteOn(let channel, let note, let velocity) = message, velocity > 0 {
      message = .noteOn(channel: channel, note: note, velocity: fixedVelocity)
    }
    sounding[source, default: ReleaseTracker()].apply(message)
    messageCount += 1
    return message
  }

  /// Returns the messages that release a source's notes, pedals, and bends.
  package mutating func release(_ source: Int) -> [Message] {
    sounding.removeValue(forKey: source)?.releaseMessages ?? []
  }

  /// Returns the messages that release everything from all sources.
  package mutating func releaseAll() -> [Message] { sounding.keys.sorted().flatMap { release($0) } }
}
