import Foundation
import MIDICore
import TestSupport
import Testing

/// Killed captures and the recovery of their takes.
@Suite(.onSimulatedMachine)
struct SafeTakesOnSequencerTests {
  let folder: TemporaryFolder
  private let through = "14:0"

  init() throws { folder = try TemporaryFolder() }

  /// Returns an event every 4 ms for the given number of seconds, each different from its neighbors.
  private static func manyEvents(seconds: Int64) -> [(milliseconds: Int64, message: Message)] {
    (0..<seconds * 250).map { index in
      let value = UInt7(masking: UInt8(index % 128))
      return (index * 4, .controlChange(channel: .number(1), controller: 1, value: value))
    }
  }

  /// A capture that was killed.
  private struct Kill: Sendable {
    var name: String
    /// The time of the kill, in nanoseconds since the start of the surviving capture.
    var time: Int64
  }

  /// Kills captures at random moments of a piece that all of them record, and compares them with one that survives.
  @Test func killedCaptureLacksAtMostLastSecond() async throws {
    var generator = SeededGenerator.forProperties()
    let seconds: Int64 = 3
    let messages = Self.manyEvents(seconds: seconds)
    let piece = try folder.write(Samples.file(messages), to: "piece.mid")
    let (rounds, captureCount) = TestEnvironment.isFull ? (25, 8) : (1, 4)
    var journals: [String] = []
    for round in 0..<rounds {
      // Each capture lists the journals of others in its folder.
      try folder.makeFolder("\(round)")
      let folder = folder.path("\(round)")
      let capture = try await Program.startCapture("--in", through, "-o", "witness.mid", in: folder)
      // Later than the capture's start, so that no event seems older than it is.
      let start = DispatchTime.now().uptimeNanoseconds
      let kills = try await withThrowingTaskGroup(of: Kill.self) { group in
        for index in 0..<captureCount {
          let name = "take\(index)"
          let moment = Int.random(in: 1000...Int(seconds) * 1000 + 1500, using: &generator)
          let victim = try await Program.startCapture("--in", through, "-o", "\(name).mid", in: folder)
          group.addTask {
            try await Task.sleep(for: .milliseconds(moment))
            let time = Int64(DispatchTime.now().uptimeNanoseconds - start)
            victim.signal(SIGKILL)
            #expect(await victim.result().status == 128 + SIGKILL)
            return Kill(name: name, time: time)
          }
        }
        try await Program.aplaymidi(through, piece)
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let witnessed = await capture.interrupt()
      #expect(witnessed.status == 0, "\(witnessed.errors)")
      let all = try Samples.recording("\(folder)/witness.mid").messagesInOrder
      #expect(all.map(\.message) == messages.map(\.message))
      for kill in kills {
        let journal = "\(folder)/\(kill.name).recording.mid"
        let saved = try Samples.recording(journal).messagesInOrder
        let least = all.count { $0.time.rawValue <= kill.time - 1_000_000_000 }
        #expect(saved.count >= least, "\(kill.name), killed after \(kill.time) ns")
        let others = zip(saved, messages).enumerated().filter { $1.0.message != $1.1.message }
        #expect(others.isEmpty, "\(kill.name), of \(saved.count): \(saved.prefix(2)), \(saved.suffix(2))")
        #expect(saved.count <= messages.count, "\(kill.name)")
        journals.append(journal)
      }
    }
    try await expectSecondReadersAgree(on: journals)
  }

  /// Disturbs captures at random moments of a piece that all of them record, and kills every second one later.
  @Test func disturbedCaptureLosesNoEvents() async throws {
    var generator = SeededGenerator.forProperties()
    let seconds: Int64 = 3
    let messages = Self.manyEvents(seconds: seconds)
    let piece = try folder.write(Samples.file(messages), to: "piece.mid")
    let foreign = try Samples.file(notesAt: (0..<900).map { $0 * 3 })
    for round in 0..<(TestEnvironment.isFull ? 10 : 1) {
      var captures:
        [(disturbance: Disturbance, moment: Int, isKilled: Bool, name: String, capture: Program)] = []
      for (index, disturbance) in Disturbance.allCases.enumerated() {
        let name = "\(round)-\(index)"
        try folder.makeFolder(name)
        let moment = Int.random(in: 100...2000, using: &generator)
        let capture = try await Program.startCapture(
          "--in", through, "-o", "\(name)/take.mid", in: folder.path)
        captures.append((disturbance, moment, (index + round).isMultiple(of: 2), name, capture))
      }
      let folder = folder
      async let sending: Void = Program.aplaymidi(through, piece)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (disturbance, moment, isKilled, name, capture) in captures {
          group.addTask {
            try await Task.sleep(for: .milliseconds(moment))
            try disturbance.apply(in: folder.path(name), foreign: foreign)
            guard isKilled else { return }
            try await Task.sleep(for: .milliseconds(1200))
            capture.signal(SIGKILL)
            #expect(await capture.result().status == 128 + SIGKILL)
          }
        }
        try await group.waitForAll()
      }
      try await sending
      for (disturbance, moment, isKilled, name, capture) in captures {
        let place = disturbance.movesTake ? "\(name)-renamed" : name
        let comment: Comment = "\(disturbance) of \(name) after \(moment) ms"
        var path = folder.path("\(place)/take.mid")
        if isKilled {
          let journals = try folder.names(in: place).filter { $0.hasSuffix(".recording.mid") }
            .filter { try folder.bytes("\(place)/\($0)") != foreign }
          try #require(journals.count == 1, comment)
          let recovered = try await Program.midirec("recover", "\(place)/\(journals[0])", in: folder.path)
          #expect(recovered.status == 0, comment)
          path = folder.path("\(place)/\(journals[0].replacing(".recording", with: ""))")
        } else {
          let result = await capture.interrupt()
          #expect(result.status == 0, comment)
          #expect(result.output.contains("\(place)/take.mid: "), comment)
          #expect(result.output.contains(", \(messages.count) messages, "), comment)
        }
        let saved = try Samples.recording(path).messagesInOrder.map(\.message)
        #expect(saved == messages.prefix(saved.count).map(\.message), comment)
        // The kill is 1.2 s after the disturbance, and loses the last second at most.
        #expect(saved.count >= (isKilled ? (moment + 200) / 4 : messages.count), comment)
      }
    }
  }

