internal import MIDICore

/// The positions of fingers in User Firmware Mode.
///
/// Channels 1 to 8 are the rows from the bottom. The column is the number of a controller, or the note of a pressure.
/// Values of a cell stay after a release, because the instrument doesn't repeat equal values at the next touch.
struct UserFirmwareSurface: Sendable {
  /// A changed coordinate of a finger.
  struct Move: Hashable, Sendable {
    /// The coordinate.
    enum Axis: String, Sendable {
      case x, y, z
    }

    /// The row, from 0 at the bottom.
    var row: Int
    /// The column, from 1 for the first playable one. Column 0 has the control switches.
    var column: Int
    var axis: Axis
    var value: Int
    /// The previous value, or `nil` if it was unknown.
    var previous: Int?
  }

  /// The number of columns, including the control switches.
  private static let columnCount = 26
  /// The controller with which a slide reports its previous column.
  private static let slide: Controller = 119

  private var positions: [GridPosition]
  /// The LSB of X, which precedes the MSB.
  private var fineX: [UInt7]
  /// The column that a finger slides from, for each row.
  private var slides: [UInt7?]

  /// Creates a surface with unknown positions.
  init() {
    let count = LinnStrument.rowCount * Self.columnCount
    positions = Array(repeating: GridPosition(), count: count)
    fineX = Array(repeating: 0, count: count)
    slides = Array(repeating: nil, count: LinnStrument.rowCount)
  }

  /// Returns the position of a cell: of the note `column` on the row's channel.
  func position(_ channel: Channel, _ column: NoteNumber) -> GridPosition? {
    index(channel, Int(column.rawValue)).map { positions[$0] }
  }

  /// Returns and clears the column that the next note slides from, or `nil` if it doesn't slide.
  mutating func takeSlide(_ channel: Channel) -> NoteNumber? {
    let row = Int(channel.rawValue)
    guard slides.indices.contains(row), let source = slides[row] else { return nil }
    slides[row] = nil
    return NoteNumber(masking: source.rawValue)
  }

  /// Applies a controller.
  ///
  /// - Returns: The changed coordinate, or `nil` if it is unchanged.
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

  /// Applies a note's pressure.
  ///
  /// - Returns: The changed coordinate, or `nil` if it is unchanged.
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
