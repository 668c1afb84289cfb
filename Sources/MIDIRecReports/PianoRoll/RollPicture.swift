internal import Instruments
internal import MIDICore
internal import Timelines

extension PianoRoll {
  /// Returns the image as a self-contained SVG document that follows the reader's light or dark scheme.
  ///
  /// Time runs to the right, in up to 12 systems, beyond which it is compressed. Each note has a title with its values,
  /// up to 10,000 notes. Larger numbers are drawn as paths, in which indistinguishable notes are joined.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes and values.
  package func svg() -> String { RollPicture(self).text }
}

/// The image of a roll. A long recording continues in further systems, like sheet music. A very long one is compressed.
///
/// The initializer lays out the image in pixels. ``text`` draws the keyboard and the rows once, and then the notes and
/// curves of each system, whose origin is the upper left corner of its roll.
struct RollPicture {
  private static let keyboardWidth = 54
  static let plotWidth = 1200
  private static let plotLeft = svgMargin + keyboardWidth
  private static let pageWidth = plotLeft + plotWidth + svgMargin
  private static let axisHeight = 20
  private static let laneGap = 8
  private static let systemGap = 26
  /// The number of horizontal positions per pixel.
  static let tenths = 10

  /// The maximum number of systems; larger images aren't useful.
  private static let maxSystemCount: Int64 = 12
  /// The minimum width of most notes.
  private static let wantedNoteWidth: Int64 = 6
  private static let pixelsPerSecond: ClosedRange<Int64> = 20...150

  let roll: PianoRoll
  /// The lowest and the highest note with a row.
  private let notes: ClosedRange<Int>
  let rowHeight: Int
  /// The time of a system.
  private let systemSpan: Nanoseconds
  let systemCount: Int
  private let axis: TimeAxis

  init(_ roll: PianoRoll) {
    self.roll = roll
    notes = Self.rows(for: roll.noteRange)
    let wantedCount = Self.wantedSystemCount(roll)
    if wantedCount == 1 {
      systemSpan = roll.span
      systemCount = 1
    } else {
      // Systems start at round times.
      let share = Nanoseconds(rawValue: (roll.span.rawValue - 1) / wantedCount + 1)
      let step = TimeAxis(span: share, maxCount: 8, end: roll.span).step.rawValue
      systemSpan = Nanoseconds(rawValue: (share.rawValue - 1) / step * step + step)
      systemCount = Int((roll.span.rawValue - 1) / systemSpan.rawValue + 1)
    }
    axis = TimeAxis(span: systemSpan, maxCount: 14, end: roll.span)
    rowHeight = min(max((systemCount == 1 ? 360 : 260) / notes.count, 4), 14)
  }

  /// Returns the rows: at least an octave with a free row above and below, or two octaves around middle C without
  /// notes.
  private static func rows(for range: ClosedRange<Int>?) -> ClosedRange<Int> {
    guard let range else { return 48...72 }
    var (lowest, highest) = (range.lowerBound - 1, range.upperBound + 1)
    let missing = max(0, 12 - (highest - lowest))
    lowest -= missing / 2
    highest += missing - missing / 2
    return max(0, lowest)...min(127, highest)
  }

  /// Returns the number of systems in which three of four notes have the minimum width.
  private static func wantedSystemCount(_ roll: PianoRoll) -> Int64 {
    let lengths = roll.parts.lazy.flatMap(\.notes).compactMap(\.duration?.rawValue).sorted()
    let quartile = lengths.isEmpty ? Nanoseconds.seconds(1).rawValue : max(lengths[lengths.count / 4], 1)
    let wanted = Int128(wantedNoteWidth) * 1_000_000_000 / Int128(quartile)
    let rate = min(max(wanted, Int128(pixelsPerSecond.lowerBound)), Int128(pixelsPerSecond.upperBound))
    let width = Int128(roll.span.rawValue) * rate / 1_000_000_000
    return Int64(min(max((width + 1199) / 1200, 1), Int128(maxSystemCount)))
  }

  /// Returns the times of a system, in tenths of a pixel.
  func scale(ofSystem index: Int) -> TimeScale {
    let start = Nanoseconds(rawValue: systemSpan.rawValue * Int64(index))
    // The last system may end after the largest representable time.
    return TimeScale(start: start, end: start.adding(systemSpan), width: Self.plotWidth * Self.tenths)
  }

