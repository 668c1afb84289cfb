public import MIDICore

/// What pointers on a keyboard play: each press is one note-on and one note-off, however often the pointer says so.
///
/// A key sounds from the first pointer that is on it until the last one has left it.
public struct PianoTouch: Sendable {
  /// The velocity of all notes, 1 through 127; 0, which would be a note-off, is sent as 1.
  public var velocity: UInt7
  /// The channel they are sent on. A note ends on the channel on which it began.
  public var channel: Channel

  /// The key that each pointer is on.
  private var keys: [Int: NoteNumber] = [:]
  /// The channels on which the keys sound.
  private var channels: [NoteNumber: Channel] = [:]

  /// What a note-off says of a release whose speed isn't known (MIDI 1.0 Detailed Specification, "Note-Off").
  private static let releaseVelocity: UInt7 = 64

  /// Makes a keyboard that nobody touches.
  public init(channel: Channel = 0, velocity: UInt7 = 100) {
    self.channel = channel
    self.velocity = velocity
  }

  /// A pointer is down on a key, or on none: dragged from one key to another, it lets go of the first.
  ///
  /// - Parameters:
  ///   - pointer: Which pointer, such as a finger.
  ///   - key: The key, or `nil` if the pointer is on none.
  /// - Returns: What is to be sent.
  public mutating func move(_ pointer: Int, to key: NoteNumber?) -> [Message] {
    let left = keys[pointer]
    keys[pointer] = key
    var messages: [Message] = []
    if let left, !keys.values.contains(left), let channel = channels.removeValue(forKey: left) {
      messages.append(.noteOff(channel: channel, note: left, velocity: Self.releaseVelocity))
    }
    if let key, channels[key] == nil {
      channels[key] = channel
      messages.append(.noteOn(channel: channel, note: key, velocity: max(1, velocity)))
    }
    return messages
  }

  /// A pointer was lifted.
  ///
  /// - Returns: What is to be sent.
  public mutating func lift(_ pointer: Int) -> [Message] { move(pointer, to: nil) }

  /// All pointers were lifted, such as when the window is closed.
  ///
  /// - Returns: What is to be sent, from the lowest key upwards.
  public mutating func liftAll() -> [Message] {
    defer {
      keys = [:]
      channels = [:]
    }
    return channels.sorted { $0.key < $1.key }.map { key, channel in
      .noteOff(channel: channel, note: key, velocity: Self.releaseVelocity)
    }
  }
}
