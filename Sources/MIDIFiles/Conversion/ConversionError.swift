extension MIDIFile {
  /// Why a file can't be made into another.
  public enum ConversionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The tracks of a format 2 file are pieces of their own: nothing says how they would go together.
    case independentTracks(count: Int)
    /// The file doesn't have a piece of this number.
    case noPiece(number: Int, count: Int)
    /// A constant tempo was asked for in a file that counts frames of time code.
    case noTempoInTimeCode
    /// So many ticks would have to be bridged by empty text events that the file would grow out of proportion.
    case tooLong
    /// The file would grow out of proportion: every piece of a format 2 file has all tempo, time signature and key
    /// signature events; or a track would have more packets and meta events than can be told apart.
    case tooManyEvents

    /// One line that says what is in the way.
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
        "the file counts frames of time code, where there is no tempo; a division in ticks a quarter is needed"
      case .tooLong: "the file would be too long at this division and tempo"
      case .tooManyEvents: "the file would have too many events"
      }
    }
  }
}
