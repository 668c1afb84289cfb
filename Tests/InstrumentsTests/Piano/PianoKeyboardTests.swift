import Instruments
import MIDICore
import TestSupport
import Testing

/// The dimensions of PianoUI's keyboard at any height.
@Suite struct PianoKeyboardTests {
  private static let allKeys = (0...127).map { NoteNumber(masking: UInt8($0)) }
  private static let heights = [150.0, 1, 37.5, 60, 149.9, 240, 300, 1234.5]

  private func isNear(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  @Test func keysHaveDocumentedSizes() {
    let keyboard = PianoKeyboard(height: 150)
    #expect(keyboard.whiteKeyWidth == 22)
    #expect(keyboard.blackKeyWidth == 14)
    #expect(keyboard.blackKeyHeight == 100)
    #expect(PianoKeyboard.gap == 1)
    #expect(PianoKeyboard.cornerRadius == 4)
  }

  @Test func keyboardHas75WhiteAnd53BlackKeys() {
    #expect(Self.allKeys.filter { !PianoKeyboard.isBlack($0) }.count == 75)
    #expect(PianoKeyboard.whiteKeyCount == 75)
  }

  @Test func keyboardLacksTwoWhiteKeysOfSource() {
    let keyboard = PianoKeyboard(height: 150)
    #expect(keyboard.width == 1724)
    #expect(keyboard.width + 2 * (22 + 1) == 1770)
  }

  @Test(arguments: heights) func widthIs75KeysAnd74Gaps(height: Double) {
    let keyboard = PianoKeyboard(height: height)
    #expect(isNear(keyboard.width, 75 * 22 * height / 150 + 74))
  }

  @Test(arguments: heights) func whiteKeysAreSeparatedByGaps(height: Double) {
    let keyboard = PianoKeyboard(height: height)
    let width = 22 * height / 150
    for (index, key) in Self.allKeys.filter({ !PianoKeyboard.isBlack($0) }).enumerated() {
      let frame = keyboard.frame(of: key)
      #expect(isNear(frame.x, Double(index) * (width + 1)))
      #expect(isNear(frame.width, width))
      #expect(frame.y == 0 && frame.height == height)
    }
  }

  /// The lowest octave at a height of 150.
  @Test(
    arguments: [
      (1, 13.82, 27.82), (3, 40.18, 54.18), (6, 82.82, 96.82), (8, 107.5, 121.5), (10, 132.18, 146.18),
    ] as [(NoteNumber, Double, Double)])
  func blackKeysAreOffCenter(key: NoteNumber, left: Double, right: Double) {
    let frame = PianoKeyboard(height: 150).frame(of: key)
    #expect(isNear(frame.x, left))
    #expect(isNear(frame.x + frame.width, right))
    #expect(frame.y == 0 && frame.height == 100)
  }

  @Test(arguments: heights) func blackKeyShiftIsProportionalToWidth(height: Double) {
    let keyboard = PianoKeyboard(height: height)
    let offsets = ["C#": -0.12, "D#": 0.12, "F#": -0.12, "G#": 0, "A#": 0.12]
    for key in Self.allKeys where PianoKeyboard.isBlack(key) {
      // The gap is between the white keys a semitone below and above.
      guard let below = NoteNumber(exactly: key.rawValue - 1) else { continue }
      let frame = keyboard.frame(of: key)
      let white = keyboard.frame(of: below)
      let offset = offsets[String(key.name.prefix(2))] ?? .nan
      let middle = white.x + white.width + 0.5 + frame.width * offset
      #expect(isNear(frame.x + frame.width / 2, middle))
      #expect(isNear(frame.width, 14 * height / 150))
      #expect(isNear(frame.height, 100 * height / 150))
    }
  }

  @Test func octavesAreEqual() {
    let keyboard = PianoKeyboard(height: 150)
    for key in Self.allKeys.dropLast(12) {
      let higher = keyboard.frame(of: NoteNumber(masking: key.rawValue + 12))
      #expect(isNear(higher.x - keyboard.frame(of: key).x, 7 * 23))
    }
  }

  @Test(arguments: heights) func pointBelongsToTopmostKey(height: Double) {
    let keyboard = PianoKeyboard(height: height)
    let inOrder =
      Self.allKeys.filter(PianoKeyboard.isBlack) + Self.allKeys.filter { !PianoKeyboard.isBlack($0) }
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<2000 {
      let point = Point(
        x: .random(in: -10...keyboard.width + 10, using: &generator),
        y: .random(in: -height / 10...height * 1.1, using: &generator))
      #expect(
        keyboard.key(at: point) == inOrder.first { keyboard.frame(of: $0).contains(point) }, "\(point)")
    }
  }

