public import MIDICore

/// Which cells send which notes, for settings of the instrument.
public struct GridLayout: Hashable, Sendable {
  /// What it was made for.
  public let settings: GridSettings
  /// The whole surface, or the left and the right split. None in User Firmware Mode, where nothing is looked up.
  private let sides: [GridSide]

  /// Makes the tables: a few thousand steps.
  public init(_ settings: GridSettings) {
    self.settings = settings
    let columns = 1...settings.model.columnCount
    let halves = [false, true].filter { isRight in
      // Of a split that begins beyond the surface, nothing is right.
      columns.contains { settings.isRight(column: $0) == isRight }
    }
    sides = settings.isUserFirmware ? [] : halves.map { GridSide(settings, isRight: $0) }
  }

  /// The note that a cell sends; nothing where it would be outside 0 through 127, and in User Firmware Mode.
  public func note(of cell: GridCell) -> NoteNumber? {
    settings.isUserFirmware ? nil : settings.note(of: cell)
  }

  /// The channel on which a cell's notes come, where the cell decides it: One Channel, Channel Per Row and User
  /// Firmware Mode.
  public func channel(of cell: GridCell) -> Channel? {
    guard 1...settings.model.columnCount ~= cell.column, 0..<LinnStrument.rowCount ~= cell.row else {
      return nil
    }
    if settings.isUserFirmware { return Channel(exactly: cell.row) }
    let split = settings.isRight(column: cell.column) ? settings.right : settings.left
    return switch split.mode {
    case .oneChannel: split.mainChannel
    case .channelPerNote: nil
    case .channelPerRow: split.channel(ofRow: cell.row)
    }
  }

  /// The cells that a note on a channel can come from. Constant time.
  ///
  /// - A surface that isn't split takes all channels, as a recording needn't have kept them. Channel Per Row takes those
  ///   of its rows.
  /// - A split takes its own channels. What is on neither split's can come from both.
  /// - In User Firmware Mode, channels 1 to 8 are the rows and the note is the column.
  public func cells(of note: NoteNumber, on channel: Channel) -> CellSet {
    guard let first = sides.first else { return userFirmwareCell(note, channel) }
    guard sides.count == 2 else { return first.cells(of: note, on: channel) }
    switch (first.takes(channel), sides[1].takes(channel)) {
    case (true, false): return first.cells(of: note, on: channel)
    case (false, true): return sides[1].cells(of: note, on: channel)
    default: return first.cells(of: note, on: channel).union(sides[1].cells(of: note, on: channel))
    }
  }

  private func userFirmwareCell(_ note: NoteNumber, _ channel: Channel) -> CellSet {
    let cell = GridCell(column: Int(note.rawValue), row: Int(channel.rawValue))
    guard 1...settings.model.columnCount ~= cell.column, cell.row < LinnStrument.rowCount else {
      return CellSet()
    }
    return CellSet(CollectionOfOne(cell.number(on: settings.model)))
  }
}

/// The tables of a split, or of a surface that isn't split.
private struct GridSide: Hashable, Sendable {
  /// The channels on which its notes come: bit 0 is channel 1.
  private let channels: UInt16
  /// The cells of each note.
  private let cells: [CellSet]
  /// The cells that each channel can mean, in Channel Per Row; nothing where the channel doesn't matter.
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
  /// The bit of this channel in a set of channels.
  fileprivate var bit: UInt16 { 1 << UInt16(rawValue) }
}

extension GridSettings.Split {
  /// The channel of a row in Channel Per Row: they go on from 1 after 16.
  fileprivate func channel(ofRow row: Int) -> Channel {
    let place = isRowOrderReversed ? LinnStrument.rowCount - 1 - row : row
    return Channel(masking: firstRowChannel.rawValue &+ UInt8(truncatingIfNeeded: place))
  }
}

/// A model of the LinnStrument. Both have eight rows.
public enum LinnStrument: Int, CaseIterable, Hashable, Sendable {
  /// The LinnStrument 200, of 25 columns.
  case model200 = 200
  /// The LinnStrument 128, of 16 columns.
  case model128 = 128

  /// How many rows both have.
  public static let rowCount = 8

  /// How many columns can be played; the strip of control switches, column 0, isn't counted.
  public var columnCount: Int { self == .model200 ? 25 : 16 }

  /// How many cells can be played: 200 or 128.
  public var cellCount: Int { rawValue }
}

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
