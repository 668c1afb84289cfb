internal import MIDICore

/// The firmware's formula for the note of a cell.
extension GridSettings {
  /// The column after the last one, counted from the control switches: the firmware's `NUMCOLS`.
  private var endColumn: Int { model.columnCount + 1 }

  /// Returns whether a column belongs to the right split, or the unsplit surface uses the right split's settings.
  func isRight(column: Int) -> Bool { splitColumn.map { column >= $0 } ?? isRightSelected }

  /// Returns the note of a cell, or `nil` if it is outside 0 through 127 or the cell doesn't exist.
  func note(of cell: GridCell) -> NoteNumber? {
    let isRight = isRight(column: cell.column)
    guard model.contains(cell), let start = rowStart(cell.row, isRight: isRight) else { return nil }
    let side = isRight ? right : left
    let steps = (isLeftHanded(isRight: isRight) ? endColumn - cell.column : cell.column) - 1
    // The firmware uses a byte until it adds pitch and octave. So a note below 0 wraps around to a high number, which
    // no octave corrects.
    let base = UInt8(truncatingIfNeeded: start + steps - side.transposeLights.clamped(to: -7...7))
    let shift = side.transposePitch.clamped(to: -7...7) + side.octave.clamped(to: -5...5) * 12
    return NoteNumber(exactly: Int(base) + shift)
  }

  private func isLeftHanded(isRight: Bool) -> Bool {
    leftHanded == .both || leftHanded == (isRight ? .right : .left)
  }

  /// Returns the first note of a row before transposition, or `nil` for a guitar row without one.
  private func rowStart(_ row: Int, isRight: Bool) -> Int? {
    // F sharp, ten semitones below a guitar's lowest string.
    let lowest = 30
    switch rowOffset {
    case .zero: return lowest
    case .guitar: return guitarTuning.indices.contains(row) ? Int(guitarTuning[row].rawValue) : nil
    case .invertedGuitar: return 65 - (row <= 1 ? 1 : 0) - 5 * row
    case .noOverlap:
      // The right split starts like the left one, as if there were two instruments side by side.
      let split = (splitColumn ?? 1).clamped(to: 1...25)
      guard isRight, splitColumn != nil else {
        return lowest + row * ((splitColumn == nil ? endColumn : split) - 1)
      }
      return lowest - (split - 1) + row * (endColumn - split)
    case .semitones(let number):
      let offset = number.clamped(to: -16...16)
      let start =
        switch offset {
        case 12...: 18
        case ...(-12): 18 - 7 * offset
        case ..<0: 65
        default: lowest
        }
      return start + row * offset
    }
  }
}

extension Int {
  /// Returns the nearest number in a range.
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
