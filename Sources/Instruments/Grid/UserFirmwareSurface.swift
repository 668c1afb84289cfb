internal import MIDICore

/// Where fingers are, as User Firmware Mode says it: channel 1 to 8 is the row from the bottom, and the column is in the
/// number of a controller, or the note of a pressure.
///
/// What was said of a cell stays when its key goes up: the instrument doesn't say again what is the same at the next
/// touch.
struct UserFirmwareSurface: Sendable {
  /// A place that became known.
  struct Move: Hashable, Sendable {
    /// What was said of a finger.
    enum Axis: String, Sendable {
      case x, y, z
    }

    /// From 0 at the bottom.
    var row: Int
    /// From 1 for the first that can be played; 0 is a control switch.
    var column: Int
    var axis: Axis
    var value: Int
    /// The value before; nothing where none was known.
    var previous: Int?
  }

  /// Columns as the instrument counts, with the control switches.
  private static let columnCount = 26
  /// The controller by which a slide says the column that it comes from.
  private static let slide: Controller = 119

  private var positions: [GridPosition]
  /// The fine half of X, which comes before the coarse one.
  private var fineX: [UInt7]
  /// From which column a finger slides in each row.
  private var slides: [UInt7?]

  /// Makes a surface of which nothing is known.
  init() {
    let count = LinnStrument.rowCount * Self.columnCount
    positions = Array(repeating: GridPosition(), count: count)
    fineX = Array(repeating: 0, count: count)
    slides = Array(repeating: nil, count: LinnStrument.rowCount)
  }

  /// What is known of a cell: of the note `column` on the row's channel.
  func position(_ channel: Channel, _ column: NoteNumber) -> GridPosition? {
    index(channel, Int(column.rawValue)).map { positions[$0] }
  }

  /// The column from which the note that comes now slid, if it did.
  mutating func takeSlide(_ channel: Channel) -> NoteNumber? {
    let row = Int(channel.rawValue)
    guard slides.indices.contains(row), let source = slides[row] else { return nil }
    slides[row] = nil
    return NoteNumber(masking: source.rawValue)
  }

  /// Takes a controller.
  ///
  /// - Returns: What is known now of a finger, if that is another than before.
  mutating func control(_ channel: Channel, _ controller: Controller, _ value: UInt7) -> Move? {
    let number = Int(controller.rawValue)
    switch number {
    case 0..<Self.columnCount:
      guard let index = index(channel, number) else { return nil }
      let x = UInt14(mostSignificant: value, leastSignificant: fineX[index])
      let before = positions[index].x
      guard before != x else { return nil }
      positions[index].x = x
      return move(index, .x, Int(x.rawValue), from: before.map { Int($0.rawValue) })
    case 32..<32 + Self.columnCount:
      if let index = index(channel, number - 32) { fineX[index] = value }
    case 64..<64 + Self.columnCount:
      guard let index = index(channel, number - 64), positions[index].y != value else { return nil }
      let before = positions[index].y
      positions[index].y = value
      return move(index, .y, Int(value.rawValue), from: before.map { Int($0.rawValue) })
    case Int(Self.slide.rawValue):
      if slides.indices.contains(Int(channel.rawValue)) { slides[Int(channel.rawValue)] = value }
    default: break
    }
    return nil
  }

  /// Takes a pressure of a note.
  ///
  /// - Returns: What is known now of a finger, if that is another than before.
  mutating func press(_ channel: Channel, _ column: NoteNumber, _ pressure: UInt7) -> Move? {
    guard let index = index(channel, Int(column.rawValue)), positions[index].z != pressure else { return nil }
    let before = positions[index].z
    positions[index].z = pressure
    return move(index, .z, Int(pressure.rawValue), from: before.map { Int($0.rawValue) })
  }

  private func move(_ index: Int, _ axis: Move.Axis, _ value: Int, from previous: Int?) -> Move {
    Move(
      row: index / Self.columnCount, column: index % Self.columnCount, axis: axis, value: value,
      previous: previous)
  }

  private func index(_ channel: Channel, _ column: Int) -> Int? {
    guard channel.rawValue < LinnStrument.rowCount, column < Self.columnCount else { return nil }
    return Int(channel.rawValue) * Self.columnCount + column
  }
}
