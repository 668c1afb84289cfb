/// A cell of the playing surface.
public struct GridCell: Hashable, Sendable {
  /// The column as the instrument counts, from 1 at the left.
  public let column: Int
  /// The row as the instrument counts, from 0 at the bottom through 7.
  public let row: Int

  /// Makes a cell of its parts.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// Makes a cell of its number in pictures: row by row from the top left, from 0.
  public init(number: Int, of model: LinnStrument) {
    column = number % model.columnCount + 1
    row = LinnStrument.rowCount - 1 - number / model.columnCount
  }

  /// Its number in pictures: row by row from the top left, from 0.
  public func number(on model: LinnStrument) -> Int {
    (LinnStrument.rowCount - 1 - row) * model.columnCount + column - 1
  }
}
