import MIDICore
import MIDIRecTesting
import TestSupport
import Testing

/// Closures as subjects.
@Suite struct ReplyTests {
  private let scale: ScaleFolder

  init() throws { scale = try ScaleFolder() }

  @Test func repliesAreComparedWithExpectationOfSubject() async throws {
    try scale.expect("mapper") { $0.replacing("C4 60", with: "C5 72").replacing("C#4 61", with: "C#5 73") }
    await expectSession(scale.path, subject: "mapper") { message in
      [message.transposed(by: 12)].compactMap(\.self)
    }
    let line = #line + 1
    let issues = await recordedIssues { await expectSession(scale.path, subject: "mapper") { [$0] } }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.lines.first?.hasPrefix("\(scale.path) (mapper): different: ") == true)
  }

  @Test func closureRunsOncePerMessageInOrder() async throws {
    try scale.expect("reply")
    var messages: [Message] = []
    await expectSession(scale.path) { message in
      messages.append(message)
      return [message]
    }
    #expect(try messages == scale.recording.messagesInOrder.map(\.message))
  }

  @MainActor @Test func closureRunsOnActorOfTest() async throws {
    try scale.expect("reply")
    let counter = Counter()
    await expectSession(scale.path) { message in
      counter.count += 1
      return [message]
    }
    #expect(counter.count == 4)
  }

  @Test func repliesCanBeLights() async throws {
    let light: [Message] = [
      .controlChange(channel: .number(1), controller: 20, value: 3),
      .controlChange(channel: .number(1), controller: 21, value: 7),
      .controlChange(channel: .number(1), controller: 22, value: 5),
    ]
    try scale.expect("lights") { notes in
      let end = notes.split(separator: "\n").last ?? ""
      return "midirec timeline 1\nsource 1 \"\"\n0.000000 1 1 light 3 7 color 5\n\(end)\n"
    }
    await expectSession(scale.path, subject: "lights", lights: true) { $0.isNoteOn ? light : [] }
  }

  @Test func closureCanAwait() async throws {
    try scale.expect("reply")
    let mapper = ActorMapper()
    await expectSession(scale.path) { await mapper.reply(to: $0) }
  }

  @Test func closureErrorIsThrownWithoutWriting() async throws {
    await #expect(throws: Refusal.self) {
      try await expectSession(scale.path) { _ in throw Refusal() }
    }
    #expect(try scale.texts == [])
  }

  @Test func closureRecordingCanHaveOtherTimes() async throws {
    try scale.expect("echo")
    try scale.folder.write(
      Array("tolerance: {onset: 0, offset: 0}\n".utf8), to: "scale/session.yaml")
    await expectPlayback(of: scale.path, subject: "echo") { $0 }
    let issues = await recordedIssues {
      await expectPlayback(of: scale.path, subject: "echo") { recording in
        var delayed = recording
        for index in delayed.tracks[0].messages.indices {
          delayed.tracks[0].messages[index].time += .milliseconds(1)
        }
        return delayed
      }
    }
    #expect(issues.first?.text.contains("(echo): different: ") == true, "\(issues)")
  }

  @Test(arguments: ["", "Mapper", "a.b", "../a", "1", String(repeating: "a", count: 41)])
  func invalidNameFailsTest(name: String) async throws {
    let issues = await recordedIssues { await expectSession(scale.path, subject: name) { [$0] } }
    #expect(
      issues.map(\.text) == [
        "invalid name \"\(name)\"; expected a lowercase letter, then at most 39 of these, digits, and hyphens"
      ])
  }

  @Test func missingRecordingFailsTest() async throws {
    try scale.folder.remove("scale/take.mid")
    let issues = await recordedIssues { await expectSession(scale.path) { [$0] } }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("has no take") == true)
  }
}

@MainActor private final class Counter {
  var count = 0
}

private actor ActorMapper {
  func reply(to message: Message) -> [Message] { [message] }
}

private struct Refusal: Error {}
