internal import MIDICore
internal import Timelines

/// The notes that sound now, with their expression.
struct HeldNotes {
  /// The identity of a note that sounds.
  struct Key: Hashable {
    let source: Int
    let channel: Channel
    let note: NoteNumber
  }

  /// A note that sounds.
  struct Hold {
    let key: Key
    let velocity: UInt7
    /// The time of the last note-on.
    let since: Nanoseconds
    /// Whether the key is up, and a pedal holds the note.
    var isPedal = false
    /// The expression of the note alone, which an MPE zone or poly pressure has.
    var expression = ChannelExpression()
    /// The number of the note among all notes so far.
    let number: Int
  }

  private var holds: [Key: Hold] = [:]
  private var count = 0

  /// The notes in order of their last note-ons.
  var all: [Hold] { holds.values.sorted { $0.number < $1.number } }

  /// Applies a change of a timeline.
  ///
  /// - Parameter report: Receives each note that starts, and each note that ends with the time of its end.
  mutating func apply(_ entry: Timeline.Entry, report: (Hold, _ end: Nanoseconds?) -> Void) {
    guard case .note(let note, let transition) = entry.change, let channel = entry.channel else { return }
    let key = Key(source: entry.source, channel: channel, note: note)
    switch transition {
    case .sounding(let velocity), .retriggered(let velocity, _):
      if let earlier = holds[key] { report(earlier, entry.time) }
      count += 1
      let hold = Hold(key: key, velocity: velocity, since: entry.time, number: count)
      holds[key] = hold
      report(hold, nil)
    case .held: holds[key]?.isPedal = true
    case .released, .silent, .stolen:
      if let hold = holds.removeValue(forKey: key) { report(hold, entry.time) }
    case .expression(let expression): holds[key]?.expression.apply(expression)
    case .stillSounding, .strayNoteOff, .hanging: break
    }
  }
}

/// The expression of a channel or of one note. Unknown values are `nil`.
struct ChannelExpression {
  private(set) var bend: UInt14?
  private(set) var pressure: UInt7?
  private(set) var timbre: UInt7?

  /// Applies a new value.
  mutating func apply(_ expression: Timeline.Expression) {
    switch expression {
    case .bend(let value): bend = value
    case .pressure(let value): pressure = value
    case .timbre(let value): timbre = value
    }
  }

  /// Returns the values, with those of the channel where the note has none.
  func over(_ channel: ChannelExpression) -> ChannelExpression {
    var merged = self
    merged.bend = bend ?? channel.bend
    merged.pressure = pressure ?? channel.pressure
    merged.timbre = timbre ?? channel.timbre
    return merged
  }
}
