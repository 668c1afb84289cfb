import Foundation
import TestSupport
import Testing

@Suite(.onSimulatedMachine)
struct PortsOnSequencerTests {
  @Test func everyPortHasOneLine() async throws {
    let result = try await Program.midirec("ports")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("PORT") == true)
    #expect(lines.contains { $0.contains(/^14:0 +in\/out +Midi Through Port-0$/) }, "\(result.output)")
    #expect(!result.output.contains("Announce"))
  }

  @Test func virtualPortIsListedWhileItExists() async throws {
    let player = try await Program.startPlaying(Samples.etude, as: "Grand Piano")
    let ports = try #require(
      try JSONSerialization.jsonObject(
        with: Data(try await Program.midirec("ports", "--json").output.utf8)) as? [[String: Any]])
    let port = try #require(ports.first { $0["name"] as? String == "Grand Piano" })
    #expect(port["isInput"] as? Bool == true)
    #expect(port["isOutput"] as? Bool == false)
    #expect(port["hardware"] == nil)
    _ = await player.interrupt()
    #expect(!(try await Program.midirec("ports").output.contains("Grand Piano")))
  }

  @Test func watchPrintsListAndThenChanges() async throws {
    let watch = try Program.start(TestEnvironment.midirec, ["ports", "--watch"])
    try await watch.line(containing: "Midi Through Port-7", on: .output)
    let ports = try Program.start(TestEnvironment.midirec, ["ports", "create", "Watched"])
    let came = try await watch.line(containing: "Watched", on: .output)
    #expect(came.contains(/^\+ \d+:0  Watched  in\/out$/), "\(came)")
    #expect(await ports.interrupt().status == 0)
    let left = try await watch.line(containing: "- ", on: .output)
    #expect(left == "-" + came.dropFirst())
    let result = await watch.interrupt()
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("PORT"))
    #expect(result.errors.isEmpty)
  }

  @Test func watchPrintsOneJSONDocumentPerLine() async throws {
    let watch = try Program.start(TestEnvironment.midirec, ["ports", "--watch", "--json"])
    try await watch.line(containing: "Midi Through Port-7", on: .output)
    let ports = try Program.start(TestEnvironment.midirec, ["ports", "create", "Watched"])
    try await watch.line(containing: "Watched", on: .output)
    _ = await ports.interrupt()
    try await watch.line(containing: "disconnected", on: .output)
    let documents = try await watch.interrupt().output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let changes = documents.map { $0["change"] as? String }
    #expect(changes.drop { $0 == "present" } == ["connected", "disconnected"])
    #expect((documents.last?["endpoint"] as? [String: Any])?["name"] as? String == "Watched")
  }

  @Test func createdPortsPrintReceivedEvents() async throws {
    let ports = try Program.start(TestEnvironment.midirec, ["ports", "create", "Test In 1", "Test In 2"])
    try await ports.line(containing: "Test In 2")
    let folder = try TemporaryFolder()
    let notes = try folder.write(Samples.file(notesAt: [0, 10]), to: "notes.mid")
    #expect(try await Program.midirec("play", notes, "--out", "Test In 2").status == 0)
    try await Program.aplaymidi("Test In 1", notes)
    try await ports.line(containing: "Test In 1  note-off", on: .output)
    let result = await ports.interrupt()
    #expect(result.status == 0)
    #expect(result.errors.contains("midirec: 8 messages\n"))
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 8)
    #expect(lines.prefix(4).allSatisfy { $0.contains(/^\d+\.\d{6}  Test In 2  note-o(n|ff) .+/) }, "\(lines)")
  }

  @Test func createdPortsPrintJSONLines() async throws {
    let ports = try Program.start(TestEnvironment.midirec, ["ports", "create", "Test In 1", "--json"])
    try await ports.line(containing: "created")
    let folder = try TemporaryFolder()
    let notes = try folder.write(Samples.file(notesAt: [0]), to: "notes.mid")
    #expect(try await Program.midirec("play", notes, "--out", "Test In 1").status == 0)
    let line = try await ports.line(containing: "note-on", on: .output)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect((document["bytes"] as? String)?.hasPrefix("90 ") == true)
    #expect(document["port"] as? String == "Test In 1")
    #expect(document["time"] is Int)
    _ = await ports.interrupt()
  }

  @Test func existingNameIsRejected() async throws {
    let ports = try Program.start(TestEnvironment.midirec, ["ports", "create", "Taken"])
    try await ports.line(containing: "created")
    let second = try await Program.midirec("ports", "create", "Free", "Taken")
    #expect(second.status == 69)
    #expect(second.errors.contains("\"Taken\" is already the name of "))
    #expect(!second.errors.contains("created"))
    _ = await ports.interrupt()
  }

  @Test func lossOfCreatedPortIsReportedAndExitsWith3() async throws {
    let ports = try Program.start(TestEnvironment.midirec, ["ports", "create", "Flooded"])
    try await ports.line(containing: "created")
    let folder = try TemporaryFolder()
    let flood = try folder.write(Samples.file(notesAt: .init(repeating: 0, count: 6000)), to: "flood.mid")
    try await ports.suspend()
    _ = try await Program.run("aplaymidi", ["-p", "Flooded", "-d", "0", flood])
    ports.resume()
    try await ports.line(containing: "overrun", on: .output)
    let result = await ports.interrupt()
    #expect(result.status == 3)
    #expect(result.errors.contains("midirec: events lost on 1 occasion, because"))
  }
}
