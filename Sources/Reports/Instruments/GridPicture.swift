package import Instruments
package import MIDICore

/// What a grid shows at a moment, to be drawn.
package struct GridPicture: Sendable {
  /// What stands above it.
  package var title: String
  /// The moment, since the start.
  package var time: Nanoseconds
  /// Which cells send which notes.
  package var layout: GridLayout
  /// The held notes, the last on top.
  package var highlights: [GridHighlight]
  /// In which octave notes are named.
  package var middleC: MiddleC

  /// Makes a picture of its parts.
  package init(
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
