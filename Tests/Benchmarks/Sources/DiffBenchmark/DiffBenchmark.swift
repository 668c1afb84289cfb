import Following
import MIDICore
import MIDIFiles
import Measuring
import SystemPackage
import Timelines

/// One measurement per process, for Tests/Benchmarks/diff.py and follow.py:
///
/// DiffBenchmark compare|metrics SHAPE COUNT prints seconds, bytes, differences, and the bytes of the whole process.
/// DiffBenchmark notes SHAPE COUNT prints both takes as lines of side, onset, offset, and pitch in octaves.
/// DiffBenchmark files SHAPE COUNT FILE FILE writes both takes as Standard MIDI Files.
///
/// DiffBenchmark passages COUNT FOLDER writes a piece and, for each ``ChangedPassage``, the piece with the change, and
/// prints the names of the files to compare, a pair in each line.
///
/// DiffBenchmark follow FILE FILE prints seconds, bytes, matches, and the bytes of the whole process for a note
/// alignment of two Standard MIDI Files.
///
/// SHAPE is one of ``GeneratedTakes/Shape``.
@main
enum DiffBenchmark {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "follow", arguments.count == 3 {
      let takes = try arguments.dropFirst().map { path in
        Performance(try MIDIFile(contentsOf: FilePath(path)).recording())
      }
      return report(
        Measurement {
          let alignment = NoteAlignment(expected: takes[0], actual: takes[1])
          return (alignment, alignment.matchCount)
        })
    }
    if arguments.first == "passages", arguments.count == 3, let count = Int(arguments[1]) {
      let folder = FilePath(arguments[2])
      let notes = ChangedPassage.piece(count: count)
      try notes.file.write(to: folder.appending("piece.mid"), replacing: true)
      for change in ChangedPassage.allCases {
        try change.changed(notes).file.write(to: folder.appending("\(change).mid"), replacing: true)
        // The piece is nearly in time.
        print(change == .quantized ? ChangedPassage.humanized.rawValue : "piece", change)
      }
      return
    }
    guard arguments.count >= 3, let shape = GeneratedTakes.Shape(rawValue: arguments[1]),
      let count = Int(arguments[2])
    else { preconditionFailure("wrong usage, see the source") }
    let takes = GeneratedTakes(shape, count: count)
    switch (arguments[0], arguments.count) {
    case ("compare", 3):
      report(
        Measurement {
          let comparison = Comparison(expected: takes.expected, actual: takes.actual)
          return (comparison, comparison.differences.count)
        })
    case ("metrics", 3):
      report(
        Measurement {
          let metrics = TranscriptionMetrics(
            expected: takes.expected.transcription, actual: takes.actual.transcription)
          return (metrics, metrics.notes.pairs)
        })
    case ("notes", 3):
      for (side, performance) in [("expected", takes.expected), ("actual", takes.actual)] {
        for note in performance.transcription { print(side, note.onset, note.offset, note.pitch) }
      }
    case ("files", 5):
      try write(takes.expected, to: FilePath(arguments[3]))
      try write(takes.actual, to: FilePath(arguments[4]))
    default: preconditionFailure("wrong usage, see the source")
    }
  }

  private static func report(_ measurement: Measurement) { print("\(measurement.text) \(Memory.peak)") }

  private static func write(_ performance: Performance, to path: FilePath) throws {
    try performance.notes.file.write(to: path, replacing: true)
  }
}

extension [Note] {
  /// The notes as a file in 4/4 with 5,000 ticks per quarter note of half a second: a tick is a tenth of a millisecond.
  fileprivate var file: MIDIFile {
    let meter = MIDIFile.TrackEvent(
      time: .zero, event: .meta(.timeSignature(TimeSignature(numerator: 4, denominatorPower: 2))))
    let events = messages.map { timed in
      MIDIFile.TrackEvent(
        time: Ticks(rawValue: UInt64(Swift.max(0, timed.time.rawValue) / 100_000)),
        event: .message(timed.message))
    }
    return MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(5000),
      tracks: [.init(events: [meter] + events, end: events.last?.time ?? .zero)])
  }

  /// The note-ons and note-offs in order of time.
  var messages: [TimedMessage] {
    flatMap { note in
      [
        TimedMessage(
          time: note.onset,
          message: .noteOn(channel: note.channel, note: note.number, velocity: note.velocity)),
        TimedMessage(
          time: note.offset ?? note.onset,
          message: .noteOff(channel: note.channel, note: note.number, velocity: 64)),
      ]
    }.sorted { $0.time < $1.time }
  }
}
