import Foundation
import MIDICore
import MIDIFiles
import MIDIRecSystem
import MIDIRecTakes
import SMFCrossCheck
import SystemPackage
import TestSupport
import Testing

/// A take that TakeWriter wrote, or tried to write, and its invariants.
struct WrittenTake {
  static let writer = TestEnvironment.builtBesideTests("TakeWriter")

  /// The path of the take.
  let path: String
  /// The output of the writer as lines of words.
  let lines: [[Substring]]

  init(_ path: String, _ output: String) {
    self.path = path
    lines = output.split(separator: "\n").map { $0.split(separator: " ") }
  }

  var journalPath: String { TakeFile.journalPath(for: FilePath(path)).string }
  var hasBegun: Bool { hasLine("recording") }
  var isFinished: Bool { hasLine("finished") }
  var hasFailed: Bool { hasLine("failed") }
  /// The path of the safe part that the writer reported, or `nil` if it finished the take.
  var unfinishedPath: String? { last("unfinished").map { $0.dropFirst().joined(separator: " ") } }
  /// The number of events that are certainly on disk.
  var syncedCount: Int { last("synced").flatMap { Int($0[1]) } ?? 0 }

  private func hasLine(_ word: String) -> Bool { last(word) != nil }
  private func last(_ word: String) -> [Substring]? { lines.last { $0.first == word[...] } }

  /// Checks that a file is complete and that its number of the writer's events is in the given range.
  static func expectEvents(
    _ counts: ClosedRange<Int>, in path: String, _ comment: Comment?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      let recording = try Samples.recording(path)
      let messages = recording.messagesInOrder
      #expect(counts.contains(messages.count), comment, sourceLocation: sourceLocation)
      let expected = messages.indices.map { index in
        TimedMessage(
          time: .milliseconds(Int64(index)),
          message: .controlChange(
            channel: .number(1), controller: 1, value: UInt7(masking: UInt8(index % 128))))
      }
      #expect(messages.elementsEqual(expected) { isSame($0, $1) }, comment, sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, comment, sourceLocation: sourceLocation)
    }
  }

  /// Checks that libsmf and, if available, mido read the same messages as midirec.
  static func expectSecondReadersAgree(on paths: [String]) async throws {
    let byMido = TestEnvironment.hasPeers ? try await Mido.channelMessages(of: paths) : nil
    if byMido == nil { print("mido is skipped: MIDIREC_PEER_PYTHON must name a Python (see Scripts/test)") }
    for path in paths {
      let bytes = try FileSystem.bytes(of: FilePath(path))
      let file = try MIDIFile(decoding: bytes)
      let verdict = CrossCheck.byMidirec.verdict(on: bytes, readAs: file)
      if case .agrees = verdict {} else { Issue.record("libsmf reads \(path): \(verdict)") }
      guard let byMido else { continue }
      let own = try file.recording().messagesInOrder.map(\.message)
      #expect(byMido[path, default: []].map(\.message) == own, "mido reads \(path)")
    }
  }

  /// Returns whether two messages are equal and their times differ by at most half a tick of 16 µs.
  private static func isSame(_ left: TimedMessage, _ right: TimedMessage) -> Bool {
    left.message == right.message && (left.time - right.time).magnitude <= .microseconds(8)
  }
}
