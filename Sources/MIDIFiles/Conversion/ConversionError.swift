extension MIDIFile {
  /// The reason that a file can't be converted.
  public enum ConversionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The tracks of a format 2 file are independent pieces without an order.
    case independentTracks(count: Int)
    /// The file has no piece with this number.
    case noPiece(number: Int, count: Int)
    /// The file has a time-code division, which can't have a tempo.
    case noTempoInTimeCode
    /// The result would need too many empty text events to bridge long gaps.
    case tooLong
    /// The result would have too many events.
    ///
    /// Each piece of a format 2 file repeats all tempo, time signature, and key signature events, which can multiply
    /// the size of the file. The number of packets and meta events per track is also limited.
    case tooManyEvents

    /// The reason, on one line.
    public var description: String {
      switch self {
      case .independentTracks(let count):
        "the file holds \(count) independent pieces (format 2), which can't be played together; choose one with --piece"
      case .noPiece(let number, let count):
        switch count {
        case 0: "the file has no pieces"
        case 1: "the file has only one piece (found piece \(number))"
        default: "the file has only pieces 1 to \(count) (found piece \(number))"
        }
      case .noTempoInTimeCode:
        "a time-code division has no tempo; choose a division in ticks per quarter note"
      case .tooLong: "the file would be too long at this division and tempo"
      case .tooManyEvents: "the file would have too many events"
      }
    }
  }
}
