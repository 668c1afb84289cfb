import Following
import MIDICore
import MIDIFiles
import Timelines

@testable import MIDIRecReports

/// A small score, and a performance of it with every kind of single mistake.
enum AlignmentSamples {
  /// Four bars in quarter notes at 120 BPM. A note with index *n* starts at *n* half seconds.
  static let score = [60, 64, 67, 62, 65, 69, 64, 71, 72, 67, 76, 74, 71, 77, 79, 72]

  /// The performance takes 0.6 s per quarter note: one note is missing, one is wrong, two are exchanged, one is extra,
  /// and there is a trill.
  static let performed: [(time: Int, pitch: Int, velocity: Int)] = {
    var notes = score.enumerated().map { (time: 1000 + $0 * 600, pitch: $1, velocity: 50 + $0) }
    notes[3].pitch = 63
    (notes[5].pitch, notes[6].pitch) = (notes[6].pitch, notes[5].pitch)
    notes.remove(at: 9)
    notes.append((time: 8500, pitch: 50, velocity: 40))
    notes += [(9550, 74, 30), (9650, 72, 30), (9750, 74, 30)]
    return notes.sorted { $0.time < $1.time }
  }()

  static let alignment = NoteAlignment(
    expected: performance(score.enumerated().map { ($0 * 500, $1, 64) }, length: 500),
    actual: performance(performed, length: 90))

  /// A file with the tempo, meter, and key of the score: 4/4, two sharps.
  static let file: MIDIFile = {
    var events = MIDIFile.Events()
    if let key = KeySignature(sharps: 2, isMinor: false) {
      events.append(.init(time: .zero, event: .meta(.keySignature(key))))
    }
    let meter = TimeSignature(numerator: 4, denominatorPower: 2)
    events.append(.init(time: .zero, event: .meta(.timeSignature(meter))))
    return MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(480),
      tracks: [.init(events: events, end: Ticks(rawValue: 480 * 16))])
  }()

  static var meter: MeterMap? { MeterMap(file) }

  static func performance(_ notes: [(time: Int, pitch: Int, velocity: Int)], length: Int) -> Performance {
    let notes = notes.map { time, pitch, velocity in
      Note(
        channel: .number(1), number: NoteNumber(masking: UInt8(pitch)),
        velocity: UInt7(masking: UInt8(velocity)),
        onset: .milliseconds(time), offset: .milliseconds(time + length))
    }
    return Performance(sources: [""], notes: notes, end: notes.last?.offset ?? .zero)
  }

  /// Takes of the score: one with all mistakes, one with a single mistake, and one without any.
  static func progress(names: [String] = ["1.mid", "2.mid", "3.mid"]) -> PracticeProgress {
    var progress = PracticeProgress(expectedName: "score.mid", meter: meter)
    let notes = score.enumerated().map { (time: $0 * 600, pitch: $1, velocity: 64) }
    var wrong = notes
    wrong[3].pitch = 63
    let takes = [alignment.actual, performance(wrong, length: 90), performance(notes, length: 90)]
    for (name, take) in zip(names, takes) {
      progress.append(NoteAlignment(expected: alignment.expected, actual: take), name: name)
    }
    return progress
  }

  /// The page of a performance of 3,000 bars, of which every hundredth has a wrong note.
  static func pageOfManyBars() -> [UInt8] {
    let notes = (0..<12_000).map { (time: $0 * 500, pitch: 48 + ($0 * 23 + $0 / 31 * 7) % 31, velocity: 64) }
    var played = notes
    for index in stride(from: 0, to: played.count, by: 400) { played[index].pitch += 1 }
    return NoteAlignmentPage.bytes(
      of: NoteAlignment(
        expected: performance(notes, length: 400), actual: performance(played, length: 400)),
      expectedName: "score.mid", actualName: "take.mid", meter: meter)
  }
}
