public import MIDICore

/// The color of a held note: blue for the first note, then green, orange, red, and others.
public struct HighlightColor: Hashable, Sendable {
  /// The position in the order of colors, from 0.
  public let index: Int

  /// Creates the color at a position.
  ///
  /// - Precondition: `index` isn't negative.
  public init(index: Int) {
    precondition(index >= 0, "colors are counted from 0")
    self.index = index
  }

  /// Creates the color with a name, or returns `nil` if there is none.
  public init?(name: String) {
    if let index = Self.named.firstIndex(where: { $0.name == name }) {
      self.init(index: index)
    } else {
      guard let number = Int(name.dropFirst(Self.unnamed.count)), number > Self.named.count,
        Self(index: number - 1).name == name
      else { return nil }
      self.init(index: number - 1)
    }
  }

  fileprivate static let named: [(name: String, rgb: UInt32, light: UInt7)] = [
    ("blue", 0x1E6CFF, 5), ("green", 0x22B14C, 3), ("orange", 0xFF8C1A, 9), ("red", 0xE5262B, 1),
    ("magenta", 0xC837D2, 6), ("cyan", 0x12B5C9, 4), ("yellow", 0xE3C10E, 2), ("lime", 0x93D32B, 10),
    ("pink", 0xFF7FB0, 11), ("gray", 0x7F8791, 8),
  ]
  private static let unnamed = "color-"

  /// The name: `blue`, or `color-11` for the eleventh color, which has no name.
  public var name: String {
    index < Self.named.count ? Self.named[index].name : "\(Self.unnamed)\(index + 1)"
  }

  /// The red, green, and blue components as `0xRRGGBB`. The first 4,096 colors are all different.
  public var rgb: UInt32 { index < Self.named.count ? Self.named[index].rgb : spreadRGB }

  /// A color of a sequence that fills the color cube evenly except for dark colors, so that neighbors in the sequence
  /// differ clearly.
  ///
  /// The steps are 65,536 divided by powers of the root of x⁴ = x + 1, the three-dimensional analog of the golden
  /// ratio. The starting values are the best of some thousand candidates by the minimum distance of their first 200
  /// colors from each other and from the named colors.
  private var spreadRGB: UInt32 {
    func part(_ start: Int, _ step: Int) -> UInt32 {
      64 + (UInt32(truncatingIfNeeded: (start &+ index &* step) & 0xFFFF) * 192) >> 16
    }
    return part(25_088, 53_685) << 16 | part(58_624, 43_977) << 8 | part(50_944, 36_025)
  }

  /// The nearest color of the instrument's lights, as a value of controller 22. There are ten, which repeat from the
  /// eleventh color.
  public var light: UInt7 { Self.named[index % Self.named.count].light }
}

extension LinnStrumentLight {
  /// The red, green, and blue components of the color as `0xRRGGBB`: those of notes, but white isn't gray, and a light
  /// that is off is black.
  public var rgb: UInt32 {
    switch color {
    case 7: 0x000000
    case 8: 0xFFFFFF
    default: HighlightColor.named.first { $0.light == color }?.rgb ?? 0x000000
    }
  }
}

/// The colors in use. The lowest free color is next.
struct HighlightColors: Sendable {
  /// The number of notes with each color: two for a moment, while a finger slides.
  private var counts: [Int] = []
  /// The lowest index that can be free.
  private var lowest = 0

  /// Returns the lowest free color, and marks it as used.
  mutating func take() -> HighlightColor {
    while lowest < counts.count, counts[lowest] > 0 { lowest += 1 }
    let color = HighlightColor(index: lowest)
    share(color)
    return color
  }

  /// Adds a note to a color in use.
  mutating func share(_ color: HighlightColor) {
    if color.index == counts.count { counts.append(0) }
    counts[color.index] += 1
  }

  /// Releases a note's color.
  mutating func free(_ color: HighlightColor) {
    counts[color.index] -= 1
    if counts[color.index] == 0 { lowest = min(lowest, color.index) }
  }
}
