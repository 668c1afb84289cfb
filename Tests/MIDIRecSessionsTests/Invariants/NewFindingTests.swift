import MIDICore
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSessions

/// The sessions of takes that midirec has found.
struct NewFindingTests {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// A program that ignores a system reset may still obey the other panics.
  @Test(arguments: [
    ("{}", Message.systemReset, "[all-notes-off, all-sound-off, reset-controllers, modes]"),
    ("{silenced: [modes, system-reset]}", .systemReset, "[modes]"),
    ("{silenced: system-reset}", .systemReset, "false"),
  ])
  func adviceKeepsOtherPanics(soak: String, panic: Message, advice: String) throws {
    let session = try Session(reading: try folder.makeSession("", "soak: \(soak)"), subjects: [.notes])
    let on = Message.noteOn(channel: .number(1), note: 60, velocity: 64)
    let messages = [
      TimedMessage(time: .zero, message: on), TimedMessage(time: .seconds(1), message: panic),
    ]
    let finding = try NewFinding(
      Trial(Recording(tracks: [.init(messages: messages)])), of: .silenced, in: session, note: [])
    let written = try finding.write(in: folder.path)
    let text = String(
      decoding: try folder.folder.bytes("\(written.lastComponent?.string ?? "")/session.yaml"), as: UTF8.self)
    #expect(text.contains("\n# soak: {silenced: \(advice)}\n"), "\(text)")
  }
}
