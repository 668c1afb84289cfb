package import MIDICore

/// A note that may be heard in a sound.
package struct SoundNote: Hashable, Sendable {
  /// When it begins.
  package let start: Nanoseconds
  /// When it is let go; nothing where it sounds to the end.
  package let end: Nanoseconds?
  /// The channel it is played on.
  package let channel: Channel
  /// Its key.
  package let number: NoteNumber
  /// How hard it is struck.
  package let velocity: UInt7

  /// Makes one of its parts.
  package init(
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
