internal import MIDICore
internal import Reports
internal import Sound
internal import SoundSessions
internal import SystemPackage
internal import Terminal
internal import Timelines

/// What is compared: what a file is, is known by its first bytes.
enum DiffInput {
  /// A recording or a timeline.
  case events(InputFile, [UInt8])
  /// A file of sound.
  case sound(String, AudioFile)

  /// Reads a file that the command line names; `-` is standard input.
  init(_ argument: String) throws {
    let input = InputFile(argument)
    do {
      // A file that can be read twice isn't kept in memory.
      let path = FilePath(argument: argument)
      if argument != "-", AudioFile.isSound(path.firstBytes(12)) {
        self = .sound(input.name, try AudioFile(reading: path))
        return
      }
      let bytes = try input.bytes()
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

/// Two sounds that are compared.
struct SoundDiff {
  /// The least share of a recording's notes that begin in its sound.
  ///
  /// Of 14 rendered recordings, all have at least this share. With the notes of another of them, 181 of 182 have 0.35 or
  /// less.
  private static let minOnsetShare = 0.4

  let expectedName: String
  let actualName: String
  let expected: AudioBuffer
  let actual: AudioBuffer
  let middleC: MiddleC
  let comparison: SoundComparison

  /// Compares them.
  ///
  /// - Parameter take: The recording that both are to be of; nothing where it isn't known.
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
        "\(take.name) may be another piece: of its notes, \(Int(share * 100)) % begin to sound in \(expectedName)"
      )
    }
    comparison = SoundComparison(expected: self.expected, actual: self.actual, notes: notes)
  }

  /// For people, or for programs.
  func report(json: Bool) throws -> String {
    guard json else {
      return comparison.text(expectedName: expectedName, actualName: actualName, middleC: middleC)
    }
    return try JSONText.of(
      SoundComparisonDocument(
        comparison, expectedName: expectedName, actualName: actualName, middleC: middleC))
  }

  /// The page to look at and to listen to.
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
