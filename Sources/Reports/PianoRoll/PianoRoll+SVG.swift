internal import MIDICore

extension PianoRoll {
  /// Returns the image as a self-contained SVG document that follows the reader's light or dark scheme.
  ///
  /// Time runs to the right, in up to 12 systems, beyond which it is compressed. Each note has a title with its values,
  /// up to 10,000 notes. Larger numbers are drawn as paths, in which indistinguishable notes are joined.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes and values.
  package func svg() -> String {
    let layout = PictureLayout(self)
    let legend = PictureLegend(self)
    let systemsTop = 56 + legend.height
    let height = systemsTop + layout.systemCount * layout.systemHeight
    let width = PictureLayout.pageWidth
    var text = """
      <svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)' \
      viewBox='0 0 \(width) \(height)' role='img'>
      <title>\(name.xmlEscaped)</title>
      \(PictureStyle.text(colors: Set(parts.map(\.color))))
      <defs>\(PictureKeyboard(layout).text)</defs>
      <rect class='page' width='\(width)' height='\(height)'/>
      <text class='name' x='\(PictureLayout.margin)' y='28'>\(shortened(name, to: 100).xmlEscaped)</text>
      <text class='faint' x='\(PictureLayout.margin)' y='47'>\(subtitle)</text>
      \(legend.text(top: 58))

      """
    var drawings = PictureNotes(self, layout).systems
    for (index, curves) in PictureCurves(self, layout).systems.enumerated() { drawings[index] += curves }
    for (index, drawing) in drawings.enumerated() {
      let top = systemsTop + index * layout.systemHeight + PictureLayout.axisHeight
      text += "<g transform='translate(\(PictureLayout.plotLeft) \(top))'>\n"
      text += ground(ofSystem: index, layout) + drawing + "</g>\n"
    }
    return text + "</svg>\n"
  }

  private var subtitle: String {
    let hanging = hangingCount == 0 ? [] : [pluralized(hangingCount, "hanging note")]
    let facts = [pluralized(noteCount, "note")] + hanging + [pluralized(playingTrackCount, "track")]
    return (facts + [duration.shortText]).joined(separator: ", ")
  }

  /// Returns the background of a system: rows, lanes, and marked times.
  private func ground(ofSystem index: Int, _ layout: PictureLayout) -> String {
    let scale = layout.scale(ofSystem: index)
    var text = "<use href='#ground'/>\n"
    for lane in lanes {
      let (top, height) = (layout.top(of: lane), PictureLayout.height(of: lane))
      text += "<rect class='plot' y='\(top)' width='\(PictureLayout.plotWidth)' height='\(height)'/>"
      let middle = top + height / 2 + 4
      let baseline = lane == .bend ? middle - 7 : middle
      text += "<text class='faint' x='-6' y='\(baseline)' text-anchor='end'>\(lane.name)</text>\n"
      guard lane == .bend, let edge = edges[lane] else { continue }
      text += "<text class='faint' x='-6' y='\(middle + 8)' text-anchor='end'>±\(edge)</text>\n"
    }
    for time in layout.axis.times(from: scale.start, to: scale.end) {
      let position = scale.position(of: time)
      text += "<path class='grid' d='M\(pixels(position)) -6V\(layout.plotHeight)'/>"
      // A time at the right edge is at the left edge of the next system.
      guard position < scale.width - 500 else { continue }
      text += "<text class='faint' x='\(pixels(position + 30))' y='-5'>\(layout.axis.text(time))</text>\n"
    }
    if noteCount == 0 {
      text += "<text class='faint' x='\(PictureLayout.plotWidth / 2)' y='\(layout.rollHeight / 2)' "
      text += "text-anchor='middle'>no notes</text>\n"
    }
    return text
  }
}

/// Returns the start of a long text, with `…` for the rest.
func shortened(_ text: String, to count: Int) -> String {
  text.count <= count ? text : text.prefix(max(0, count - 1)) + "…"
}
