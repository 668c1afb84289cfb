internal import MIDICore

/// One event as a reader of Standard MIDI Files finds it: what two readers must agree on.
///
/// The header is one as well, in the place of an event of track 0, so that a disagreement about it shows first.
package struct DecodedEvent: Hashable, Sendable, CustomStringConvertible {
  /// The number of the track, from 1; 0 for the header.
  package var track: Int
  /// Ticks since the start of the track.
  package var time: Int64
  /// A message with its status byte, a System Exclusive packet after F0 without its length, a meta event as it
  /// stands; of the header format, number of tracks and division as they stand.
  package var bytes: [UInt8]

  /// One line: `track 1, tick 96: 90 3C 64`.
  package var description: String {
    let place = track == 0 ? "header" : "track \(track), tick \(time)"
    let shown = hexadecimal(bytes.prefix(Self.shownCount))
    let rest = bytes.count > Self.shownCount ? " … (\(bytes.count) bytes)" : ""
    return "\(place): \(shown)\(rest)"
  }

  private static let shownCount = 16
}
