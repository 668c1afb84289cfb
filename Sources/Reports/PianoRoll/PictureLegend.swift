internal import MIDICore

/// The legend of the colors.
struct PictureLegend {
  private static let maxCount = 32
  private static let lineHeight = 20

  /// A sample and its text.
  struct Entry {
    fileprivate var sample: String
    fileprivate var sampleWidth: Int
    fileprivate var text: String
    /// The distance from its left end to the next entry.
    fileprivate var width: Int

    /// Creates an entry. The sample has its upper left corner at 0, 0, and a height of 12.
    init(_ sample: String, _ sampleWidth: Int, _ text: String) {
      (self.sample, self.sampleWidth, self.text) = (sample, sampleWidth, text)
      // Wide enough for the widest common font, and for square characters.
      let textWidth = text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 7 : 13) }
      width = sampleWidth + 6 + textWidth + 18
    }
  }

  private let lines: [[Entry]]

  init(_ roll: PianoRoll) {
    var entries = roll.parts.prefix(Self.maxCount).map { part in
      Entry(
        "<rect class='fill\(part.color)' width='12' height='12' rx='2'/>", 12,
        part.label(isAlone: roll.playingTrackCount <= 1))
    }
    if roll.parts.count > Self.maxCount {
      entries.append(Entry("", 0, "and \(roll.parts.count - Self.maxCount) more"))
    }
    if let color = roll.parts.first?.color, roll.noteCount > 0 {
      let steps = (0..<8).map { step in
        "<rect class='fill\(color) s\(step)' x='\(step * 8)' width='8' height='12'/>"
      }
      entries.append(Entry(steps.joined(), 64, "velocity 1 to 127"))
    }
    if roll.hangingCount > 0 {
      entries.append(Entry("<path class='hangs' d='M0 6h28'/>", 28, "hangs: has no note-off"))
    }
    self.init(entries, width: PictureLayout.pageWidth - 2 * PictureLayout.margin)
  }

  /// Breaks entries into lines of a width.
  init(_ entries: [Entry], width: Int) {
    var lines: [[Entry]] = []
    var room = 0
    for entry in entries {
      if entry.width > room {
        lines.append([])
        room = width
      }
      lines[lines.count - 1].append(entry)
      room -= entry.width
    }
    self.lines = lines
  }

  var height: Int { lines.count * Self.lineHeight }

  /// Returns the elements.
  func text(top: Int) -> String {
    var text = ""
    for (index, line) in lines.enumerated() {
      var left = PictureLayout.margin
      for entry in line {
        text += "<g transform='translate(\(left) \(top + index * Self.lineHeight))'>\(entry.sample)"
        text += "<text x='\(entry.sampleWidth + 6)' y='10'>\(entry.text.xmlEscaped)</text></g>\n"
        left += entry.width
      }
    }
    return text
  }
}

extension PianoRoll.Part {
  /// Returns the label: `Piano, channel 1`, `track 2, channel 1`, or `channel 1` if there is only one track.
  func label(isAlone: Bool) -> String {
    let name = (trackName ?? "").printable
    let track = name.isEmpty ? (isAlone ? "" : "track \(trackNumber)") : shortened(name, to: 32)
    return [track, "channel \(channel)"].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
