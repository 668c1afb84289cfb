/// A model of the LinnStrument. Both have eight rows.
public enum LinnStrument: Int, CaseIterable, Hashable, Sendable {
  /// The LinnStrument 200, of 25 columns.
  case model200 = 200
  /// The LinnStrument 128, of 16 columns.
  case model128 = 128

  /// How many rows both have.
  public static let rowCount = 8

  /// How many columns can be played; the strip of control switches, column 0, isn't counted.
  public var columnCount: Int { self == .model200 ? 25 : 16 }

  /// How many cells can be played: 200 or 128.
  public var cellCount: Int { rawValue }
}
