extension MIDIFile {
  /// How a file is written, where the specification leaves a choice.
  public struct EncodingOptions: Hashable, Sendable {
    /// Where a status byte that is the same as that before it is left out.
    public enum RunningStatus: String, Hashable, Sendable, CaseIterable {
      /// Where the file that was read had left it out; nowhere in what was made anew.
      case asRead
      /// Wherever it can be.
      case always
      /// Nowhere.
      case never
    }

    /// Where status bytes are left out.
    public var runningStatus: RunningStatus

    /// Makes options.
    public init(runningStatus: RunningStatus = .asRead) { self.runningStatus = runningStatus }
  }

  /// What no Standard MIDI File can hold.
  public enum EncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// More tracks than the header can say.
    case tooManyTracks(count: Int)
    /// A chunk longer than its length can say.
    case chunkTooLong(byteCount: Int)

    /// One line that says what doesn't fit.
    public var description: String {
      switch self {
      case .tooManyTracks(let count): "\(count) tracks don't fit into a file, which has at most 65,535"
      case .chunkTooLong(let count):
        "a chunk of \(count) bytes doesn't fit into a file: at most 4,294,967,295"
      }
    }
  }
}
