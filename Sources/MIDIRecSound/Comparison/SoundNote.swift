internal import Glibc
package import MIDICore

/// A note that can be audible in audio.
package struct SoundNote: Hashable, Sendable, Codable {
  /// The time of the note-on.
  package let start: Nanoseconds
  /// The time of the release, or `nil` if the note sounds to the end.
  package let end: Nanoseconds?
  /// The channel.
  package let channel: Channel
  /// The key.
  package let number: NoteNumber
  /// The velocity.
  package let velocity: UInt7

  package init(
    start: Nanoseconds, end: Nanoseconds?, channel: Channel, number: NoteNumber, velocity: UInt7
  ) {
    self.start = start
    self.end = end
    self.channel = channel
    self.number = number
    self.velocity = velocity
  }

  /// The frequency of the key in hertz, with A4 at 440 Hz.
  var frequency: Double { 440 * pow(2, (Double(number.rawValue) - 69) / 12) }
}
