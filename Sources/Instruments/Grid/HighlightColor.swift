public import MIDICore

/// The color in which a held note is shown: the first note's is blue, then come green, orange, red and further ones.
public struct HighlightColor: Hashable, Sendable {
  /// Its place in the order in which colors are given, from 0.
  public let index: Int

  /// Makes the color of a place.
  ///
  /// - Precondition: The place isn't below 0.
  public init(index: Int) {
    precondition(index >= 0, "colors are counted from 0")
    self.index = index
  }

  /// Makes the color that is called so; nothing where none is.
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

  private static let named: [(name: String, rgb: UInt32, light: UInt7)] = [
    ("blue", 0x1E6CFF, 5), ("green", 0x22B14C, 3), ("orange", 0xFF8C1A, 9), ("red", 0xE5262B, 1),
    ("magenta", 0xC837D2, 6), ("cyan", 0x12B5C9, 4), ("yellow", 0xE3C10E, 2), ("lime", 0x93D32B, 10),
    ("pink", 0xFF7FB0, 11), ("gray", 0x7F8791, 8),
  ]
  private static let unnamed = "color-"

  /// What it is called: `blue`; `color-11` for the eleventh, which has no name.
  public var name: String {
    index < Self.named.count ? Self.named[index].name : "\(Self.unnamed)\(index + 1)"
  }

  /// Its red, green and blue parts, from the highest byte: `0xRRGGBB`. The first 4,096 are all different.
  public var rgb: UInt32 { index < Self.named.count ? Self.named[index].rgb : spreadRGB }

  /// A color of a sequence that fills the cube of all but the dark ones evenly, so that those beside one another
  /// in it, and as many as there are notes, stay apart.
  ///
  /// The steps are 65,536 over the powers of the root of x⁴ = x + 1, which is the golden ratio's part in three
  /// dimensions. The beginnings are those of some thousand tried whose first 200 colors lie farthest from one
  /// another and from those with names.
  private var spreadRGB: UInt32 {
    func part(_ start: Int, _ step: Int) -> UInt32 {
      64 + (UInt32(truncatingIfNeeded: (start &+ index &* step) & 0xFFFF) * 192) >> 16
    }
    return part(25_088, 53_685) << 16 | part(58_624, 43_977) << 8 | part(50_944, 36_025)
  }

  /// The color of the instrument's lights that is nearest, as controller 22 sets it. There are ten of them, which
  /// begin again with the eleventh color.
  public var light: UInt7 { Self.named[index % Self.named.count].light }
}

/// Which colors are taken. The lowest that is free is given next.
struct HighlightColors: Sendable {
  /// By how many notes each is shown: by two for a moment, while a finger slides.
  private var counts: [Int] = []
  /// No color below is free.
  private var lowest = 0

  /// Makes the state in which all are free.
  init() {}

  /// Takes the lowest free color.
  mutating func take() -> HighlightColor {
    while lowest < counts.count, counts[lowest] > 0 { lowest += 1 }
    let color = HighlightColor(index: lowest)
    share(color)
    return color
  }

  /// Takes a color that another note has.
  mutating func share(_ color: HighlightColor) {
    if color.index == counts.count { counts.append(0) }
    counts[color.index] += 1
  }

  /// Gives a color back that was taken or shared.
  mutating func free(_ color: HighlightColor) {
    counts[color.index] -= 1
    if counts[color.index] == 0 { lowest = min(lowest, color.index) }
  }
}
