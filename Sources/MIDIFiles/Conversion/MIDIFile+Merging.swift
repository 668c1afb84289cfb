internal import MIDICore

extension MIDIFile {
  /// The same music in one track, format 0.
  ///
  /// Events are in order of time, those of one time by track; the track ends where the last one did. Other tracks'
  /// events could end up between the packets of a System Exclusive message and tear it apart, so its packets become
  /// one, where the last of them stands: that is when the message is complete. A file of one track stays as it
  /// is.
  ///
  /// A channel prefix holds until the next one or the next event that is no meta event, so meta events of another
  /// track at the same time, or before such an event, come to stand under it; nothing in a file can end it earlier.
  ///
  /// - Throws: ``ConversionError/independentTracks(count:)``, ``ConversionError/tooManyEvents``.
  /// - Complexity: O(*n* log *k*) for *n* events and bytes in *k* tracks.
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
