/// Damage of a file, which takes have only where a test asks for it.
extension WildTake {
  /// A violation of the specification that a reader can repair without loss.
  package enum Flaw: CaseIterable {
    case riffLengthZero, riffDataLengthZero, riffDataLengthShort, headerInLowerCase, trackInLowerCase
    case noEndOfTrack, lastTrackTooLong, trailingBytes, tooManyTracksDeclared
  }

  /// Returns the bytes of the file with a flaw.
  package func bytes(with flaw: Flaw) -> [UInt8] {
    var take = self
    switch flaw {
    case .riffLengthZero, .riffDataLengthZero, .riffDataLengthShort: take.isInContainer = true
    default: take.isInContainer = false
    }
    var bytes = take.bytes
    let lastTrack = bytes.count - (tracks.last.map { $0.chunkLength } ?? 0)
    switch flaw {
    case .riffLengthZero: bytes.replaceSubrange(4..<8, with: [0, 0, 0, 0])
    case .riffDataLengthZero: bytes.replaceSubrange(16..<20, with: [0, 0, 0, 0])
    case .riffDataLengthShort: bytes.replaceSubrange(16..<20, with: [14, 0, 0, 0])
    case .headerInLowerCase: bytes.replaceSubrange(0..<4, with: Array("mthd".utf8))
    case .trackInLowerCase: bytes.replaceSubrange(lastTrack..<lastTrack + 4, with: Array("mtrk".utf8))
    case .noEndOfTrack:
      bytes.removeLast(3 + (tracks.last?.lastDelta.count ?? 0))
      bytes.replaceSubrange(lastTrack + 4..<lastTrack + 8, with: Self.integer(bytes.count - lastTrack - 8))
    case .lastTrackTooLong:
      bytes.replaceSubrange(lastTrack + 4..<lastTrack + 8, with: Self.integer(bytes.count - lastTrack + 1000))
    case .trailingBytes: bytes += [0, 0, 0, 0]
    case .tooManyTracksDeclared: bytes[11] = UInt8(tracks.count + 1)
    }
    return bytes
  }

  /// The bytes of the file, of which up to four are changed, removed, or added.
  package var damagedBytes: [UInt8] {
    var bytes = bytes
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let index = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.remove(at: index)
      case 1: bytes.insert(.random(in: 0...255, using: &random), at: index)
      case 2: bytes[index] = [0x00, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      default: bytes[index] = .random(in: 0...255, using: &random)
      }
    }
    return bytes
  }
}
