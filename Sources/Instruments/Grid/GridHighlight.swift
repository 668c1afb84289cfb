public import MIDICore

/// A held note as the grid shows it.
public struct GridHighlight: Hashable, Sendable {
  /// From which source it came.
  public var source: Int
  /// On which channel.
  public var channel: Channel
  /// Which note; in User Firmware Mode the column.
  public var note: NoteNumber
  /// How hard it was struck the last time, 1 through 127.
  public var velocity: UInt7
  /// Its color, which it keeps while it is held.
  public var color: HighlightColor
  /// All cells that it can have been played on; none where it is not on the grid.
  public var cells: CellSet
  /// Where the finger is, in User Firmware Mode.
  public var position: GridPosition?

  /// Makes a highlight of its parts.
  public init(
    source: Int = 0, channel: Channel, note: NoteNumber, velocity: UInt7, color: HighlightColor,
    cells: CellSet, position: GridPosition? = nil
  ) {
    self.source = source
    self.channel = channel
    self.note = note
    self.velocity = velocity
    self.color = color
    self.cells = cells
    self.position = position
  }
}

/// Where a finger is, as User Firmware Mode says it.
public struct GridPosition: Hashable, Sendable {
  /// From 0 at the left edge of the surface through 4,265 at the right one.
  public var x: UInt14?
  /// From 0 at the lower edge of the cell through 127 at the upper one.
  public var y: UInt7?
  /// How hard it presses, 0 through 127.
  public var z: UInt7?

  /// Makes a position of which nothing is known.
  public init() {}
}