  @Test func killedCaptureIsReportedAndRecovered() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    let capture = try await Program.startCapture("--in", through, "-o", "take.mid", in: folder.path)
    try await Program.aplaymidi(through, notes)
    // A pause is on disk soon; this is the time it takes.
    try await Task.sleep(for: .seconds(1))
    capture.signal(SIGKILL)
    #expect(await capture.result().status == 128 + SIGKILL)
    #expect(try folder.names() == [".take.recording.last.mid", "notes.mid", "take.recording.mid"])
    #expect(try differencesOfContent(notes, folder.path("take.recording.mid")).isEmpty)

    let refused = try await Program.midirec(
      "capture", "--in", through, "-o", "take.mid", "--for", "1ms", in: folder.path)
    #expect(refused.status == 73)
    #expect(
      refused.errors == """
        midirec: take.recording.mid already exists; this take is unfinished: run midirec recover take.recording.mid, \
        or choose another name with -o

        """)
    let other = try await Program.midirec(
      "capture", "--in", through, "-o", "other.mid", "--for", "1ms", in: folder.path)
    #expect(other.status == 0)
    let line =
      "midirec: take.recording.mid is an unfinished take; run midirec recover take.recording.mid\n"
    #expect(other.errors.hasPrefix(line), "\(other.errors)")

    let recovered = try await Program.midirec("recover", "take.recording.mid", in: folder.path)
    #expect(recovered.output.hasPrefix("take.mid: 2 notes, 4 messages, "))
    #expect(try folder.names() == ["notes.mid", "other.mid", "take.mid"])
    #expect(try differencesOfContent(notes, folder.path("take.mid")).isEmpty)
  }

  @Test func takeWithoutAFolderGoesToTheCurrentOne() async throws {
    let notes = try folder.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    try folder.makeFolder("takes")
    let capture = try await Program.startCapture("--in", through, "-o", "takes/take.mid", in: folder.path)
    try await Program.aplaymidi(through, notes)
    try FileManager.default.removeItem(atPath: folder.path("takes"))
    _ = try folder.write([], to: "takes")
    let result = await capture.interrupt()
    #expect(result.status == 74)
    #expect(result.errors.contains("the whole take is in ./take.mid"), "\(result.errors)")
    #expect(try differencesOfContent(notes, folder.path("take.mid")).isEmpty)
  }

  @Test func takeInProgressIsNotChanged() async throws {
    let first = try await Program.startCapture("--in", through, "-o", "take.mid", in: folder.path)
    let second = try await Program.midirec(
      "capture", "--in", through, "-o", "take.mid", "--for", "1ms", "--force", in: folder.path)
    #expect(second.status == 73)
    #expect(
      second.errors == """
        midirec: take.recording.mid already exists; this take is still being recorded, so choose another name with -o

        """)
    let third = try await Program.midirec(
      "capture", "--in", through, "-o", "other.mid", "--for", "1ms", in: folder.path)
    #expect(!third.errors.contains("take.recording.mid"))
    #expect(try await Program.midirec("recover", "take.mid", in: folder.path).status == 73)
    #expect(await first.interrupt().status == 0)
    #expect(try folder.names() == ["other.mid", "take.mid"])
  }
}
