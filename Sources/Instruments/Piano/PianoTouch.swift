public import MIDICore

/// Notes played with pointers on a keyboard: one note-on and one note-off per press.
///
/// A key sounds from the first pointer on it until the last pointer leaves it.
public struct PianoTouch: Sendable {
  /// The velocity of all notes, 1 through 127. 0, which would be a note-off, is sent as 1.
  public var velocity: UInt7
  /// The channel of new notes. A note ends on the channel on which it started.
  public var channel: Channel

  /// The key under each pointer.
  private var keys: [Int: NoteNumber] = [:]
  /// The channel of each sounding key.
  private var channels: [NoteNumber: Channel] = [:]

  /// The release velocity if the speed is unknown (MIDI 1.0 Detailed Specification, "Note-Off").
  private static let releaseVelocity: UInt7 = 64

  /// Creates a keyboard without pressed keys.
  public init(channel: Channel = .number(1), velocity: UInt7 = 100) {
    self.channel = channel
    self.velocity = velocity
  }

  /// Moves a pressed pointer to a key, or off the keys. Dragging from one key to another releases the first.
  ///
  /// - Parameters:
  ///   - pointer: The number of the pointer, such as a finger.
  ///   - key: The key, or `nil` if the pointer is on none.
  /// - Returns: The messages to send.
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

  /// Lifts a pointer.
  ///
  /// - Returns: The messages to send.
  public mutating func lift(_ pointer: Int) -> [Message] { move(pointer, to: nil) }

  /// Lifts all pointers, such as when the window closes.
  ///
  /// - Returns: The messages to send, from the lowest key upward.
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
