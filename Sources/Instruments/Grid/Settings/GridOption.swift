/// A setting of the LinnStrument by its option name, on the command line and in sessions.
///
/// Options of the right split begin with `right-`. Their counterparts apply to the left split or the unsplit surface.
public enum GridOption: String, CaseIterable, Hashable, Sendable {
  /// The model: `200` or `128`.
  case model
  /// The row offset: `-16` to `16` semitones, `none` for no overlap, `guitar`, `inverted-guitar`, or `zero`.
  case rowOffset = "row-offset"
  /// The notes of the rows for the row offset `guitar`, from the bottom: `30,35,40,45,50,55,59,64`.
  case guitarTuning = "guitar-tuning"
  /// The splits played from right to left: `none`, `both`, `left`, or `right`.
  case leftHanded = "left-handed"
  /// The MIDI mode: `one-channel`, `channel-per-note`, `channel-per-row`, or `user-firmware` for User Firmware Mode.
  case mode
  /// The octave transposition: `-5` to `5`.
  case octave
  /// The pitch transposition in semitones: `-7` to `7`.
  case transposePitch = "transpose-pitch"
  /// The light transposition in semitones: `-7` to `7`.
  case transposeLights = "transpose-lights"
  /// The main channel: `1` to `16`.
  case channel
  /// The channels of the mode `channel-per-note`: `2-8` or `2,4,6`.
  case noteChannels = "note-channels"
  /// The first row's channel in the mode `channel-per-row`: `1` to `16`.
  case firstRowChannel = "first-row-channel"
  /// The first row: the lowest (`normal`) or the highest (`reversed`).
  case rowOrder = "row-order"
  /// The first column of the right split: a column from `2`, or `none`. The model must be set first.
  case splitColumn = "split-column"
  /// The split whose settings an unsplit surface uses: `left` or `right`.
  case selectedSplit = "selected-split"
  /// The MIDI mode of the right split: `one-channel`, `channel-per-note`, or `channel-per-row`.
  case rightMode = "right-mode"
  /// The octave transposition of the right split: `-5` to `5`.
  case rightOctave = "right-octave"
  /// The pitch transposition of the right split in semitones: `-7` to `7`.
  case rightTransposePitch = "right-transpose-pitch"
  /// The light transposition of the right split in semitones: `-7` to `7`.
  case rightTransposeLights = "right-transpose-lights"
  /// The main channel of the right split: `1` to `16`.
  case rightChannel = "right-channel"
  /// The channels of the right split's mode `channel-per-note`: `9-15` or `9,11,13`.
  case rightNoteChannels = "right-note-channels"
  /// The first row's channel in the right split's mode `channel-per-row`: `1` to `16`.
  case rightFirstRowChannel = "right-first-row-channel"
  /// The first row of the right split: the lowest (`normal`) or the highest (`reversed`).
  case rightRowOrder = "right-row-order"

  /// A description of the valid values, for errors: `a number from -5 to 5`.
  public var expected: String { rule.expected }
}

extension GridSettings {
  /// Sets an option.
  ///
  /// - Returns: `true` if the value is valid. Otherwise, the settings are unchanged.
  public mutating func set(_ option: GridOption, to text: String) -> Bool { option.rule.set(&self, text) }
}
