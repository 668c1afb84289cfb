internal import MIDICore
internal import Synchronization
internal import Timelines

/// Notes that are played now, and the take that they should be.
///
/// Each note of an input is added when it arrives. A few times a second, the notes so far are compared with the notes of
/// the model that are due. A replay defines when the model starts; otherwise, the first note of a player does.
struct RunningJudgment: Sendable {
  /// The name of the take or the session.
  let name: String
  /// The accepted difference of times.
  let tolerance: Nanoseconds
  /// The judged inputs, or `nil` for all.
  let inputs: Set<Int>?
  let number: Int
  /// The notes of the model at its own speed.
  private let model: [Note]
  /// The length of the model, which a loop repeats.
  private let modelLength: Nanoseconds
  /// The model of the running pass.
  private var pass: Pass?
  /// The note-ons and note-offs since the start of the pass, on the studio's clock.
  private var messages: [TimedMessage] = []
  private(set) var result = JudgedNotes()
  /// A number that changes with the result.
  private(set) var version = 0

  /// A time in which the model is played once.
  private struct Pass: Sendable {
    let start: Nanoseconds
    let notes: [Note]
    let length: Nanoseconds
    /// The position from which it is replayed.
    var first = Nanoseconds.zero
    /// Whether a replay defines the start.
    var isReplayed = false
    var isLoop = false
    /// The end of a replay that was stopped, or `nil`.
    var end: Nanoseconds?
  }

  /// What is known about the notes so far.
  struct JudgedNotes: Sendable {
    /// A judged note of a player, on the studio's clock.
    struct Played: Sendable {
      let channel: Channel
      let note: NoteNumber
      let start: Nanoseconds
      let verdict: Verdict
    }

    /// `right` and `wrong` notes belong to a note of the model, and `extra` ones don't.
    enum Verdict: String, Sendable { case right, wrong, extra }

    /// The latest notes.
    var played: [Played] = []
    /// The latest notes that are missing, on the studio's clock.
    var missing: [(note: NoteNumber, start: Nanoseconds, end: Nanoseconds)] = []
    /// The numbers of all notes of the pass.
    var (rightCount, wrongCount, missingCount) = (0, 0, 0)
  }

  /// The maximum numbers of notes of a model, of a pass, and in a result.
  static let (mostModelNotes, mostMessages, mostShown) = (20_000, 40_000, 500)
  /// The time after the model's end, or after a stop, from which a note starts it again.
  private static let pause = Nanoseconds.seconds(2)

  /// Creates a judgment that waits for its first note.
  init(
    _ name: String, model: Performance, tolerance: Nanoseconds, inputs: Set<Int>?, number: Int
  ) throws {
    guard !model.notes.isEmpty else { throw StudioError("\(name) has no notes") }
    guard model.notes.count <= Self.mostModelNotes else {
      throw StudioError("\(name) has more than \(Self.mostModelNotes) notes")
    }
    (self.name, self.tolerance, self.inputs, self.number) = (name, tolerance, inputs, number)
    modelLength = model.notes.reduce(model.end) { max($0, $1.offset ?? $1.onset) }
    self.model = model.notes.map {
      Note(
        channel: $0.channel, number: $0.number, velocity: $0.velocity, onset: $0.onset, offset: $0.offset)
    }
  }

  /// Starts a pass with a replay.
  mutating func replayStarted(at start: Nanoseconds, from first: Nanoseconds, speed: Double, isLoop: Bool) {
    let offset = Nanoseconds(rawValue: Int64(Double(first.rawValue) / speed))
    begin(at: start - offset, speed: speed)
    pass?.first = offset
    pass?.isReplayed = true
    pass?.isLoop = isLoop
  }

  /// Ends a pass if its replay was stopped.
  mutating func replayEnded(at time: Nanoseconds) {
    if pass?.isReplayed == true, pass?.end == nil { pass?.end = time }
  }

  /// Adds a note-on or a note-off of an input.
  mutating func append(_ timed: TimedMessage, from source: Int) {
    guard timed.message.isNoteOn || timed.message.isNoteOff, inputs?.contains(source) != false else { return }
    beginNextPass(at: timed.time)
    if timed.message.isNoteOn, isOver(at: timed.time) || isPlayed(at: timed.time) {
      begin(at: timed.time - (model.first?.onset ?? .zero), speed: 1)
    }
    if messages.count < Self.mostMessages { messages.append(timed) }
  }

  /// Keeps a result, unless another pass has begun.
  mutating func keep(_ result: JudgedNotes, of other: RunningJudgment) {
    guard pass?.start == other.pass?.start else { return }
    self.result = result
    version += 1
  }

