internal import MIDICore

extension MIDIFile {
  /// The groups of tracks that are played together: all tracks, or each alone in a format 2 file.
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

  /// Throws an error if the tracks are independent pieces.
  func checkIsOnePiece() throws(ConversionError) {
    if format == .independentTracks, tracks.count > 1 { throw .independentTracks(count: tracks.count) }
  }

  /// Returns the file with its tracks replaced.
  ///
  /// - Parameter precedingCount: Returns the number of new tracks that replace the given number of leading tracks. It
  ///   determines the new positions of the other chunks.
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
  /// The end of the track when it is written, which is no earlier than its last event.
  var length: Ticks { max(end, events.lastTime) }
}
