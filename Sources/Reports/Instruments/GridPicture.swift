public import Instruments
public import MIDICore

/// What a grid shows at a moment, to be drawn.
public struct GridPicture: Sendable {
  /// What stands above it.
  public var title: String
  /// The moment, since the start.
  public var time: Nanoseconds
  /// Which cells send which notes.
  public var layout: GridLayout
  /// The held notes, the last on top.
  public var highlights: [GridHighlight]
  /// In which octave notes are named.
  public var middleC: MiddleC

  /// Makes a picture of its parts.
  public init(
    title: String, time: Nanoseconds, layout: GridLayout, highlights: [GridHighlight],
    middleC: MiddleC = .octave4
  ) {
    self.title = title
    self.time = time
    self.layout = layout
    self.highlights = highlights
    self.middleC = middleC
  }
}
