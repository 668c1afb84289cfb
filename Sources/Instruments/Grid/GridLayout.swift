public import MIDICore

/// The assignment of notes to cells for given settings.
public struct GridLayout: Hashable, Sendable {
  /// The settings.
  public let settings: GridSettings
  /// The whole surface, or the left and the right split. Empty in User Firmware Mode, which needs no tables.
  private let sides: [GridSide]

  /// Creates the tables, in a few thousand steps.
  public init(_ settings: GridSettings) {
    self.settings = settings
    let columns = 1...settings.model.columnCount
    let halves = [false, true].filter { isRight in
      // A split that starts beyond the surface has no right side.
      columns.contains { settings.isRight(column: $0) == isRight }
    }
    sides = settings.isUserFirmware ? [] : halves.map { GridSide(settings, isRight: $0) }
  }

  /// Returns the note of a cell, or `nil` if it would be outside 0 through 127, or in User Firmware Mode.
  public func note(of cell: GridCell) -> NoteNumber? {
    settings.isUserFirmware ? nil : settings.note(of: cell)
  }

  /// Returns the channel of a cell's notes, or `nil` in Channel Per Note, which assigns channels freely.
  public func channel(of cell: GridCell) -> Channel? {
    guard settings.model.contains(cell) else { return nil }
    if settings.isUserFirmware { return Channel(exactly: cell.row) }
    let split = settings.isRight(column: cell.column) ? settings.right : settings.left
    return switch split.mode {
    case .oneChannel: split.mainChannel
    case .channelPerNote: nil
    case .channelPerRow: split.channel(ofRow: cell.row)
    }
  }

  /// Returns the cells that can send a note on a channel. Constant time.
  ///
  /// - An unsplit surface accepts all channels, because a recording can have changed them. Channel Per Row accepts the
  ///   channels of its rows.
  /// - A split accepts its own channels. A channel that belongs to neither split can come from both.
  /// - In User Firmware Mode, channels 1 to 8 are the rows, and the note is the column.
  public func cells(of note: NoteNumber, on channel: Channel) -> CellSet {
    guard let first = sides.first else {
      let cell = GridCell(column: Int(note.rawValue), row: Int(channel.rawValue))
      var cells = CellSet()
      if settings.model.contains(cell) { cells.insert(cell.number(on: settings.model)) }
      return cells
    }
    guard sides.count == 2 else { return first.cells(of: note, on: channel) }
    switch (first.takes(channel), sides[1].takes(channel)) {
    case (true, false): return first.cells(of: note, on: channel)
    case (false, true): return sides[1].cells(of: note, on: channel)
    default: return first.cells(of: note, on: channel).union(sides[1].cells(of: note, on: channel))
    }
  }
}

/// The tables of one split or of an unsplit surface.
private struct GridSide: Hashable, Sendable {
  /// The channels of its notes. Bit 0 is channel 1.
  private let channels: UInt16
  /// The cells of each note.
  private let cells: [CellSet]
  /// The cells of each channel in Channel Per Row, or `nil` if the channel doesn't matter.
  private let cellsOfChannels: [CellSet]?

  init(_ settings: GridSettings, isRight: Bool) {
    let split = isRight ? settings.right : settings.left
    var cells = Array(repeating: CellSet(), count: 128)
    var channels: UInt16 = 0
    switch split.mode {
    case .oneChannel: channels = split.mainChannel.bit
    case .channelPerNote: for channel in split.noteChannels { channels |= channel.bit }
    case .channelPerRow: break
    }
    var cellsOfChannels = Array(repeating: CellSet(), count: 16)
    for row in 0..<LinnStrument.rowCount {
      let channel = split.channel(ofRow: row)
      if split.mode == .channelPerRow { channels |= channel.bit }
      for column in 1...settings.model.columnCount where settings.isRight(column: column) == isRight {
        let cell = GridCell(column: column, row: row)
        let number = cell.number(on: settings.model)
        cellsOfChannels[Int(channel.rawValue)].insert(number)
        if let note = settings.note(of: cell) { cells[Int(note.rawValue)].insert(number) }
      }
    }
    self.channels = channels
    self.cells = cells
    self.cellsOfChannels = split.mode == .channelPerRow ? cellsOfChannels : nil
  }

  func takes(_ channel: Channel) -> Bool { channels & channel.bit != 0 }

  func cells(of note: NoteNumber, on channel: Channel) -> CellSet {
    let cells = cells[Int(note.rawValue)]
    return cellsOfChannels.map { cells.intersection($0[Int(channel.rawValue)]) } ?? cells
  }
}

extension Channel {
  /// The channel's bit in a set of channels.
  fileprivate var bit: UInt16 { 1 << UInt16(rawValue) }
}

extension GridSettings.Split {
  /// Returns the channel of a row in Channel Per Row. Channel 1 follows channel 16.
  fileprivate func channel(ofRow row: Int) -> Channel {
    let place = isRowOrderReversed ? LinnStrument.rowCount - 1 - row : row
    return Channel(masking: firstRowChannel.rawValue &+ UInt8(truncatingIfNeeded: place))
  }
}
