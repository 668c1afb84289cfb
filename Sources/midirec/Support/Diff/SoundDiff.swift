internal import MIDICore
internal import Reports
internal import Sound
internal import SoundSessions
internal import System
internal import SystemPackage
internal import Terminal
internal import Timelines

/// An input of `midirec diff`, whose first bytes identify its kind.
enum DiffInput {
  /// A recording or a timeline.
  case events(InputFile, [UInt8])
  /// An audio file.
  case sound(String, AudioFile)

  /// Reads a file that the command line names; `-` is standard input.
  ///
  /// `/dev/null` is an empty timeline, because Git passes it as the other side of an added or deleted file.
  init(_ argument: String) throws {
    let input = InputFile(argument)
    if argument == "/dev/null" {
      self = .events(input, Array(Timeline(sources: [], entries: [], end: .zero).text.utf8))
      return
    }
    do {
      // Reads a seekable file without holding its bytes in memory.
      let path = FilePath(argument: argument)
      if argument != "-", AudioFile.isSound(path.firstBytes(12)) {
        self = .sound(input.name, try AudioFile(reading: path))
        return
      }
      let bytes = try input.bytes { AudioFile.isSound($0.prefix(12)) || InputFile.canBeginEvents($0) }
      if AudioFile.isSound(bytes.prefix(12)) {
        self = .sound(input.name, try AudioFile(decoding: bytes, name: FilePath(input.name)))
      } else {
        self = .events(input, bytes)
      }
    } catch let error as AudioFileError {
      throw CommandFailure(error)
    }
  }
}

extension DiffInput {
  /// Reads both recordings or timelines.
  ///
  /// If the actual recording ends with the releases of a replay of the expected one, they are left out.
  static func performances(
    _ expected: (file: InputFile, bytes: [UInt8]), _ actual: (file: InputFile, bytes: [UInt8])
  ) throws -> (expected: Performance, actual: Performance) {
    if Timeline.isText(expected.bytes) || Timeline.isText(actual.bytes) {
      return JoinableThread.both(
        try expected.file.performance(from: expected.bytes), try actual.file.performance(from: actual.bytes))
    }
    let played = try expected.file.recording(of: expected.file.file(from: expected.bytes))
    let recorded = try actual.file.recording(of: actual.file.file(from: actual.bytes))
    let (recording, count) = recorded.removingReleases(afterReplayOf: played)
    if count > 0 {
      StandardError.say(
        "\(actual.file.name): \(pluralized(count, "message")) after the end not compared, which midirec play adds "
          + "to release what \(expected.file.name) holds at its end")
    }
    return JoinableThread.both({ Performance(played) }, { Performance(recording) })
  }
}

/// The comparison of two audio files.
struct SoundDiff {
  /// The minimum share of a recording's notes that start in its audio.
  ///
  /// All of 14 rendered recordings have at least this share. With the notes of a different recording, 181 of 182 pairs
  /// have at most 0.35.
  private static let minOnsetShare = 0.4

  let expectedName: String
  let actualName: String
  let expected: AudioBuffer
  let actual: AudioBuffer
  let middleC: MiddleC
  let comparison: SoundComparison

  /// Compares two audio files.
  ///
  /// - Parameters:
  ///   - expected: The expected file and its name.
  ///   - actual: The actual file and its name.
  ///   - take: The recording that both render, or `nil` if it is unknown.
  ///   - middleC: The name of note 60 in texts.
  init(
    _ expected: (name: String, file: AudioFile), _ actual: (name: String, file: AudioFile),
    take: InputFile?, middleC: MiddleC
  ) throws {
    (expectedName, self.expected) = (expected.name, expected.file.buffer)
    (actualName, self.actual) = (actual.name, actual.file.buffer)
    self.middleC = middleC
    let notes = try take.map { SoundNote.notes(of: Performance(try $0.timeline())) } ?? []
    if let take, let share = NoteOnsets(of: notes, in: self.expected).share, share < Self.minOnsetShare {
      StandardError.say(
        "\(take.name) may be a different piece: only \(Int(share * 100))% of its notes start in \(expectedName)"
      )
    }
    comparison = SoundComparison(expected: self.expected, actual: self.actual, notes: notes)
  }

  /// Returns the result as text or as JSON.
  func report(json: Bool) throws -> String {
    guard json else {
      return comparison.text(expectedName: expectedName, actualName: actualName, middleC: middleC)
    }
    return try JSONText.of(
      SoundComparisonDocument(
        comparison, expectedName: expectedName, actualName: actualName, middleC: middleC))
  }

  /// Returns the HTML report.
  func page() throws -> [UInt8] {
    do {
      return try SoundPage.bytes(
        of: comparison, expected: expected, actual: actual, title: "\(expectedName) and \(actualName)",
        expectedName: expectedName, actualName: actualName, middleC: middleC)
    } catch {
      throw CommandFailure(error)
    }
  }
}
