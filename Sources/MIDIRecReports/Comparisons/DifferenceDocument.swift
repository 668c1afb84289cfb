internal import Instruments
internal import MIDICore
internal import MIDIFiles
internal import Timelines

/// A difference as JSON.
struct DifferenceDocument: Encodable, Sendable {
  /// A value that differed.
  struct Value: Encodable, Sendable {
    var source: Int
    var channel: Int
    var quantity: String
    var start: Int64
    var end: Int64
    var expected: Int?
    var actual: Int?
    var affectedNotes: Int
  }

  /// An event.
  struct Event: Encodable, Sendable {
    var source: Int
    var channel: Int?
    var time: Int64
    var event: String
    /// The bytes of a system message in hexadecimal.
    var bytes: String?
    var light: LightDocument?
  }

  /// A time range of the expected take, and the notes that start there.
  struct Passage: Encodable, Sendable {
    var start: Int64
    /// The end, if it isn't that of the take. A note at this time doesn't belong to the passage.
    var end: Int64?
    /// The expected source of the notes, if it isn't all of them.
    var source: Int?
    /// The expected channels of the notes, if they aren't all of them.
    var channels: [Int]?
    /// The lowest and the highest note, if some notes of the range don't belong to the passage.
    var lowestNote: Int?
    var highestNote: Int?
    /// The number of expected notes that changed.
    var notes: Int
  }

  /// A change with the values of its kind.
  struct Change: Encodable, Sendable {
    var kind: String
    /// The effect on a passage: `transposed`, `missing`, `velocities scaled`, `velocities shifted`, `velocities set`,
    /// `durations scaled`, `late`, `delayed`, `cut`, `stretched`, `drifted`, `swung`, `quantized`, or `humanized`.
    var effect: String?
    /// The amount in nanoseconds.
    var by: Int64?
    var semitones: Int?
    /// The extra length, and for a tempo that drifts the extra length at its end.
    var billionths: Int64?
    /// The extra length at the start of a passage whose tempo rises or falls, in billionths.
    var fromBillionths: Int64?
    /// The factor, and for swung notes the ratio of the first to the second part.
    var thousandths: Int?
    /// Whether scaled velocities are rounded down, rather than to the nearest number.
    var roundsDown: Bool?
    /// The number by which all velocities are higher, or the velocity to which they are set.
    var velocity: Int?
    /// The number of equal parts of a quarter note, for quantized and swung notes.
    var partsPerQuarter: Int?
    /// Whether the ends of swung or quantized notes move as onsets at their times would. They otherwise move with their
    /// notes.
    var includesEnds: Bool?
    /// Whether values that change in a cut passage change at the cut.
    var keepsValues: Bool?
    /// The expected and the actual channel or controller of a difference of the whole take.
    var from: String?
    var to: String?
    /// The expected source that a difference of the whole take concerns, if it isn't all of them.
    var source: Int?
    /// The expected channels that a difference of the whole take concerns, if they aren't all of them.
    var channels: [Int]?
    var attribute: String?
    /// The missing items of an attribute that is a list.
    var missing: [String]?
    /// The extra items of an attribute that is a list.
    var extra: [String]?
  }

  /// A time in bars and beats.
  struct Position: Encodable, Sendable {
    var bar: Int
    var beat: Double

    init(_ time: Nanoseconds, _ meter: MeterMap) {
      let position = meter.position(at: time)
      bar = position.bar
      beat = Double(position.beatHundredths) / 100
    }
  }

  /// The expected and the actual side.
  struct Sides<Side: Encodable & Sendable>: Encodable, Sendable {
    var expected: Side?
    var actual: Side?
  }

  var text: String
  var time: Int64?
  /// The time in bars and beats, if requested.
  var position: Position?
  var kinds: [String]
  var changes: [Change]
  var passage: Passage?
  var note: Sides<NoteDocument>?
  /// For swapped notes, the note that is expected second.
  var secondNote: Sides<NoteDocument>?
  var value: Value?
  var event: Sides<Event>?