  /// Returns the systems that show a time range.
  func systems(from start: Nanoseconds, to end: Nanoseconds) -> ClosedRange<Int> {
    let first = min(Int(start.rawValue / systemSpan.rawValue), systemCount - 1)
    let last = min(Int((end.rawValue - 1) / systemSpan.rawValue), systemCount - 1)
    return first...max(first, last)
  }

  /// Returns the top of a note's row, relative to the roll.
  func top(ofNote number: Int) -> Int { (notes.upperBound - number) * rowHeight }

  private var rollHeight: Int { notes.count * rowHeight }

  static func height(of lane: Curve) -> Int { lane == .sustain ? 28 : 48 }

  /// Returns the top of a lane, relative to the roll.
  func top(of lane: Curve) -> Int {
    roll.lanes.prefix { $0 != lane }.reduce(rollHeight + Self.laneGap) {
      $0 + Self.height(of: $1) + Self.laneGap
    }
  }

  /// The height from the top of the roll to the bottom of the last lane.
  private var plotHeight: Int { roll.lanes.last.map { top(of: $0) + Self.height(of: $0) } ?? rollHeight }

  /// The distance of two systems.
  private var systemHeight: Int { Self.axisHeight + plotHeight + Self.systemGap }
}

// MARK: Elements

extension RollPicture {
  /// The document.
  var text: String {
    let legend = legend
    let systemsTop = 56 + legend.height
    var drawings = noteElements()
    for (index, curves) in curveElements().enumerated() { drawings[index] += curves }
    let systems = drawings.enumerated().map { index, drawing in
      let top = systemsTop + index * systemHeight + Self.axisHeight
      return "<g transform='translate(\(Self.plotLeft) \(top))'>\n\(ground(ofSystem: index))\(drawing)</g>\n"
    }
    return svgImage(
      title: roll.name, subtitle: subtitle, style: Self.style(colors: Set(roll.parts.map(\.color))),
      definitions: "<defs>\(keyboard)</defs>\n", width: Double(Self.pageWidth),
      height: systemsTop + systemCount * systemHeight, content: "\(legend.text)\n\(systems.joined())")
  }

  private var subtitle: String {
    let hanging = roll.hangingCount == 0 ? [] : [pluralized(roll.hangingCount, "hanging note")]
    let facts = [pluralized(roll.noteCount, "note")] + hanging + [pluralized(roll.playingTrackCount, "track")]
    return (facts + [roll.duration.shortText]).joined(separator: ", ")
  }

  /// The maximum number of parts in the legend.
  private static let maxPartCount = 32

  private var legend: PictureLegend {
    var legend = PictureLegend(top: 58, width: Self.pageWidth - 2 * svgMargin)
    for part in roll.parts.prefix(Self.maxPartCount) {
      legend.append(
        "<rect class='fill\(part.color)' width='12' height='12' rx='2'/>", 12,
        part.label(isAlone: roll.playingTrackCount <= 1))
    }
    let rest = roll.parts.count - Self.maxPartCount
    if rest > 0 { legend.append("", 0, "and \(rest) more") }
    if let color = roll.parts.first?.color, roll.noteCount > 0 {
      let steps = (0..<8).map { step in
        "<rect class='fill\(color) s\(step)' x='\(step * 8)' width='8' height='12'/>"
      }
      legend.append(steps.joined(), 64, "velocity 1 to 127")
    }
    if roll.hangingCount > 0 {
      legend.append("<path class='hangs' d='M0 6h28'/>", 28, "hangs: has no note-off")
    }
    return legend
  }

