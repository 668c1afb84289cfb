public import MIDICore

/// A note that may be heard in a sound.
public struct SoundNote: Hashable, Sendable {
  /// When it begins.
  public let start: Nanoseconds
  /// When it is let go; nothing where it sounds to the end.
  public let end: Nanoseconds?
  /// The channel it is played on.
  public let channel: Channel
  /// Its key.
  public let number: NoteNumber
  /// How hard it is struck.
  public let velocity: UInt7

  /// Makes one of its parts.
  public init(
    start: Nanoseconds, end: Nanoseconds?, channel: Channel, number: NoteNumber, velocity: UInt7
  ) {
    self.start = start
    self.end = end
    self.channel = channel
    self.number = number
    self.velocity = velocity
  }

  /// The frequency of its key in hertz, where A4 is 440.
  var frequency: Double { NotePartials.frequency(ofKey: Int(number.rawValue)) }
}
