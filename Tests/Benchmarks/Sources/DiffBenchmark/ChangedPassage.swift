import MIDICore
import Measuring
import Timelines

/// A change of a passage of a reproducible piece of any size.
///
/// The piece has two hands on two channels and 48 notes per second, which are up to 4 ms late.
enum ChangedPassage: String, CaseIterable {
  case softer, level, levelBars, shorter, shorterBars
  case transposed, handLower, lowNotesLower, missing, missingHand
  case late, lateHand, inserted, cut, stretched, drifted, swung, quantized, humanized

  /// The distance of the piece's chords, and the length of a bar of 16 of them, in microseconds.
  private static let (step, bar): (Int64, Int64) = (125_000, 2_000_000)
  /// The number of notes of a chord. The first two are those of the left hand, on the second channel.
  private static let chord = 6

  /// Returns the notes of the piece, in order.
  static func piece(count: Int) -> [Note] {
    var random = Numbers()
    return (0..<count).map { index in
      let place = index % chord
      // No key has two notes of a chord.
      let pitch = 30 + Int64(place) * 11 + random.below(11)
      let onset = bar + Int64(index / chord) * step + random.below(4001)
      return Note(
        channel: Channel(clamping: place < 2 ? 1 : 0), number: NoteNumber(clamping: Int(pitch)),
        velocity: UInt7(clamping: Int(40 + random.below(70))), onset: .microseconds(onset),
        offset: .microseconds(onset + 90_000 + random.below(20_000)))
    }
  }

  /// Returns the notes after the change. A passage is the second quarter of the piece; `level`, `shorter`,
  /// `lowNotesLower`, `swung`, `quantized`, and `humanized` change all of it.
  func changed(_ notes: [Note]) -> [Note] {
    var random = Numbers()
    let last = notes.last?.onset.rawValue ?? 0
    let (first, end) = (Self.line(last / 4000), Self.line(last / 2000))
    return notes.compactMap { note in
      let onset = note.onset.rawValue / 1000
      return changed(note, onset - first, isInside: first..<end ~= onset, end - first, &random)
    }
  }

  /// Returns the bar line before a time in microseconds.
  private static func line(_ time: Int64) -> Int64 { time / bar * bar }

  /// Returns a note after the change, or `nil` if it isn't played.
  ///
  /// - Parameters:
  ///   - time: The time of the note from the start of the passage, in microseconds.
  ///   - length: The length of the passage.
  private func changed(
    _ given: Note, _ time: Int64, isInside: Bool, _ length: Int64, _ random: inout Numbers
  ) -> Note? {
    var note = given
    func move(by microseconds: Int64) {
      note.onset += .microseconds(microseconds)
      note.offset = note.offset.map { $0 + .microseconds(microseconds) }
    }
    let isLeft = given.channel.rawValue == 1
    switch self {
    case .softer where isInside: note.velocity = UInt7(clamping: (Int(note.velocity.rawValue) * 4 + 2) / 5)
    case .level,
      .levelBars where isInside:
      note.velocity = 100
    case .shorter,
      .shorterBars where isInside:
      note.offset = note.offset.map { note.onset + Nanoseconds(rawValue: ($0 - note.onset).rawValue / 2) }
    case .transposed where isInside: note.number = NoteNumber(clamping: Int(note.number.rawValue) + 2)
    case .handLower where isInside && isLeft,
      .lowNotesLower where note.number < 60:
      note.number = NoteNumber(clamping: Int(note.number.rawValue) - 12)
    case .missing where isInside,
      .missingHand where isInside && isLeft:
      return nil
    case .late where isInside,
      .lateHand where isInside && isLeft:
      move(by: 31_250)
    case .inserted where time >= 0: move(by: Self.bar)
    case .cut where time >= 0:
      guard time >= 8 * Self.bar else { return nil }
      move(by: -8 * Self.bar)
    case .stretched, .drifted:
      func delayed(_ moment: Nanoseconds) -> Nanoseconds {
        let span = Double(time) + Double((moment - given.onset).rawValue / 1000)
        let inside = min(max(span, 0), Double(length))
        // The tempo falls at once, or evenly and then stays.
        let delay =
          self == .stretched
          ? inside / 10 : inside * inside / Double(length) / 20 + max(span - Double(length), 0) / 10
        return moment + .microseconds(Int64(delay))
      }
      (note.onset, note.offset) = (delayed(note.onset), note.offset.map(delayed))
    case .swung:
      func swung(_ moment: Nanoseconds) -> Nanoseconds {
        // The beat has half a second, and its first part takes two thirds of it.
        let (time, half) = (moment.rawValue % 500_000_000, Int64(250_000_000))
        return moment + Nanoseconds(rawValue: (time < half ? time : 2 * half - time) / 3)
      }
      (note.onset, note.offset) = (swung(note.onset), note.offset.map(swung))
    case .quantized:
      let onset = note.onset.rawValue / 1000
      move(by: (onset + Self.step / 2) / Self.step * Self.step - onset)
    case .humanized: move(by: random.below(30_001) - 15_000)
    default: break
    }
    return note
  }
}
