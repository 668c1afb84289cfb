internal import MIDICore

/// An event as decoded by a reader of Standard MIDI Files, for comparison with another reader.
///
/// The header is included as an event of track 0, so that a difference in it is reported first.
package struct DecodedEvent: Hashable, Sendable, CustomStringConvertible {
  /// The number of the track, from 1; 0 for the header.
  package var track: Int
  /// The ticks since the start of the track.
  package var time: Int64
  /// The bytes of the event.
  ///
  /// They are a message with its status byte, a System Exclusive packet after F0 without its length, or an encoded meta
  /// event. For the header, they are the encoded format, number of tracks, and division.
  package var bytes: [UInt8]

  /// The event on one line: `track 1, tick 96: 90 3C 64`.
  package var description: String {
    let place = track == 0 ? "header" : "track \(track), tick \(time)"
    let shown = hexadecimal(bytes.prefix(Self.shownCount))
    let rest = bytes.count > Self.shownCount ? " … (\(bytes.count) bytes)" : ""
    return "\(place): \(shown)\(rest)"
  }

  private static let shownCount = 16
}
