public import MIDICore

/// A held note as the grid shows it.
public struct GridHighlight: Hashable, Sendable {
  /// The index of the source.
  public var source: Int
  /// The channel.
  public var channel: Channel
  /// The note, or in User Firmware Mode the column.
  public var note: NoteNumber
  /// The velocity of the last note-on, 1 through 127.
  public var velocity: UInt7
  /// The color, which the note keeps while it is held.
  public var color: HighlightColor
  /// All cells that can have played the note. The set is empty if the note isn't on the grid.
  public var cells: CellSet
  /// The position of the finger in User Firmware Mode, or `nil` otherwise.
  public var position: GridPosition?

  /// Creates a highlight.
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

/// The position of a finger in User Firmware Mode.
public struct GridPosition: Hashable, Sendable {
  /// From 0 at the surface's left edge through 4,265 at its right edge, or `nil` if it is unknown.
  public var x: UInt14?
  /// From 0 at the cell's lower edge through 127 at its upper edge, or `nil` if it is unknown.
  public var y: UInt7?
  /// The pressure, 0 through 127, or `nil` if it is unknown.
  public var z: UInt7?

  /// Creates an unknown position.
  public init() {}
}