  /// Returns whether as many notes as the model has were played, and all are due, so that a later note is played again.
  private func isPlayed(at time: Nanoseconds) -> Bool {
    guard let pass, !pass.isReplayed, let last = pass.notes.map(\.onset).max() else { return false }
    return time > pass.start + last + tolerance
      && messages.count(where: \.message.isNoteOn) >= pass.notes.count
  }

  private func isOver(at time: Nanoseconds) -> Bool {
    guard let pass else { return true }
    return time > min(pass.end ?? pass.start + pass.length, pass.start + pass.length) + Self.pause
  }

  private mutating func begin(at start: Nanoseconds, speed: Double) {
    func scaled(_ time: Nanoseconds) -> Nanoseconds {
      speed == 1 ? time : Nanoseconds(rawValue: Int64(Double(time.rawValue) / speed))
    }
    let notes = model.map { note in
      Note(
        channel: note.channel, number: note.number, velocity: note.velocity, onset: scaled(note.onset),
        offset: note.offset.map(scaled))
    }
    pass = Pass(start: start, notes: notes, length: scaled(modelLength))
    (messages, result) = ([], JudgedNotes())
    version += 1
  }

  /// Starts the next pass of a loop that has begun.
  private mutating func beginNextPass(at time: Nanoseconds) {
    guard let pass, pass.isLoop, pass.end == nil, pass.length > .zero, time - pass.start > pass.length else {
      return
    }
    let count = (time - pass.start).rawValue / pass.length.rawValue
    let start = pass.start + Nanoseconds(rawValue: count * pass.length.rawValue)
    self.pass = Pass(
      start: start, notes: pass.notes, length: pass.length, isReplayed: pass.isReplayed, isLoop: true)
    messages.removeAll { $0.time < start }
  }

  /// Returns whether a comparison could change the result.
  func isActive(at now: Nanoseconds) -> Bool { pass != nil && !isOver(at: now) }

  /// Compares the notes so far with the notes of the model that are due.
  func judged(at now: Nanoseconds) -> JudgedNotes? {
    guard let pass else { return nil }
    let elapsed = min(now, pass.end ?? now) - pass.start
    let due = pass.notes.filter { $0.onset >= pass.first && $0.onset <= elapsed + tolerance }
    let recording = Recording(
      tracks: [
        .init(
          messages: messages.map {
            TimedMessage(time: max(.zero, $0.time - pass.start), message: $0.message)
          })
      ])
    let played = Performance(recording)
    var options = Comparison.Options(
      onsetTolerance: tolerance, offsetTolerance: .seconds(3600), velocityTolerance: 127,
      alignsStart: !pass.isReplayed, findsPassages: false)
    options.valueTolerance = 127
    let comparison = Comparison(
      expected: Performance(sources: [""], notes: due.map(Self.onFirstChannel), end: elapsed),
      actual: Performance(sources: [""], notes: played.notes.map(Self.onFirstChannel), end: played.end),
      options: options)
    return result(of: comparison, played: played.notes, due: due, elapsed: elapsed, start: pass.start)
  }

  /// Returns a note with its time and number only. The other properties aren't judged.
  private static func onFirstChannel(_ note: Note) -> Note {
    Note(
      channel: .number(1), number: note.number, velocity: 64, onset: note.onset, offset: note.offset)
  }

  private func result(
    of comparison: Comparison, played: [Note], due: [Note], elapsed: Nanoseconds, start: Nanoseconds
  ) -> JudgedNotes {
    var (expectedNotes, partners) = ([Int: Int](), [Int: Int]())
    for pair in comparison.pairs {
      (expectedNotes[pair.actual], partners[pair.expected]) = (pair.expected, pair.actual)
    }
    var result = JudgedNotes()
    for (index, note) in played.enumerated() {
      var verdict = JudgedNotes.Verdict.extra
      if let expected = expectedNotes[index], due.indices.contains(expected) {
        let distance = comparison.aligned(note).onset.subtracting(due[expected].onset).magnitude
        // A take that is transposed as a whole has wrong notes.
        verdict = due[expected].number == note.number && distance <= tolerance ? .right : .wrong
      }
      if verdict == .right { result.rightCount += 1 } else { result.wrongCount += 1 }
      result.played.append(
        .init(channel: note.channel, note: note.number, start: start + note.onset, verdict: verdict))
    }
    let shift = elapsed - comparison.alignment.expectedTime(of: elapsed)
    for (index, note) in due.enumerated() where partners[index] == nil && note.onset <= elapsed - tolerance {
      result.missingCount += 1
      let onset = start + note.onset + shift
      result.missing.append((note.number, onset, note.offset.map { start + $0 + shift } ?? onset))
    }
    result.played.removeFirst(max(0, result.played.count - Self.mostShown))
    result.missing.removeFirst(max(0, result.missing.count - Self.mostShown))
    return result
  }
}