  @Test(arguments: heights) func edgesBelongToKeyThatStartsThere(height: Double) {
    let keyboard = PianoKeyboard(height: height)
    let inOrder =
      Self.allKeys.filter(PianoKeyboard.isBlack) + Self.allKeys.filter { !PianoKeyboard.isBlack($0) }
    for key in Self.allKeys {
      let frame = keyboard.frame(of: key)
      // At its lower end, where no other key covers it.
      #expect(keyboard.key(at: Point(x: frame.x, y: frame.height.nextDown)) == key)
      for x in [frame.x.nextDown, frame.x + frame.width, (frame.x + frame.width).nextDown] {
        for y in [0, keyboard.blackKeyHeight, keyboard.blackKeyHeight.nextDown, height.nextDown] {
          let point = Point(x: x, y: y)
          #expect(
            keyboard.key(at: point) == inOrder.first { keyboard.frame(of: $0).contains(point) }, "\(point)")
        }
      }
    }
  }

  @Test func gapBelowBlackKeysIsNotKey() {
    let keyboard = PianoKeyboard(height: 150)
    #expect(keyboard.key(at: Point(x: 22.5, y: 99.9)) == 1)
    #expect(keyboard.key(at: Point(x: 22.5, y: 100)) == nil)
    #expect(keyboard.key(at: Point(x: 21.9, y: 100)) == 0)
    #expect(keyboard.key(at: Point(x: 23, y: 100)) == 2)
    // There is no black key between E and F.
    #expect(keyboard.key(at: Point(x: 3 * 23 - 0.5, y: 1)) == nil)
  }

  @Test(
    arguments: [
      Point(x: -0.1, y: 1), Point(x: 1724, y: 1), Point(x: 1, y: -0.1), Point(x: 1, y: 150),
      Point(x: .nan, y: 1), Point(x: 1, y: .nan), Point(x: .infinity, y: 1), Point(x: -.infinity, y: 1),
      Point(x: 1e300, y: 1),
    ])
  func outsideIsNotKey(point: Point) {
    #expect(PianoKeyboard(height: 150).key(at: point) == nil)
  }

  @Test(arguments: [0, -1, -150.0 / 22, -1e9, 1e300, .infinity, .nan] as [Double])
  func anyHeightIsAccepted(height: Double) {
    let keyboard = PianoKeyboard(height: height)
    for x in [0, 1, 1e9, .nan, .infinity] as [Double] { _ = keyboard.key(at: Point(x: x, y: 0)) }
    #expect(keyboard.visibleKeys(from: .nan, width: 10).isEmpty)
  }

  @Test func visibleKeysAreSortedForDrawing() {
    let keyboard = PianoKeyboard(height: 150)
    // From within D to within F: D, E, F. C# ends at 27.82, and F# starts at 82.82.
    #expect(keyboard.visibleKeys(from: 27.9, width: 54) == [2, 4, 5, 3])
    #expect(keyboard.visibleKeys(from: 27.8, width: 55.1) == [2, 4, 5, 1, 3, 6])
  }

  @Test func keyAtEdgeIsNotVisible() {
    let keyboard = PianoKeyboard(height: 150)
    #expect(keyboard.visibleKeys(from: 22, width: 1) == [1])
    #expect(keyboard.visibleKeys(from: 1724, width: 100).isEmpty)
    #expect(keyboard.visibleKeys(from: -100, width: 100).isEmpty)
  }

  @Test func allKeysAreVisibleInFullView() {
    let keyboard = PianoKeyboard(height: 150)
    let keys = keyboard.visibleKeys(from: 0, width: keyboard.width)
    #expect(
      keys == Self.allKeys.filter { !PianoKeyboard.isBlack($0) } + Self.allKeys.filter(PianoKeyboard.isBlack))
  }

  @Test func middleCIsCentered() {
    let keyboard = PianoKeyboard(height: 150)
    // Middle C is the 36th white key, from 805 to 827.
    #expect(keyboard.frame(of: 60).x == 805)
    #expect(keyboard.offset(centering: 60, width: 400) == 816 - 200)
  }

  @Test func scrollingStopsAtEnds() {
    let keyboard = PianoKeyboard(height: 150)
    #expect(keyboard.offset(centering: 0, width: 400) == 0)
    #expect(keyboard.offset(centering: 127, width: 400) == 1324)
    #expect(keyboard.offset(centering: 60, width: 2000) == 0)
  }
}
