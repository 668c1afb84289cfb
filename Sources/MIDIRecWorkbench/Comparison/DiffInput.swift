package import MIDICore
internal import MIDIFiles
internal import MIDIRecReports
package import MIDIRecSound
internal import MIDIRecSystem
internal import SoundSessions
internal import SystemPackage
package import Timelines

/// An input of `midirec diff`, whose first bytes identify its kind.
package enum DiffInput {
  /// A recording or a timeline.
  case events(InputFile, [UInt8])
  /// An audio file.
  case sound(String, AudioFile)

  /// Reads a file that the command line names; `-` is standard input.
  ///
  /// `/dev/null` is an empty timeline, because Git passes it as the other side of an added or deleted file.
  package init(_ argument: String, say: @escaping (String) -> Void) throws {
    let input = InputFile(argument, say: say)
    if argument == "/dev/null" {
      self = .events(input, Array(Timeline(sources: [], entries: [], end: .zero).text.utf8))
      return
    }
    // Reads a regular file without holding its bytes in memory.
    let path = FilePath(argument: argument)
    if argument != "-", (try? Stat(path).type) == .regular,
      let beginning = try? FileSystem.beginning(of: path, count: 12), AudioFile.isSound(beginning)
    {
      self = .sound(input.name, try AudioFile(reading: path))
      return
    }
    let bytes = try input.bytes { AudioFile.isSound($0.prefix(12)) || InputFile.canBeginEvents($0) }
    if AudioFile.isSound(bytes.prefix(12)) {
      self = .sound(input.name, try AudioFile(decoding: bytes, name: FilePath(input.name)))
    } else {
      self = .events(input, bytes)
    }
  }

  /// Reads both recordings or timelines.
  ///
  /// If the actual recording ends with the releases of a replay of the expected one, they are left out.
  ///
  /// - Returns: The takes, and the beats of the expected one, or `nil` if it has none.
  package static func performances(
    _ expected: (file: InputFile, bytes: [UInt8]), _ actual: (file: InputFile, bytes: [UInt8]),
    say: (String) -> Void
  ) throws -> (expected: Performance, actual: Performance, beats: BeatGrid?) {
    if Timeline.isText(expected.bytes) || Timeline.isText(actual.bytes) {
      let takes = both(
        try expected.file.performance(from: expected.bytes), try actual.file.performance(from: actual.bytes))
      let file = Timeline.isText(expected.bytes) ? nil : try? expected.file.decoded(from: expected.bytes).file
      return (takes.0, takes.1, file.flatMap(MeterMap.init).map(BeatGrid.init))
    }
    let readings = both(
      expected.file.reading(expected.bytes), actual.file.reading(actual.bytes))
    let (file, played) = try expected.file.announced(readings.0)
    let recorded = try actual.file.announced(readings.1).recording
    let beats = MeterMap(file).map(BeatGrid.init)
    let (recording, count) = recorded.removingReleases(afterReplayOf: played)
    if count > 0 {
      say(
        "\(actual.file.name): \(pluralized(count, "message")) after the end not compared, which midirec play adds "
          + "to release what \(expected.file.name) holds at its end")
    }
    let takes = both({ Performance(played) }, { Performance(recording) })
    return (takes.0, takes.1, beats)
  }

  /// The minimum share of a recording's notes that start in its audio.
  ///
  /// All of 14 rendered recordings have at least this share. With the notes of a different recording, 181 of 182 pairs
  /// have at most 0.35.
  private static let minOnsetShare = 0.4

  /// Compares two audio files.
  ///
  /// - Parameters:
  ///   - expected: The expected file and its name.
  ///   - actual: The actual file and its name.
  ///   - take: The recording that both render, or `nil` if it is unknown.
  ///   - middleC: The name of note 60 in texts.
  ///   - say: Receives messages for the user.
  /// - Returns: The verdict, which is `true` if the files are equal within the bounds, the HTML report, and the result
  ///   as JSON or as text.
  package static func compare(
    _ expected: (name: String, file: AudioFile), _ actual: (name: String, file: AudioFile),
    take: InputFile?, middleC: MiddleC, say: (String) -> Void
  ) throws -> (
    isSame: Bool, page: () throws -> [UInt8], report: (_ asJSON: Bool) throws -> String
  ) {
    let (expectedName, actualName) = (expected.name, actual.name)
    let sounds = (expected: expected.file.buffer, actual: actual.file.buffer)
    let notes = try take.map { SoundNote.notes(of: Performance(try $0.timeline())) } ?? []
    if let take, let share = sounds.expected.shareOfHeardStarts(of: notes), share < minOnsetShare {
      say(
        "\(take.name) may be a different piece: only \(Int(share * 100))% of its notes start in \(expectedName)"
      )
    }
    let comparison = SoundComparison(expected: sounds.expected, actual: sounds.actual, notes: notes)
    return (
      comparison.isWithinBounds,
      {
        try SoundPage.bytes(
          of: comparison, expected: sounds.expected, actual: sounds.actual,
          title: "\(expectedName) and \(actualName)", expectedName: expectedName, actualName: actualName,
          middleC: middleC)
      },
      { asJSON in
        asJSON
          ? try JSONText.of(
            SoundComparisonDocument(
              comparison, expectedName: expectedName, actualName: actualName, middleC: middleC))
          : comparison.text(expectedName: expectedName, actualName: actualName, middleC: middleC)
      }
    )
  }
}