  init(
    _ difference: Difference, of comparison: Comparison, meter: MeterMap? = nil, view: InstrumentView? = nil
  ) {
    let words = comparison.text(
      of: difference, timeText: { timeText($0, meter) }, cellText: view?.cellText)
    text = "\(words.subject): \(words.verdict)"
    time = comparison.time(of: difference)?.rawValue
    if let meter { position = comparison.time(of: difference).map { Position($0, meter) } }
    kinds = difference.kinds.map(\.rawValue)
    switch difference {
    case .take(let change): changes = [Change(change)]
    case .passage(let change):
      changes = [Change(change.effect)]
      passage = Passage(change)
    case .note(let difference):
      changes = difference.changes.map(Change.init)
      note = Sides(difference, of: comparison)
    case .swapped(let swap):
      changes = (swap.first.changes + swap.second.changes).map(Change.init)
      note = Sides(swap.first, of: comparison)
      secondNote = Sides(swap.second, of: comparison)
    case .value(let difference):
      let span: Nanoseconds? =
        switch difference.change {
        case .off: nil
        case .early(let span), .late(let span): span
        }
      changes = kinds.map { Change(kind: $0, by: span?.rawValue) }
      value = Value(
        source: difference.source, channel: difference.channel.number, quantity: difference.quantity.name(),
        start: comparison.givenTime(of: difference.start).rawValue,
        end: comparison.givenTime(of: difference.end).rawValue, expected: difference.expectedValue,
        actual: difference.actualValue, affectedNotes: difference.affectedNotes)
    case .event(let difference):
      let span: Nanoseconds? =
        switch difference.change {
        case .missing, .extra, .changed, .swapped: nil
        case .early(let span), .late(let span): span
        }
      changes = kinds.map { Change(kind: $0, by: span?.rawValue) }
      let events = (difference.expected, difference.actual)
      event = Sides(
        expected: events.0.map { Event($0, of: comparison) },
        actual: events.1.map { Event($0, of: comparison) })
    }
  }
}

extension DifferenceDocument.Sides<NoteDocument> {
  fileprivate init(_ difference: NoteDifference, of comparison: Comparison) {
    expected = difference.expected.map {
      Side(comparison.atGivenTime(comparison.expected.notes[$0]), index: comparison.unchangedIndex($0))
    }
    actual = difference.actual.map {
      Side(comparison.atGivenTime(comparison.aligned(comparison.actual.notes[$0])), index: $0)
    }
  }
}

/// A note as JSON.
struct NoteDocument: Encodable, Sendable {
  // Integers are encoded in half the time that the types of messages take.

  /// The index among the notes of its take. Only differences have an index, a source, and attributes.
  var index: Int?
  var source: Int?
  var channel: Int
  var note: Int
  var velocity: Int
  /// The time of its note-on: in its take or, in a difference, on the expectation's time axis.
  var time: Int64
  /// The time until its note-off.
  var duration: Int64?
  /// The time until its silence.
  var silence: Int64?
  /// The time until its sound decayed or was cut off, as reported by a synthesizer.
  var soundEnd: Int64?
  /// Whether its sound was cut off for a different note, with ``soundEnd``.
  var isStolen: Bool?
  var releaseVelocity: Int?
  var attributes: [String: String]?

  /// Creates the document of a note in a list of all notes.
  init(_ note: Note) {
    (channel, self.note) = (note.channel.number, Int(note.number.rawValue))
    velocity = Int(note.velocity.rawValue)
    (time, duration) = (note.onset.rawValue, note.duration?.rawValue)
  }

  /// Creates the document of a note in a difference.
  fileprivate init(_ note: Note, index: Int) {
    self.init(note)
    (self.index, source) = (index, note.source)
    (silence, soundEnd) = (note.silence?.rawValue, note.soundEnd?.time.rawValue)
    isStolen = note.soundEnd?.isStolen
    releaseVelocity = note.releaseVelocity.map { Int($0.rawValue) }
    attributes = Dictionary(note.attributes.map { ($0.key, $0.value) }) { first, _ in first }
  }
}

extension DifferenceDocument.Event {
  fileprivate init(_ entry: Timeline.Entry, of comparison: Comparison) {
    let bytes: String? =
      if case .system(let message) = entry.change { hexadecimal(message.bytes) } else { nil }
    let light: LightDocument? =
      if case .light(let light) = entry.change { LightDocument(light) } else { nil }
    self.init(
      source: entry.source, channel: entry.channel?.number,
      time: comparison.givenTime(of: entry.time).rawValue,
      event: entry.change.name(), bytes: bytes, light: light)
  }
}

