internal import MIDICore

extension MIDIFile {
  /// The tracks that are played together: all, or each by itself in a format 2 file.
  var pieces: [[Track]] { format == .independentTracks ? tracks.map { [$0] } : [tracks] }

  /// Returns a file with one of the pieces, in format 0 if the file has several.
  ///
  /// The only piece of a file that isn't in format 2 is the file itself.
  ///
  /// - Parameter number: The number of the piece, from 1.
  /// - Throws: ``ConversionError/noPiece(number:count:)``.
  public func piece(_ number: Int) throws(ConversionError) -> MIDIFile {
    let pieces = pieces
    guard number >= 1, number <= pieces.count else {
      throw .noPiece(number: number, count: pieces.count)
    }
    guard format == .independentTracks else { return self }
    var file = replacingTracks(with: pieces[number - 1]) { $0 < number ? 0 : 1 }
    file.format = .singleTrack
    return file
  }

  /// Makes sure that the tracks are played together.
  func checkIsOnePiece() throws(ConversionError) {
    if format == .independentTracks, tracks.count > 1 { throw .independentTracks(count: tracks.count) }
  }

  /// Puts other tracks into the file.
  ///
  /// - Parameter precedingCount: How many tracks of the new file come of the first so many of this one: where the
  ///   chunks that are no tracks go.
  func replacingTracks(with newTracks: [Track], precedingCount: (Int) -> Int) -> MIDIFile {
    var file = self
    file.tracks = newTracks
    file.otherChunks = otherChunks.map { chunk in
      var chunk = chunk
      chunk.precedingTrackCount = precedingCount(min(max(chunk.precedingTrackCount, 0), tracks.count))
      return chunk
    }
    return file
  }
}

extension MIDIFile.Track {
  /// Where the track ends when it is written: no earlier than its last event.
  var length: Ticks { max(end, events.lastTime) }
}