  /// Returns the background of a system: rows, lanes, and marked times.
  private func ground(ofSystem index: Int) -> String {
    let scale = scale(ofSystem: index)
    var text = "<use href='#ground'/>\n"
    for lane in roll.lanes {
      let (top, height) = (top(of: lane), Self.height(of: lane))
      text += "<rect class='plot' y='\(top)' width='\(Self.plotWidth)' height='\(height)'/>"
      let middle = top + height / 2 + 4
      let baseline = lane == .bend ? middle - 7 : middle
      text += "<text class='faint' x='-6' y='\(baseline)' text-anchor='end'>\(lane.name)</text>\n"
      guard lane == .bend, let edge = roll.edges[lane] else { continue }
      text += "<text class='faint' x='-6' y='\(middle + 8)' text-anchor='end'>±\(edge)</text>\n"
    }
    for time in axis.times(from: scale.start, to: scale.end) {
      let position = scale.position(of: time)
      text += "<path class='grid' d='M\(pixels(position)) -6V\(plotHeight)'/>"
      // A time at the right edge is at the left edge of the next system.
      guard position < scale.width - 500 else { continue }
      text += "<text class='faint' x='\(pixels(position + 30))' y='-5'>\(axis.text(time))</text>\n"
    }
    if roll.noteCount == 0 {
      text += "<text class='faint' x='\(Self.plotWidth / 2)' y='\(rollHeight / 2)' "
      text += "text-anchor='middle'>no notes</text>\n"
    }
    return text
  }

  /// The keyboard at the left of each system, and the rows of its keys.
  private var keyboard: String {
    let (width, height) = (Self.keyboardWidth, rollHeight)
    let blackWidth = width * 3 / 5
    var (rows, blacks, borders, octaves, names) = ("", "", "", "", "")
    for number in notes {
      let top = top(ofNote: number)
      if PianoKeyboard.isBlack(NoteNumber(clamping: number)) {
        rows += "M0 \(top)h\(Self.plotWidth)v\(rowHeight)h-\(Self.plotWidth)z"
        blacks += "M-\(width) \(top)h\(blackWidth)v\(rowHeight)h-\(blackWidth)z"
        // White keys meet at the center of the black key.
        borders += "M\(blackWidth - width) \(pixels(10 * top + 5 * rowHeight))H0"
      } else if number % 12 == 0 || number % 12 == 5 {
        borders += "M-\(width) \(top + rowHeight)H0"
      }
      if number % 12 == 0 {
        if number > notes.lowerBound {
          octaves += "M0 \(top + rowHeight)h\(Self.plotWidth)"
        }
        let baseline = min(top + rowHeight / 2 + 3, height - 1)
        let name = NoteNumber(clamping: number).name
        names += "<text class='key' x='-2' y='\(baseline)' text-anchor='end'>\(name)</text>"
      }
    }
    return """
      <g id='ground'>
      <rect class='plot' width='\(Self.plotWidth)' height='\(height)'/>
      <path class='black-row' d='\(rows)'/>
      <path class='octave' d='\(octaves)'/>
      <rect class='white-keys' x='-\(width)' width='\(width)' height='\(height)'/>
      <path class='keys' d='\(borders)M-\(width) 0H0V\(height)H-\(width)z'/>
      <path class='black-keys' d='\(blacks)'/>
      \(names)
      </g>
      """
  }

  /// Returns the style sheet.
  ///
  /// - Parameter colors: The indices of the used colors.
  private static func style(colors: Set<Int>) -> String {
    let rules: [ColorRule] = [
      ("text.key", "fill", "#3d444d", "#23272d"), (".plot", "fill", "#f8f9fb", "#1d2027"),
      (".black-row", "fill", "#eceff4", "#24282f"), (".grid", "stroke", "#d8dde4", "#353b46"),
      (".octave", "stroke", "#c0c7d1", "#4a5260"), (".center", "stroke", "#c0c7d1", "#4a5260"),
      (".white-keys", "fill", "#ffffff", "#d9dce0"), (".black-keys", "fill", "#2b3036", "#101216"),
      (".keys", "stroke", "#aab2bd", "#8b929c"), (".hangs", "stroke", "#d0021b", "#ff5c5c"),
    ]
    let used: [ColorRule] = colors.sorted().flatMap { number in
      let color = PianoRoll.colors[number % PianoRoll.colors.count]
      return ["fill", "stroke"].map { (".\($0)\(number)", $0, color.light, color.dark) }
    }
    let strengths = (0..<8).map { ".s\($0){opacity:.\(30 + 9 * $0)}" }.joined()
    return svgStyle(
      """
      text.key{font-size:9px}
      .grid,.octave,.keys,.center{stroke-width:1;fill:none}
      .line{fill:none;stroke-width:1.4;stroke-linejoin:round}
      .area{fill-opacity:.3;stroke-width:1}
      .hangs{fill:none;stroke-width:1.6;stroke-dasharray:5 3}
      .thick{fill:none}
      \(strengths)
      """, rules + used)
  }
}
