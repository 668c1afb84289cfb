package import Following
package import MIDICore
package import MIDIFiles
internal import MIDIRecReports
internal import Timelines

/// The note-by-note alignment of two takes for `midirec diff --follow`.
package struct FollowDiff {
  /// The alignment.
  package let alignment: NoteAlignment
  /// The bars and beats of the expected take, or `nil` if it has none.
  package let meter: MeterMap?
  private let expected: FollowedTake
  private let actual: FollowedTake
  private let middleC: MiddleC

  /// Aligns two recordings or timelines.
  package init(
    _ expected: (file: InputFile, bytes: [UInt8]), _ actual: (file: InputFile, bytes: [UInt8]),
    middleC: MiddleC
  ) throws {
    self.expected = try FollowedTake(expected.file, expected.bytes)
    self.actual = try FollowedTake(actual.file, actual.bytes)
    self.middleC = middleC
    alignment = NoteAlignment(expected: self.expected.performance, actual: self.actual.performance)
    meter = self.expected.file.flatMap { MeterMap($0) }
  }

  /// Returns the result as text or as JSON.
  ///
  /// - Parameter limit: The maximum number of mistakes in the text, or `nil` for all.
  package func report(json: Bool, limit: Int?) throws -> String {
    guard json else {
      return alignment.text(
        expectedName: expected.name, actualName: actual.name, limit: limit, middleC: middleC, meter: meter)
    }
    return try JSONText.of(
      NoteAlignmentDocument(
        alignment, expectedName: expected.name, actualName: actual.name, middleC: middleC, meter: meter))
  }

  /// Returns the HTML report.
  package func page() -> [UInt8] {
    NoteAlignmentPage.bytes(
      of: alignment, expectedName: expected.name, actualName: actual.name, middleC: middleC, meter: meter)
  }

  /// Returns the alignment as a match file.
  package func matchFile() throws -> [UInt8] {
    guard let score = expected.file, let meter else { throw refusal("--match", expected) }
    return Array(
      MatchFile.text(
        of: alignment, score: score, meter: meter, scoreName: expected.name, performanceName: actual.name
      ).utf8)
  }

  /// Returns the actual take with the tempo and meter of the expected one, as a MIDI file.
  package func warpedFile() throws -> [UInt8] {
    guard let score = expected.file, meter != nil else { throw refusal("--warp", expected) }
    guard let performance = actual.file else { throw refusal("--warp", actual) }
    do {
      return try performance.warped(
        onto: score, newTime: alignment.expectedTime, keepsNotes: { !alignment.isRepeated(at: $0) }
      ).encoded()
    } catch {
      throw CommandFailure(.badData, "\(actual.name): \(error)")
    }
  }

  private func refusal(_ option: String, _ take: FollowedTake) -> CommandFailure {
    let reason =
      take.file == nil ? "\(take.name) is a timeline" : "\(take.name) uses time code, which has no beats"
    return CommandFailure(.usage, "\(option) requires MIDI files with beats; \(reason.printable)")
  }
}

/// A take that is followed, or compared with.
struct FollowedTake {
  /// The name.
  let name: String
  /// The notes and values.
  let performance: Performance
  /// The file, or `nil` for a timeline.
  let file: MIDIFile?

  /// Reads a recording or a timeline.
  init(_ input: InputFile, _ bytes: [UInt8]) throws {
    name = input.name
    file = Timeline.isText(bytes) ? nil : try input.file(from: bytes)
    performance =
      try file.map { Performance(try input.recording(of: $0)) }
      ?? Performance(try input.timeline(from: bytes))
    input.warnAboutSilence(hasChannelMessages: performance.hasChannelMessages)
  }
}
