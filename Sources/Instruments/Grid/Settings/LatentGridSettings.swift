/// The settings that a LinnStrument remembers while they are off, so that a parameter that turns one on restores its
/// value.
struct LatentGridSettings: Hashable, Sendable {
  /// The custom row offset, or -17 for an upside-down guitar. The factory setting is an octave.
  var rowOffset = 12
  /// Whether the custom row offset is in use, so that setting it takes effect at once.
  var isRowOffsetCustom = false
  /// The first column of the right split, or `nil` for the model's default.
  var splitColumn: Int?
  /// The splits to play from right to left when that is turned on.
  var leftHanded = GridSettings.LeftHanded.both

  /// The custom row offset that means an upside-down guitar.
  static let invertedGuitar = -17

  /// Remembers a row offset.
  mutating func keep(_ chosen: GridSettings.RowOffset) {
    switch chosen {
    case .semitones(let offset) where !(3...7 ~= offset): rowOffset = offset
    case .invertedGuitar: rowOffset = Self.invertedGuitar
    default: return isRowOffsetCustom = false
    }
    isRowOffsetCustom = true
  }

  /// The custom row offset as a row offset.
  var customRowOffset: GridSettings.RowOffset {
    rowOffset == Self.invertedGuitar ? .invertedGuitar : .semitones(rowOffset)
  }
}

extension LinnStrument {
  /// The factory setting of the right split's first column.
  var factorySplitColumn: Int { self == .model200 ? 12 : 9 }
}
