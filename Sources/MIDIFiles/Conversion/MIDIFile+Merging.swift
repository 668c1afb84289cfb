internal import MIDICore

extension MIDIFile {
  /// Returns the file with all tracks merged into one, in format 0.
  ///
  /// Events are ordered by time and then by track; the track ends where the last one ended. Events of other tracks
  /// could separate the packets of a System Exclusive message. Its packets are therefore joined at the position of the
  /// last packet, where the message is complete. The track of a file with a single track is unchanged.
  ///
  /// A channel prefix applies until the next prefix or the next event that isn't a meta event. It therefore also
  /// applies to meta events that are merged in between; the file format can't end it earlier.
  ///
  /// - Throws: ``ConversionError/independentTracks(count:)`` or ``ConversionError/tooManyEvents``.
  /// - Complexity: O(*n* log *k*), where *n* is the number of events and bytes, and *k* is the number of tracks.
  public func merged() throws(ConversionError) -> MIDIFile {
    try checkIsOnePiece()
    var file = self
    if tracks.count != 1 {
      let events = try Events(merging: tracks.map { $0.events.joiningPackets() })
      let track = Track(events: events, end: tracks.map(\.length).max() ?? .zero)
      file = replacingTracks(with: [track]) { min($0, 1) }
    }
    file.format = .singleTrack
    return file
  }
}
