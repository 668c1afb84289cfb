import Foundation
import MIDICore
import SystemPackage
import TestSupport
import Testing

/// Sessions with the synthesizer: files, decisions, and reports.
@Suite(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
struct SynthSessionsTests {
  let tree: SessionTree

  init() throws {
    tree = try SessionTree()
    try Self.makeSession(in: tree)
  }

  private static let names = ["Recordings/a/synth.expected.txt", "Recordings/a/synth.sound.expected.flac"]
  private static let waiting = ["Recordings/a/synth.pending.txt", "Recordings/a/synth.sound.pending.flac"]

  /// Creates a session with three successive notes of an electric piano. The second, F4 at 600 ms on channel 2, can
  /// have a different velocity or be missing.
  private static func makeSession(
    in tree: SessionTree, velocity: UInt7? = 100, _ text: String = "rate: 16000, preset: 0:4"
  ) throws {
    try tree.makeSession("Recordings/a", "subjects: {synth: {\(text)}}\n")
    let keys: [(start: Int64, number: NoteNumber, velocity: UInt7?)] = [
      (100, 60, 90), (600, 65, velocity), (1100, 55, 90),
    ]
    let messages = keys.flatMap { key -> [(milliseconds: Int64, message: Message)] in
      guard let velocity = key.velocity else { return [] }
      return [
        (key.start, .noteOn(channel: .number(2), note: key.number, velocity: velocity)),
        (key.start + 400, .noteOff(channel: .number(2), note: key.number, velocity: 64)),
      ]
    }
    try tree.folder.write(Samples.file(messages), to: "Recordings/a/take.mid")
  }

  private func files(_ ending: String) throws -> [String] {
    try tree.files().filter { $0.contains(".\(ending).") }
  }

  private func accept() async throws {
    #expect(try await tree.midirec("test").status == 1)
    #expect(try await tree.midirec("accept").status == 0)
  }

  @Test func acceptAndRejectHandlePendingSynthResults() async throws {
    #expect(try await tree.midirec("test").status == 1)
    #expect(try files("pending") == Self.waiting)
    let accepted = try await tree.midirec("accept")
    #expect(
      accepted.output
        == "accepted Recordings/a/synth.expected.txt\naccepted Recordings/a/synth.sound.expected.flac\n")
    #expect(try await tree.midirec("test").status == 0)
    let sound = try tree.folder.bytes(Self.names[1])
    try Self.makeSession(in: tree, velocity: 50)
    #expect(try await tree.midirec("test").status == 1)
    #expect(try files("pending") == Self.waiting)
    let rejected = try await tree.midirec("reject")
    #expect(
      rejected.output
        == "rejected Recordings/a/synth.pending.txt\nrejected Recordings/a/synth.sound.pending.flac\n")
    #expect(try files("pending") == [])
    #expect(try tree.folder.bytes(Self.names[1]) == sound)
  }

  @Test func noFileIsWrittenInCI() async throws {
    let files = try tree.files()
    #expect(try await tree.midirec(["test"], variables: ["CI=true"]).status == 1)
    #expect(try tree.files() == files)
    try await accept()
    try Self.makeSession(in: tree, velocity: 50)
    let accepted = try tree.files()
    #expect(try await tree.midirec(["test"], variables: ["CI=true"]).status == 1)
    #expect(try tree.files() == accepted)
  }

  @Test func reviewDescribesAudioDifferenceAndFiles() async throws {
    #expect(try await tree.midirec("test").status == 1)
    let first = try await tree.midirec("review")
    #expect(
      first.output.contains("a, synth.sound (2 of 2)\nNo expected result yet. The actual result lasts "))
    #expect(first.output.contains("Listen to it: Recordings/a/synth.sound.pending.flac\n"), "\(first.output)")
    #expect(try await tree.midirec("accept").status == 0)
    try Self.makeSession(in: tree, velocity: nil)
    #expect(try await tree.midirec("test").status == 1)
    let second = try await tree.midirec("review")
    #expect(
      second.output.contains("F4 on channel 2, velocity 100, from 0.600000: missing"), "\(second.output)")
    #expect(second.output.contains("Listen to it: Recordings/a/synth.sound.pending.flac\n"))
  }

  /// Returns the file that the page of a report shows.
  private func page(_ folder: String) throws -> String {
    let name = try #require(
      try tree.files().first { $0.hasPrefix(folder) && $0.contains("sound") && $0.hasSuffix(".html") })
    return try tree.text(name)
  }

  @Test func everyReportHasTimeAndNote() async throws {
    try await accept()
    try Self.makeSession(in: tree, velocity: 90)
    let text = try await tree.midirec("test", "--junit", "report.xml", "--html", "report")
    #expect(text.status == 1)
    let note = "F4 on channel 2, velocity 100, from 0.600000: softer by about "
    #expect(text.output.contains("a (synth.sound): different: 0.600"), "\(text.output)")
    #expect(text.output.contains(note), "\(text.output)")
    #expect(try tree.text("report.xml").contains(note))
    #expect(try page("report").contains(note))
    let json = try await tree.midirec("test", "--json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let outcomes = try #require(document["outcomes"] as? [[String: Any]], "\(document.keys.sorted())")
    let sound = try #require(outcomes.compactMap { $0["sound"] as? [String: Any] }.first)
    let first = try #require(sound["first"] as? [String: Any])
    let found = try #require(first["note"] as? [String: Any])
    #expect(found["channel"] as? Int == 2)
    #expect(found["note"] as? Int == 65)
    #expect(found["onset"] as? Int == 600_000_000)
    #expect((first["change"] as? [String: Any])?["kind"] as? String == "level")
  }

  @Test func differentFontIsReportedFirst() async throws {
    try await accept()
    let font = SmallFont([SmallFont.Preset(0, 4, "EPiano")]).bytes
    try tree.folder.write(font, to: "Recordings/a/small.sf2")
    try Self.makeSession(in: tree, "rate: 16000, preset: 0:4, font: ./small.sf2")
    let result = try await tree.midirec("test")
    #expect(result.status == 1)
    #expect(result.output.contains("a (synth.sound): different: played with the font \""), "\(result.output)")
  }

  /// A session's result doesn't depend on the user's settings.
  @Test func currentPresetDoesNotAffectSession() async throws {
    try Self.makeSession(in: tree, "rate: 16000")
    let variables = ["XDG_DATA_HOME=\(tree.folder.path("data"))"]
    #expect(try await tree.midirec(["test"], variables: variables).status == 1)
    #expect(try await tree.midirec(["accept"], variables: variables).status == 0)
    let use = try await tree.midirec(["fonts", "use", "TimGM6mb:0:40"], variables: variables)
    #expect(use.status == 0, "\(use.errors)")
    let result = try await tree.midirec(["test"], variables: variables)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func missingFontIsReportedWithRemedy() async throws {
    try Self.makeSession(in: tree, "font: Nowhere Grand")
    let result = try await tree.midirec("test")
    #expect(result.status == 69, "\(result.output)\(result.errors)")
    #expect((result.output + result.errors).contains("Nowhere Grand"))
  }

  /// Returns the pending audio of a new session.
  private func sound(_ variables: [String], _ shell: [String] = []) async throws -> [UInt8] {
    let tree = try SessionTree()
    try Self.makeSession(in: tree)
    let result = try await Program.run(
      "env", ["-u", "CI"] + variables + shell + [TestEnvironment.midirec, "test"], in: tree.folder.path)
    #expect(result.status == 1, "\(result.errors)")
    return try Self.waiting.flatMap { try tree.folder.bytes($0) }
  }

  @Test(arguments: [
    [], ["LC_ALL=de_DE.UTF-8", "LANG=de_DE.UTF-8"], ["LC_ALL=tr_TR.UTF-8"], ["TZ=Pacific/Kiritimati"],
  ])
  func bytesAreEqualInDifferentFolderLocaleAndTimeZone(variables: [String]) async throws {
    #expect(try await sound(variables) == sound([]))
  }

  @Test func bytesAreEqualOnOneCore() async throws {
    #expect(try await sound([], ["taskset", "-c", "0"]) == sound([]))
  }
}
