public import MIDICore

/// A model of the LinnStrument. Both have eight rows.
public enum LinnStrument: Int, CaseIterable, Codable, Hashable, Sendable {
  /// The LinnStrument 200, with 25 columns.
  case model200 = 200
  /// The LinnStrument 128, with 16 columns.
  case model128 = 128

  /// The number of rows of both models.
  public static let rowCount = 8

  /// The number of playable columns, without the control switches in column 0.
  public var columnCount: Int { self == .model200 ? 25 : 16 }

  /// The number of playable cells: 200 or 128.
  public var cellCount: Int { rawValue }

  /// The factory setting of the right split's first column.
  var factorySplitColumn: Int { self == .model200 ? 12 : 9 }

  /// Returns the number of a light's cell, or `nil` if the surface has no such cell.
  public func cell(of light: LinnStrumentLight) -> Int? {
    let cell = GridCell(light)
    return contains(cell) ? cell.number(on: self) : nil
  }

  /// Returns whether the surface has a cell.
  func contains(_ cell: GridCell) -> Bool { 1...columnCount ~= cell.column && 0..<Self.rowCount ~= cell.row }
}

/// A cell of the playing surface.
public struct GridCell: Hashable, Sendable {
  /// The column in the instrument's numbering, from 1 at the left.
  public let column: Int
  /// The row in the instrument's numbering, from 0 at the bottom through 7.
  public let row: Int

  /// Creates a cell.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// Creates the cell of a light.
  public init(_ light: LinnStrumentLight) {
    self.init(column: Int(light.column.rawValue), row: Int(light.row.rawValue))
  }

  /// Creates a cell from its number, counted row by row from 0 at the top left.
  public init(number: Int, of model: LinnStrument) {
    column = number % model.columnCount + 1
    row = LinnStrument.rowCount - 1 - number / model.columnCount
  }

  /// Returns the cell's number, counted row by row from 0 at the top left.
  public func number(on model: LinnStrument) -> Int {
    (LinnStrument.rowCount - 1 - row) * model.columnCount + column - 1
  }
}

extension GridCell: CustomStringConvertible {
  /// The place in the instrument's numbering: `column 3, row 7`.
  public var description: String { "column \(column), row \(row)" }
}
