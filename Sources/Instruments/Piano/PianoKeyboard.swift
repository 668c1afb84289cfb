public import MIDICore

/// The geometry of a piano keyboard of 128 keys, as a function of its height.
///
/// White keys are 22 : 150, black ones 14 : 100 in the same measure; between white keys is a gap of 1, whatever the
/// height. Black keys lie above white ones, each over a gap, a little beside its middle. The keyboard begins with key 0
/// at x = 0, and y = 0 is the upper edge of all keys.
///
/// Source: PianoUI's keyboard, which has four more keys above, of which two are white ones, that MIDI has no notes for.
public struct PianoKeyboard: Hashable, Sendable {
  /// The gap between white keys.
  public static let gap = 1.0
  /// The radius of the lower corners.
  public static let cornerRadius = 4.0
  /// How many of the 128 keys are white.
  public static let whiteKeyCount = 75

  /// The white key of an octave, from 0, that each key is; of a black key, the one left of its gap.
  private static let whiteKeys = [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6]
  /// How far the middle of each black key is from that of its gap, in widths of a black key.
  private static let blackKeyShifts = [1: -0.12, 3: 0.12, 6: -0.12, 8: 0, 10: 0.12]
  /// The keys in the order of drawing: white ones and then black ones, each from the left.
  private static let keysInOrder: [NoteNumber] = {
    let keys = (0...NoteNumber.maximum).map { NoteNumber(masking: $0) }
    return keys.filter { !isBlack($0) } + keys.filter { isBlack($0) }
  }()

  /// How high white keys are.
  public let height: Double

  /// Makes a keyboard of a height above 0.
  public init(height: Double) { self.height = height }

  /// How wide all of it is.
  public var width: Double {
    Double(Self.whiteKeyCount) * whiteKeyWidth + Double(Self.whiteKeyCount - 1) * Self.gap
  }
  /// How wide a white key is.
  public var whiteKeyWidth: Double { 22 * height / 150 }
  /// How wide a black key is.
  public var blackKeyWidth: Double { 14 * whiteKeyWidth / 22 }
  /// How high a black key is.
  public var blackKeyHeight: Double { 100 * height / 150 }

  /// Whether a key is a black one.
  public static func isBlack(_ key: NoteNumber) -> Bool { blackKeyShifts[Int(key.rawValue) % 12] != nil }

  /// Where a key is.
  public func frame(of key: NoteNumber) -> Rectangle {
    let (octave, step) = Int(key.rawValue).quotientAndRemainder(dividingBy: 12)
    let left = Double(octave * 7 + Self.whiteKeys[step]) * (whiteKeyWidth + Self.gap)
    guard let shift = Self.blackKeyShifts[step] else {
      return Rectangle(x: left, y: 0, width: whiteKeyWidth, height: height)
    }
    let middle = left + whiteKeyWidth + Self.gap / 2 + blackKeyWidth * shift
    return Rectangle(x: middle - blackKeyWidth / 2, y: 0, width: blackKeyWidth, height: blackKeyHeight)
  }

  /// The keys that can be seen, white ones first and then black ones, each from the left: in the order of drawing.
  ///
  /// - Parameters:
  ///   - offset: How much of the keyboard is left of what is seen.
  ///   - width: How much is seen.
  public func visibleKeys(from offset: Double, width: Double) -> [NoteNumber] {
    Self.keysInOrder.filter { key in
      let frame = frame(of: key)
      return frame.x < offset + width && frame.x + frame.width > offset
    }
  }

  /// The key at a place; black ones lie above white ones; nothing in gaps and outside. Left and upper edges belong to a
  /// key, its others don't. Constant time.
  public func key(at point: Point) -> NoteNumber? {
    guard point.x >= 0, point.x < width else { return nil }
    // The white key or gap where it is, and one more at each side for what is lost in rounding.
    let index = Int(point.x / (whiteKeyWidth + Self.gap))
    let nearby = (index - 2...index + 1).compactMap { Self.whiteKey($0) }
    let blackKeys = nearby.compactMap { NoteNumber(exactly: $0.rawValue + 1) }.filter(Self.isBlack)
    return (blackKeys + nearby).first { frame(of: $0).contains(point) }
  }

  /// The offset with which a key is in the middle of what is seen, as far as the keyboard goes.
  ///
  /// - Parameters:
  ///   - key: The key in the middle.
  ///   - width: How much is seen.
  public func offset(centering key: NoteNumber, width: Double) -> Double {
    let frame = frame(of: key)
    return max(0, min(frame.x + frame.width / 2 - width / 2, self.width - width))
  }

  /// A white key by its place among them, from 0; nothing outside the keyboard.
  private static func whiteKey(_ index: Int) -> NoteNumber? {
    guard 0..<whiteKeyCount ~= index else { return nil }
    return NoteNumber(exactly: index / 7 * 12 + [0, 2, 4, 5, 7, 9, 11][index % 7])
  }
}
