public import MIDICore

/// How a LinnStrument is set, as far as it decides which cell sends which note. Its factory setting by default.
///
/// Values outside the ranges that are named count as the nearest ones inside.
///
/// Sources: the instrument's firmware, `determineRowOffsetNote`, `getNoteNumber` and `getSplitBoundaries`.
public struct GridSettings: Hashable, Sendable {
  /// What distance rows have.
  public enum RowOffset: Hashable, Sendable {
    /// So many semitones, of 3 to 7, 12, or a custom one from -16 to 16.
    case semitones(Int)
    /// Each row begins where the one below ends.
    case noOverlap
    /// A note for each row, from the bottom.
    case guitar
    /// A guitar upside down: rows go down in fourths from 64, with a third between the second and the third.
    case invertedGuitar
    /// All rows are alike.
    case zero
  }

  /// Which channels a split's notes come on.
  public enum MIDIMode: Hashable, Sendable {
    /// On its main channel.
    case oneChannel
    /// Each on one of its note channels.
    case channelPerNote
    /// Each on its row's channel, so that the cell is known.
    case channelPerRow
  }

  /// Which splits are played right to left.
  public enum LeftHanded: Hashable, Sendable {
    case none, both, left, right
  }

  /// What each split has for itself.
  public struct Split: Hashable, Sendable {
    /// Octaves up, -5 through 5.
    public var octave = 0
    /// Semitones up, -7 through 7.
    public var transposePitch = 0
    /// Semitones by which the lights are moved, -7 through 7.
    public var transposeLights = 0
    /// Which channels its notes come on.
    public var mode = MIDIMode.oneChannel
    /// The channel of One Channel, and the main one of Channel Per Note.
    public var mainChannel: Channel
    /// The channels of Channel Per Note.
    public var noteChannels: Set<Channel>
    /// The channel of the lowest row, in Channel Per Row.
    public var firstRowChannel: Channel
    /// Whether the highest row has that channel instead.
    public var isRowOrderReversed = false
  }

  /// Which model it is.
  public var model: LinnStrument
  /// The distance of rows.
  public var rowOffset = RowOffset.semitones(5) {
    didSet { latent.keep(rowOffset) }
  }
  /// The notes of the eight rows for ``RowOffset/guitar``, from the bottom. A row for which there is none sends nothing.
  public var guitarTuning: [NoteNumber] = [30, 35, 40, 45, 50, 55, 59, 64]
  /// Which splits are played right to left.
  public var leftHanded = LeftHanded.none {
    didSet { if leftHanded != .none { latent.leftHanded = leftHanded } }
  }
  /// The column, from 2, with which the right split begins; nothing where the surface isn't split.
  public var splitColumn: Int? {
    didSet { latent.splitColumn = splitColumn ?? latent.splitColumn }
  }
  /// The settings of the left split, which are those of the whole surface where it isn't split.
  public var left = Split(mainChannel: 0, noteChannels: [1, 2, 3, 4, 5, 6, 7], firstRowChannel: 0)
  /// The settings of the right split.
  public var right = Split(mainChannel: 15, noteChannels: [8, 9, 10, 11, 12, 13, 14], firstRowChannel: 8)
  /// Whether the surface isn't split and has the right split's settings.
  public var isRightSelected = false
  /// Whether it is in User Firmware Mode: channels are rows, notes are columns.
  public var isUserFirmware = false

  /// What the instrument remembers of settings that are off.
  var latent = LatentGridSettings()

  /// Makes the factory settings of a model.
  public init(_ model: LinnStrument = .model200) { self.model = model }
}
