/// A setting that options of the command line and of sessions can have, by its name.
///
/// Those of the right split begin with `right-`; the others of the kind are the left split's, which are those of the
/// whole surface where it isn't split.
public enum GridOption: String, CaseIterable, Hashable, Sendable {
  /// Which model it is: `200` or `128`.
  case model
  /// The distance of rows: semitones from `-16` to `16`, `none` for no overlap, `guitar`, `inverted-guitar`, `zero`.
  case rowOffset = "row-offset"
  /// The notes of the rows for the row offset `guitar`, from the bottom: `30,35,40,45,50,55,59,64`.
  case guitarTuning = "guitar-tuning"
  /// Which splits are played right to left: `none`, `both`, `left` or `right`.
  case leftHanded = "left-handed"
  /// On which channels notes come: `one-channel`, `channel-per-note`, `channel-per-row`, or `user-firmware` for User
  /// Firmware Mode.
  case mode
  /// Octaves up: `-5` to `5`.
  case octave
  /// Semitones up: `-7` to `7`.
  case transposePitch = "transpose-pitch"
  /// Semitones by which the lights are moved: `-7` to `7`.
  case transposeLights = "transpose-lights"
  /// The main channel: `1` to `16`.
  case channel
  /// The channels of the mode `channel-per-note`: `2-8`, or `2,4,6`.
  case noteChannels = "note-channels"
  /// The channel of the lowest row, in the mode `channel-per-row`: `1` to `16`.
  case firstRowChannel = "first-row-channel"
  /// Which row has that channel: the lowest (`normal`) or the highest (`reversed`).
  case rowOrder = "row-order"
  /// Where the right split begins: a column from `2`, or `none`. The model is set before it.
  case splitColumn = "split-column"
  /// Which split's settings a surface has that isn't split: `left` or `right`.
  case selectedSplit = "selected-split"
  /// On which channels notes come: `one-channel`, `channel-per-note` or `channel-per-row`.
  case rightMode = "right-mode"
  /// Octaves up: `-5` to `5`.
  case rightOctave = "right-octave"
  /// Semitones up: `-7` to `7`.
  case rightTransposePitch = "right-transpose-pitch"
  /// Semitones by which the lights are moved: `-7` to `7`.
  case rightTransposeLights = "right-transpose-lights"
  /// The main channel: `1` to `16`.
  case rightChannel = "right-channel"
  /// The channels of the mode `channel-per-note`: `9-15`, or `9,11,13`.
  case rightNoteChannels = "right-note-channels"
  /// The channel of the lowest row, in the mode `channel-per-row`: `1` to `16`.
  case rightFirstRowChannel = "right-first-row-channel"
  /// Which row has that channel: the lowest (`normal`) or the highest (`reversed`).
  case rightRowOrder = "right-row-order"

  /// What its value should be, for an error: `a number from -5 to 5`.
  public var expected: String { rule.expected }
}

extension GridSettings {
  /// Sets what an option says.
  ///
  /// - Returns: Whether it can have that value; nothing is changed where it can't.
  public mutating func set(_ option: GridOption, to text: String) -> Bool { option.rule.set(&self, text) }
}
