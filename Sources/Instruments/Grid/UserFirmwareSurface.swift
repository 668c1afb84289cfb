internal import MIDICore

/// The positions of fingers in User Firmware Mode.
///
/// Channels 1 to 8 are the rows from the bottom. The column is the number of a controller, or the note of a pressure.
/// Values of a cell stay after a release, because the instrument doesn't repeat equal values at the next touch.
///
/// X has two halves. The instrument sends the LSB first, although its manual shows the MSB first. The first pair decides
/// which half completes all pairs. A recording can also contain what a host sends to the instrument: controllers 9 to 13
/// for each row, and 20 to 22 for lights. Without an LSB before them, their values tell them from fingers.
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

  /// The halves of one cell's X.
  private struct Halves {
    var fine: UInt7 = 0
    /// Whether the LSB waits for its MSB.
    var isFineNew = false
    /// The MSB that waits for its LSB, if the MSB comes first.
    var coarse: UInt7?
  }

  /// The number of columns, including the control switches.
  private static let columnCount = 26
  /// The controller with which a slide reports its previous column.
  private static let slide: Controller = 119

  private var positions: [GridPosition]
  private var halves: [Halves]
  /// Whether the MSB of X comes first, or `nil` before the first pair.
  private var isCoarseFirst: Bool?
  /// The cell whose MSB was the last message.
  private var lastCoarse: Int?
  /// The column that a finger slides from, for each row.
  private var slides: [UInt7?]

  /// Creates a surface with unknown positions.
  init() {
    let count = LinnStrument.rowCount * Self.columnCount
    positions = Array(repeating: GridPosition(), count: count)
    halves = Array(repeating: Halves(), count: count)
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
    let last = lastCoarse
    lastCoarse = nil
    switch number {
    case 0..<Self.columnCount:
      return index(channel, number).flatMap { setCoarse($0, value) }
    case 32..<32 + Self.columnCount:
      return index(channel, number - 32).flatMap { setFine($0, value, isAfterCoarse: $0 == last) }
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
    lastCoarse = nil
    guard let index = index(channel, Int(column.rawValue)), positions[index].z != pressure else { return nil }
    let before = positions[index].z
    positions[index].z = pressure
    return move(index, .z, Int(pressure.rawValue), from: before.map { Int($0.rawValue) })
  }

  /// Returns whether a controller comes from a host: not a finger's X, but a setting of the row or a part of a light.
  ///
  /// A finger on column 10 has an X of about 1,600, and the host sends 0 or 1. Only the time between updates (13) can
  /// look like an X.
  func isFromHost(_ channel: Channel, _ controller: Controller, _ value: UInt7) -> Bool {
    if let index = index(channel, Int(controller.rawValue)), halves[index].isFineNew { return false }
    return switch controller.rawValue {
    case 9...12: value <= 1
    case 13: isCoarseFirst != true
    case 20: value.rawValue < Self.columnCount
    case 21: value.rawValue < LinnStrument.rowCount
    case 22: value.rawValue < LinnStrumentLight.colorNames.count
    default: false
    }
  }

  private mutating func setCoarse(_ index: Int, _ value: UInt7) -> Move? {
    if isCoarseFirst == true {
      halves[index].coarse = value
      return nil
    }
    if halves[index].isFineNew { isCoarseFirst = false } else { lastCoarse = index }
    halves[index].isFineNew = false
    return setX(index, value)
  }

  private mutating func setFine(_ index: Int, _ value: UInt7, isAfterCoarse: Bool) -> Move? {
    halves[index].fine = value
    if isCoarseFirst == nil, isAfterCoarse { isCoarseFirst = true }
    guard isCoarseFirst == true else {
      halves[index].isFineNew = true
      return nil
    }
    let coarse = halves[index].coarse ?? positions[index].x?.mostSignificant
    halves[index].coarse = nil
    return coarse.flatMap { setX(index, $0) }
  }

  private mutating func setX(_ index: Int, _ coarse: UInt7) -> Move? {
    let x = UInt14(mostSignificant: coarse, leastSignificant: halves[index].fine)
    let before = positions[index].x
    guard before != x else { return nil }
    positions[index].x = x
    return move(index, .x, Int(x.rawValue), from: before.map { Int($0.rawValue) })
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
