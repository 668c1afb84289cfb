package import MIDICore

/// A part of a recording that is rendered by itself.
///
/// It has the part's notes, and of all others whatever isn't a note: programs and controllers, which a file may have in a
/// track of their own, and resets. So, without effects, the stems' sounds add up to that of the whole, unless there are too
/// few voices.
package struct Stem: Hashable, Sendable {
  /// What makes a part.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Each track with notes.
    case track
    /// Each channel with notes.
    case channel
  }

  /// `track-2`, `channel-10`, as people count.
  package let name: String
  /// What is rendered.
  package let recording: Recording

  /// The parts of a recording, in order.
  ///
  /// - Complexity: O(*n* · *p*) for *n* messages and *p* parts.
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
  /// The recording without the notes that aren't wanted. Tracks keep their places, and so the order of messages.
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
