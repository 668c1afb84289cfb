public import MIDICore

/// A change of a passage: of the notes in a time range of the expected take, or of some of these notes.
///
/// A comparison reports it once, and not for each note. ``Comparison`` applies its passage changes to the expected
/// performance (`[PassageChange].applied(to:partners:)`), and the rest are the differences of single notes.
public struct PassageChange: Hashable, Sendable {
  /// The notes that change.
  public var passage: Passage
  /// The effect of the change.
  public var effect: PassageEffect
  /// The number of expected notes that have the effect.
  public var noteCount: Int

  /// Creates a change with the given values.
  public init(_ effect: PassageEffect, of passage: Passage, noteCount: Int = 0) {
    self.effect = effect
    self.passage = passage
    self.noteCount = noteCount
  }
}

/// A time range of the expected take, and a part of the notes that start there.
public struct Passage: Hashable, Sendable {
  /// The start. A note at this time belongs to the passage.
  public var start: Nanoseconds
  /// The end, or `nil` for the end of the take. A note at this time doesn't belong to the passage.
  public var end: Nanoseconds?
  /// The sources and channels of the notes.
  public var part: TakePart
  /// The pitches of the notes.
  public var pitches: ClosedRange<NoteNumber>

  /// All pitches.
  public static let allPitches = NoteNumber(0)...NoteNumber(127)

  /// Creates a passage with the given values. By default, it is the whole take.
  public init(
    start: Nanoseconds = .zero, end: Nanoseconds? = nil, part: TakePart = TakePart(),
    pitches: ClosedRange<NoteNumber> = allPitches
  ) {
    self.start = start
    self.end = end
    self.part = part
    self.pitches = pitches
  }

  /// Returns whether a note of the expected take belongs to the passage.
  package func contains(_ note: Note) -> Bool {
    contains(note.onset) && pitches.contains(note.number) && part.contains(note)
  }

  /// Returns whether a time is within the range.
  func contains(_ time: Nanoseconds) -> Bool { time >= start && end.map { time < $0 } ?? true }
}

extension TakePart {
  /// Returns whether a note belongs to the part.
  func contains(_ note: Note) -> Bool {
    source.map { $0 == note.source } ?? true && (channels.isEmpty || channels.contains(note.channel))
  }
}

/// The effect of a change on the notes of a passage.
public enum PassageEffect: Hashable, Sendable {
  /// The notes are this many semitones higher, or lower if negative.
  case transposed(bySemitones: Int)
  /// The notes weren't played.
  case missing
  /// The velocities are multiplied by this many thousandths. The products are rounded down, or to the nearest number.
  case velocitiesScaled(toThousandths: Int, roundsDown: Bool = false)
  /// The velocities are higher by this number, or lower if it is negative.
  case velocitiesShifted(by: Int)
  /// The velocities are all equal.
  case velocitiesSet(to: UInt7)
  /// The durations are multiplied by this many thousandths.
  case durationsScaled(toThousandths: Int)
  /// The notes are later by this time, or earlier if it is negative. They keep their durations.
  case late(by: Nanoseconds)
  /// Everything from the start of the passage on is later by this time, or earlier if it is negative.
  case delayed(by: Nanoseconds)
  /// The passage was cut out, so everything after it is earlier by its length. Values that change in the passage change
  /// at the cut if it keeps values, and are cut out with the notes otherwise.
  case cut(keepsValues: Bool = false)
  /// The passage is longer by this many billionths, or shorter if negative. Everything after it is later accordingly.
  case stretched(byBillionths: Int64)
  /// The tempo rises or falls: it is slower by some billionths at the start and by others at the end, or faster if they
  /// are negative. Everything after the passage is later by a time, or earlier if it is negative.
  case drifted(fromBillionths: Int64, toBillionths: Int64, by: Nanoseconds)
  /// The second of two equal parts of a beat starts later: the first part is this many thousandths of the second. The
  /// ends of notes move as onsets at their times would, or otherwise with their notes.
  case swung(ratioThousandths: Int, partsPerQuarter: Int, includesEnds: Bool = false)
  /// The notes start at the nearest of this many equal parts of a quarter note. They also end at the nearest part, or
  /// otherwise keep their durations.
  case quantized(partsPerQuarter: Int, includesEnds: Bool = false)
  /// Each note is earlier or later, at most by this time. Its length may differ by at most as much.
  case humanized(within: Nanoseconds)
}

extension PassageEffect {
  /// Whether the effect moves the notes of the passage only, each with its end, and nothing after it.
  var movesNotes: Bool {
    switch self {
    case .late, .swung, .quantized, .humanized: true
    default: false
    }
  }

  /// Whether the effect is a cut.
  package var isCut: Bool { if case .cut = self { true } else { false } }

  /// Whether ends of notes move as onsets at their times would.
  package var includesEnds: Bool {
    get {
      switch self {
      case .swung(_, _, let includesEnds), .quantized(_, let includesEnds): includesEnds
      default: false
      }
    }
    set {
      switch self {
      case .swung(let ratio, let parts, _):
        self = .swung(ratioThousandths: ratio, partsPerQuarter: parts, includesEnds: newValue)
      case .quantized(let parts, _): self = .quantized(partsPerQuarter: parts, includesEnds: newValue)
      default: break
      }
    }
  }

  /// Whether the effect moves everything after the start of the passage: notes, values, and events.
  package var movesTime: Bool {
    switch self {
    case .delayed, .cut, .stretched, .drifted: true
    default: false
    }
  }
}
