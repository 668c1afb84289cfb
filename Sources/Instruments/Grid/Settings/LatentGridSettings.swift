/// What a LinnStrument remembers of settings while they are off, so that a parameter that turns one on has its value.
struct LatentGridSettings: Hashable, Sendable {
  /// The custom row offset, or -17 for a guitar upside down; an octave from the factory.
  var rowOffset = 12
  /// Whether rows have the custom offset now. Then, a parameter that sets it has an effect at once.
  var isRowOffsetCustom = false
  /// Where the right split begins; nothing for the model's own.
  var splitColumn: Int?
  /// Which splits are played right to left where that is on.
  var leftHanded = GridSettings.LeftHanded.both

  /// The number of the custom row offset that stands for a guitar upside down.
  static let invertedGuitar = -17

  /// Keeps what can come back of a row offset that was chosen.
  mutating func keep(_ chosen: GridSettings.RowOffset) {
    switch chosen {
    case .semitones(let offset) where !(3...7 ~= offset): rowOffset = offset
    case .invertedGuitar: rowOffset = Self.invertedGuitar
    default: return isRowOffsetCustom = false
    }
    isRowOffsetCustom = true
  }

  /// The custom row offset as one of all.
  var customRowOffset: GridSettings.RowOffset {
    rowOffset == Self.invertedGuitar ? .invertedGuitar : .semitones(rowOffset)
  }
}

extension LinnStrument {
  /// Where the right split begins from the factory.
  var factorySplitColumn: Int { self == .model200 ? 12 : 9 }
}
