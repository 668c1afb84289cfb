package import MIDICore

/// A part of a recording that is rendered separately.
///
/// It has the part's notes, and all other events that aren't notes: programs and controllers, which may be on a
/// separate track, and resets. Without effects, the audio of all stems adds up to that of the whole recording, unless
/// there are too few voices.
package struct Stem: Hashable, Sendable {
  /// The division of a recording.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One part per track with notes.
    case track
    /// One part per channel with notes.
    case channel
  }

  /// The name: `track-2`, `channel-10`, counted from 1.
  package let name: String
  /// The recording of the part.
  package let recording: Recording

  /// Returns the parts of a recording, in order.
  ///
  /// - Complexity: O(*n* · *p*), where *n* is the number of messages, and *p* the number of parts.
  package static func all(_ kind: Kind, of recording: Recording) -> [Stem] {
    switch kind {
    case .track:
      recording.tracks.indices.filter { index in
        recording.tracks[index].messages.contains { $0.message.isNoteOn }
      }.map { kept in
        Stem(name: "track-\(kept + 1)", recording: recording.keepingNotes { track, _ in track == kept })
      }
    case .channel:
      Set(recording.tracks.flatMap(\.messages).filter(\.message.isNoteOn).compactMap(\.message.channel))
        .sorted().map { kept in
          Stem(name: "channel-\(kept)", recording: recording.keepingNotes { _, channel in channel == kept })
        }
    }
  }
}

extension Recording {
  /// Returns the recording without unwanted notes. Tracks keep their positions, and therefore messages their order.
  fileprivate func keepingNotes(_ isWanted: (_ track: Int, _ channel: Channel) -> Bool) -> Recording {
    Recording(
      tracks: tracks.enumerated().map { number, track in
        var kept = track
        kept.messages.removeAll { timed in
          guard timed.message.isNoteOn || timed.message.isNoteOff, let channel = timed.message.channel else {
            return false
          }
          return !isWanted(number, channel)
        }
        return kept
      })
  }
}