extension DifferenceDocument.Passage {
  fileprivate init(_ change: PassageChange) {
    let passage = change.passage
    start = passage.start.rawValue
    end = passage.end?.rawValue
    source = passage.part.source
    channels = passage.part.channels.isEmpty ? nil : passage.part.channels.map(\.number)
    if passage.pitches != Passage.allPitches {
      lowestNote = Int(passage.pitches.lowerBound.rawValue)
      highestNote = Int(passage.pitches.upperBound.rawValue)
    }
    notes = change.noteCount
  }
}

extension DifferenceDocument.Change {
  fileprivate init(_ effect: PassageEffect) {
    kind = Difference.Kind.passageChanged.rawValue
    switch effect {
    case .transposed(let semitones): (self.effect, self.semitones) = ("transposed", semitones)
    case .missing: self.effect = "missing"
    case .velocitiesScaled(let thousandths, let isDown):
      (self.effect, self.thousandths, roundsDown) = ("velocities scaled", thousandths, isDown ? true : nil)
    case .velocitiesShifted(let offset): (self.effect, velocity) = ("velocities shifted", offset)
    case .velocitiesSet(let value): (self.effect, velocity) = ("velocities set", Int(value.rawValue))
    case .durationsScaled(let thousandths):
      (self.effect, self.thousandths) = ("durations scaled", thousandths)
    case .late(let delay): (self.effect, by) = ("late", delay.rawValue)
    case .delayed(let delay): (self.effect, by) = ("delayed", delay.rawValue)
    case .cut(let isKeeping): (self.effect, keepsValues) = ("cut", isKeeping ? true : nil)
    case .stretched(let billionths): (self.effect, self.billionths) = ("stretched", billionths)
    case .drifted(let first, let last, let span):
      (self.effect, fromBillionths, billionths, by) = ("drifted", first, last, span.rawValue)
    case .swung(let ratio, let parts, _):
      (self.effect, thousandths, partsPerQuarter) = ("swung", ratio, parts)
    case .quantized(let parts, _): (self.effect, partsPerQuarter) = ("quantized", parts)
    case .humanized(let limit): (self.effect, by) = ("humanized", limit.rawValue)
    }
    includesEnds = effect.includesEnds ? true : nil
  }

  fileprivate init(_ change: TakeChange) {
    kind = Difference.take(change).kinds.first?.rawValue ?? ""
    switch change {
    case .shifted(let span): by = span.rawValue
    case .stretched(let billionths): self.billionths = billionths
    case .velocitiesScaled(let thousandths, let isDown):
      (self.thousandths, roundsDown) = (thousandths, isDown ? true : nil)
    case .velocitiesShifted(let offset): velocity = offset
    case .transposed(let semitones, let part):
      self.semitones = semitones
      set(part)
    case .channelChanged(let channel, let other, let source):
      (from, to, self.source) = ("\(channel)", "\(other)", source)
    case .controllerChanged(let quantity, let other, let part):
      (from, to) = (quantity.name(), other.name())
      set(part)
    case .sourceMissing(let source): self.source = source
    case .sourceDoubled(let source, let name): (self.source, to) = (source, name)
    case .sourceExchanged(let source, let name): (self.source, to) = (source, name)
    }
  }

  private mutating func set(_ part: TakePart) {
    source = part.source
    channels = part.channels.isEmpty ? nil : part.channels.map(\.number)
  }

  fileprivate init(_ change: NoteChange) {
    kind = change.kind.rawValue
    switch change {
    case .early(let span), .late(let span), .tooLong(let span), .tooShort(let span): by = span.rawValue
    case .heldTooLong(let span), .heldTooShort(let span), .rangTooLong(let span), .rangTooShort(let span):
      by = span?.rawValue
    case .wrongPitch(let semitones): self.semitones = semitones
    case .wrongAttribute(let key, let expected, let actual):
      attribute = key
      let list = ListChange(key: key, expected: expected, actual: actual)
      (missing, extra) = (list?.missing, list?.extra)
    // Both notes contain the details.
    case .missing, .extra, .retriggered, .notRetriggered, .wrongChannel, .hanging, .ended, .stolen,
      .notStolen, .wrongVelocity, .wrongReleaseVelocity:
      break
    }
  }
}
