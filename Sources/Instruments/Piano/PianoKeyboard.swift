public import MIDICore

/// The geometry of a piano keyboard with 128 keys, as a function of its height.
///
/// White keys have the proportions 22 : 150, and black keys 14 : 100 in the same measure. The gap between white keys is
/// always 1. Black keys lie over the gaps, slightly off center. Key 0 starts at x = 0, and y = 0 is the upper edge of
/// all keys.
///
/// Source: PianoUI's keyboard, which has four more keys at the right, two of them white, without MIDI notes.
public struct PianoKeyboard: Hashable, Sendable {
  /// The gap between white keys.
  public static let gap = 1.0
  /// The radius of the lower corners.
  public static let cornerRadius = 4.0
  /// The number of white keys among the 128 keys.
  public static let whiteKeyCount = 75

  /// The white key of each key within an octave, from 0. For a black key, it is the one to the left.
  private static let whiteKeys = [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6]
  /// The distance of each black key's center from its gap's center, in widths of a black key.
  private static let blackKeyShifts = [1: -0.12, 3: 0.12, 6: -0.12, 8: 0, 10: 0.12]
  /// The keys in drawing order: white keys, then black keys, each from the left.
  private static let keysInOrder: [NoteNumber] = {
    let keys = (0...NoteNumber.maximum).map { NoteNumber(masking: $0) }
    return keys.filter { !isBlack($0) } + keys.filter { isBlack($0) }
  }()

  /// The height of white keys.
  public let height: Double

  /// Creates a keyboard with a height greater than 0.
  public init(height: Double) { self.height = height }

  /// The width of the keyboard.
  public var width: Double {
    Double(Self.whiteKeyCount) * whiteKeyWidth + Double(Self.whiteKeyCount - 1) * Self.gap
  }
  /// The width of a white key.
  public var whiteKeyWidth: Double { 22 * height / 150 }
  /// The width of a black key.
  public var blackKeyWidth: Double { 14 * whiteKeyWidth / 22 }
  /// The height of a black key.
  public var blackKeyHeight: Double { 100 * height / 150 }

  /// Returns whether a key is black.
  public static func isBlack(_ key: NoteNumber) -> Bool { blackKeyShifts[Int(key.rawValue) % 12] != nil }

  /// Returns the frame of a key.
  public func frame(of key: NoteNumber) -> Rectangle {
    let (octave, step) = Int(key.rawValue).quotientAndRemainder(dividingBy: 12)
    let left = Double(octave * 7 + Self.whiteKeys[step]) * (whiteKeyWidth + Self.gap)
    guard let shift = Self.blackKeyShifts[step] else {
      return Rectangle(x: left, y: 0, width: whiteKeyWidth, height: height)
    }
    let middle = left + whiteKeyWidth + Self.gap / 2 + blackKeyWidth * shift
    return Rectangle(x: middle - blackKeyWidth / 2, y: 0, width: blackKeyWidth, height: blackKeyHeight)
  }

  /// Returns the visible keys in drawing order: white keys, then black keys, each from the left.
  ///
  /// - Parameters:
  ///   - offset: The width of the hidden part at the left.
  ///   - width: The width of the visible part.
  public func visibleKeys(from offset: Double, width: Double) -> [NoteNumber] {
    Self.keysInOrder.filter { key in
      let frame = frame(of: key)
      return frame.x < offset + width && frame.x + frame.width > offset
    }
  }

  /// Returns the key at a point, or `nil` in gaps and outside. Constant time.
  ///
  /// Black keys lie above white keys. The left and upper edges belong to a key, the others don't.
  public func key(at point: Point) -> NoteNumber? {
    guard point.x >= 0, point.x < width else { return nil }
    // The white key or gap at the point, and one more on each side for rounding errors.
    let index = Int(point.x / (whiteKeyWidth + Self.gap))
    let nearby = (index - 2...index + 1).compactMap { Self.whiteKey($0) }
    let blackKeys = nearby.compactMap { NoteNumber(exactly: $0.rawValue + 1) }.filter(Self.isBlack)
    return (blackKeys + nearby).first { frame(of: $0).contains(point) }
  }

  /// Returns the offset that centers a key, as far as the keyboard's ends allow.
  ///
  /// - Parameters:
  ///   - key: The key to center.
  ///   - width: The width of the visible part.
  public func offset(centering key: NoteNumber, width: Double) -> Double {
    let frame = frame(of: key)
    return max(0, min(frame.x + frame.width / 2 - width / 2, self.width - width))
  }

  /// Returns a white key by its index among white keys, or `nil` outside the keyboard.
  private static func whiteKey(_ index: Int) -> NoteNumber? {
    guard 0..<whiteKeyCount ~= index else { return nil }
    return NoteNumber(exactly: index / 7 * 12 + [0, 2, 4, 5, 7, 9, 11][index % 7])
  }
}
