public import MIDICore

extension MIDIFile {
  /// The choices that the specification leaves to the writer of a file.
  public struct EncodingOptions: Hashable, Sendable {
    /// The rule for omitting a status byte that equals the previous one.
    public enum RunningStatus: String, Hashable, Sendable, CaseIterable {
      /// Omit the bytes that were omitted in the decoded file; in new events, omit none.
      case asRead = "as-read"
      /// Omit all repeated status bytes.
      case always
      /// Omit no status bytes.
      case never
    }

    /// The rule for omitting repeated status bytes.
    public var runningStatus: RunningStatus

    /// Creates options with the given rule for running status.
    public init(runningStatus: RunningStatus = .asRead) { self.runningStatus = runningStatus }
  }

  /// The reason that a Standard MIDI File can't hold the given content.
  public enum EncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The header can't store this number of tracks.
    case tooManyTracks(count: Int)
    /// The length field of a chunk can't store this length.
    case chunkTooLong(byteCount: Int)
    /// The header can't store this division, such as one of 0 ticks.
    case invalidDivision(Division)

    /// The reason, on one line.
    public var description: String {
      switch self {
      case .tooManyTracks(let count): "a file can't have \(count) tracks; the maximum is 65,535"
      case .chunkTooLong(let count):
        "a chunk can't have \(count) bytes; the maximum is 4,294,967,295"
      case .invalidDivision(.ticksPerQuarter(let ticks)):
        "a file can't have \(ticks) ticks per quarter note; the range is 1 to 32,767"
      case .invalidDivision(.timeCode(_, let ticks)):
        "a file can't have \(ticks) ticks per frame; the range is 1 to 255"
      }
    }
  }
}
