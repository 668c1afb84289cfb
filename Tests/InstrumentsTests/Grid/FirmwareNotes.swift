import Instruments
import MIDICore

/// The note of each cell of a LinnStrument as the firmware computes it, independent of the code under test, for
/// exhaustive comparison.
struct FirmwareNotes {
  var settings: GridSettings

  /// The columns including the control switches.
  var numCols: Int { settings.model == .model200 ? 26 : 17 }

  /// Returns whether a column belongs to the right split, as `getSplitOf` does.
  func isRight(_ column: Int) -> Bool {
    guard let split = settings.splitColumn else { return settings.isRightSelected }
    return !(column < split)
  }

  /// Returns the first column of a split and the one after its last, as `getSplitBoundaries` does.
  private func boundaries(_ isRight: Bool) -> (Int, Int) {
    guard let split = settings.splitColumn else { return (1, numCols) }
    return isRight ? (split, numCols) : (1, split)
  }

  /// `determineRowOffsetNote`.
  private func rowNote(_ isRight: Bool, _ row: Int) -> Int {
    if settings.rowOffset == .guitar { return Int(settings.guitarTuning[row].rawValue) }
    if settings.rowOffset == .zero { return 30 }
    var lowest = 30
    var offset = 0
    if case .semitones(let number) = settings.rowOffset { offset = number }
    if settings.rowOffset == .invertedGuitar { offset = -17 }
    if offset < 0 { lowest = 65 }
    if settings.rowOffset == .noOverlap {
      let (low, high) = boundaries(isRight)
      offset = high - low
      if settings.splitColumn != nil && isRight {
        let (leftLow, leftHigh) = boundaries(false)
        lowest -= leftHigh - leftLow
      }
    } else if offset == -17 {
      offset = -5
      if row <= 1 { lowest -= 1 }
    } else if offset >= 12 {
      lowest = 18
    } else if offset <= -12 {
      lowest = 18 - 7 * offset
    }
    return lowest + row * offset
  }

  /// `transposedNote`: the note of a cell, or `nil` if the instrument doesn't play it.
  func note(_ column: Int, _ row: Int) -> Int? {
    let isRight = isRight(column)
    let split = isRight ? settings.right : settings.left
    let isLeftHanded =
      switch settings.leftHanded {
      case .none: false
      case .both: true
      case .left: !isRight
      case .right: isRight
      }
    let noteColumn = isLeftHanded ? numCols - column : column
    // `byte notenum`, and the byte that `getNoteNumber` returns: both wrap at 256.
    var byte = (rowNote(isRight, row) + noteColumn - 1) & 0xFF
    byte = (byte - split.transposeLights) & 0xFF
    let note = byte + split.transposePitch + split.octave * 12
    return 0 <= note && note <= 127 ? note : nil
  }

  /// Returns the channels of a row's notes: the one of `takeChannel`, or all from which it takes one.
  func channels(_ column: Int, _ row: Int) -> Set<Int> {
    let split = isRight(column) ? settings.right : settings.left
    switch split.mode {
    case .oneChannel: return [split.mainChannel.number]
    case .channelPerNote: return Set(split.noteChannels.map(\.number))
    case .channelPerRow:
      var channel = split.firstRowChannel.number + (split.isRowOrderReversed ? 7 - row : row)
      if channel > 16 { channel -= 16 }
      return [channel]
    }
  }

  /// Returns all cells of each note on a channel, found by trying each cell.
  func cells(on channel: Int) -> [Int: [Int]] {
    let columns = numCols - 1
    let owners = [false, true].filter { isRight in
      (1...columns).contains { column in
        self.isRight(column) == isRight && (0...7).contains { channels(column, $0).contains(channel) }
      }
    }
    var cells: [Int: [Int]] = [:]
    for number in 0..<8 * columns {
      let column = number % columns + 1
      let row = 7 - number / columns
      guard let note = note(column, row) else { continue }
      let isRight = isRight(column)
      let mode = (isRight ? settings.right : settings.left).mode
      if mode == .channelPerRow, !channels(column, row).contains(channel) { continue }
      if settings.splitColumn != nil, owners.count == 1, owners != [isRight] { continue }
      cells[note, default: []].append(number)
    }
    return cells
  }
}
