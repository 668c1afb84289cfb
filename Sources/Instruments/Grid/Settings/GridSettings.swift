public import MIDICore

/// The settings of a LinnStrument that determine the cells of notes. The defaults are the factory settings.
///
/// Values outside the documented ranges count as the nearest valid value.
///
/// Sources: the instrument's firmware, `determineRowOffsetNote`, `getNoteNumber`, and `getSplitBoundaries`.
public struct GridSettings: Hashable, Sendable {
  /// The row offset.
  public enum RowOffset: Hashable, Sendable {
    /// A number of semitones: 3 to 7, 12, or a custom value from -16 to 16.
    case semitones(Int)
    /// Each row starts where the previous row ends.
    case noOverlap
    /// A fixed note for each row, from the bottom.
    case guitar
    /// An upside-down guitar: rows descend in fourths from 64, with a third between the second and the third row.
    case invertedGuitar
    /// All rows are equal.
    case zero
  }

  /// The channels of a split's notes.
  public enum MIDIMode: Hashable, Sendable {
    /// All notes use the main channel.
    case oneChannel
    /// Each held note uses one of the note channels.
    case channelPerNote
    /// Each row has a channel, which identifies the cell.
    case channelPerRow
  }

  /// The splits played from right to left.
  public enum LeftHanded: Hashable, Sendable {
    case none, both, left, right
  }

  /// The settings of one split.
  public struct Split: Hashable, Sendable {
    /// The octave transposition, -5 through 5.
    public var octave = 0
    /// The pitch transposition in semitones, -7 through 7.
    public var transposePitch = 0
    /// The light transposition in semitones, -7 through 7.
    public var transposeLights = 0
    /// The MIDI mode.
    public var mode = MIDIMode.oneChannel
    /// The channel of One Channel, and the main channel of Channel Per Note.
    public var mainChannel: Channel
    /// The channels of Channel Per Note.
    public var noteChannels: Set<Channel>
    /// The channel of the first row in Channel Per Row.
    public var firstRowChannel: Channel
    /// Whether the highest row is the first row instead of the lowest.
    public var isRowOrderReversed = false
  }

  /// The model.
  public var model: LinnStrument
  /// The row offset.
  public var rowOffset = RowOffset.semitones(5) {
    didSet {
      switch rowOffset {
      case .semitones(3...7), .noOverlap, .guitar, .zero: isRowOffsetCustom = false
      case .semitones, .invertedGuitar: (customRowOffset, isRowOffsetCustom) = (rowOffset, true)
      }
    }
  }
  /// The notes of the eight rows for ``RowOffset/guitar``, from the bottom. A row without a note sends nothing.
  public var guitarTuning: [NoteNumber] = [30, 35, 40, 45, 50, 55, 59, 64]
  /// The splits played from right to left.
  public var leftHanded = LeftHanded.none {
    didSet { if leftHanded != .none { lastLeftHanded = leftHanded } }
  }
  /// The first column of the right split, from 2, or `nil` if the surface isn't split.
  public var splitColumn: Int? {
    didSet { lastSplitColumn = splitColumn ?? lastSplitColumn }
  }
  /// The settings of the left split, and of the unsplit surface.
  public var left = Split(
    mainChannel: .number(1), noteChannels: Set((2...8).map(Channel.number)), firstRowChannel: .number(1))
  /// The settings of the right split.
  public var right = Split(
    mainChannel: .number(16), noteChannels: Set((9...15).map(Channel.number)), firstRowChannel: .number(9))
  /// Whether the unsplit surface uses the right split's settings.
  public var isRightSelected = false
  /// Whether the instrument is in User Firmware Mode. Its channels are rows, and its notes are columns.
  public var isUserFirmware = false

  // The instrument remembers these settings while they are off, so that a parameter that turns one on restores it.

  /// The custom row offset. The factory setting is an octave.
  var customRowOffset = RowOffset.semitones(12)
  /// Whether the custom row offset is in use, so that setting it takes effect at once.
  var isRowOffsetCustom = false
  /// The first column of the right split, or `nil` for the model's default.
  var lastSplitColumn: Int?
  /// The splits to play from right to left when that is turned on.
  var lastLeftHanded = LeftHanded.both

  /// Creates the factory settings of a model.
  public init(_ model: LinnStrument = .model200) { self.model = model }
}
