/// A visual form of a result: lit cells or pressed keys.
public enum InstrumentView: Hashable, Sendable {
  /// A playing surface: lights, and notes with the attributes `cells` and `color`.
  case grid(LinnStrument)
  /// A piano keyboard, whose entries have the attributes `key` and `tint`.
  case piano
}

extension InstrumentView {
  /// Returns the place of a cell by its number, such as `column 3, row 7`, or `nil` if the instrument has no cells.
  package var cellText: ((Int) -> String)? {
    guard case .grid(let model) = self else { return nil }
    return { 0..<model.cellCount ~= $0 ? "\(GridCell(number: $0, of: model))" : "cell \($0)" }
  }
}
