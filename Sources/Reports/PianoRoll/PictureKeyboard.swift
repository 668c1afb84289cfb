internal import Instruments
internal import MIDICore

/// The keyboard at the left of each system, and the rows of its keys. It is drawn once and used in each system.
struct PictureKeyboard {
  private let layout: PictureLayout

  init(_ layout: PictureLayout) { self.layout = layout }

  /// The element, whose origin is the upper left corner of the roll.
  var text: String {
    let (width, height, rowHeight) = (PictureLayout.keyboardWidth, layout.rollHeight, layout.rowHeight)
    let blackWidth = width * 3 / 5
    var (rows, blacks, borders, octaves, names) = ("", "", "", "", "")
    for number in layout.notes {
      let top = layout.top(ofNote: number)
      if PianoKeyboard.isBlack(NoteNumber(clamping: number)) {
        rows += "M0 \(top)h\(PictureLayout.plotWidth)v\(rowHeight)h-\(PictureLayout.plotWidth)z"
        blacks += "M-\(width) \(top)h\(blackWidth)v\(rowHeight)h-\(blackWidth)z"
        // White keys meet at the center of the black key.
        borders += "M\(blackWidth - width) \(pixels(10 * top + 5 * rowHeight))H0"
      } else if number % 12 == 0 || number % 12 == 5 {
        borders += "M-\(width) \(top + rowHeight)H0"
      }
      if number % 12 == 0 {
        if number > layout.notes.lowerBound {
          octaves += "M0 \(top + rowHeight)h\(PictureLayout.plotWidth)"
        }
        let baseline = min(top + rowHeight / 2 + 3, height - 1)
        let name = NoteNumber(clamping: number).name
        names += "<text class='key' x='-2' y='\(baseline)' text-anchor='end'>\(name)</text>"
      }
    }
    return """
      <g id='ground'>
      <rect class='plot' width='\(PictureLayout.plotWidth)' height='\(height)'/>
      <path class='black-row' d='\(rows)'/>
      <path class='octave' d='\(octaves)'/>
      <rect class='white-keys' x='-\(width)' width='\(width)' height='\(height)'/>
      <path class='keys' d='\(borders)M-\(width) 0H0V\(height)H-\(width)z'/>
      <path class='black-keys' d='\(blacks)'/>
      \(names)
      </g>
      """
  }
}
