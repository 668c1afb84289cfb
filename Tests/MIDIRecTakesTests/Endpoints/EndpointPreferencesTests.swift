import ALSASequencer
import Foundation
import MIDIRecSystem
import MIDIRecTakes
import SystemPackage
import TestSupport
import Testing

@Suite struct EndpointPreferencesTests {
  let folder: TemporaryFolder
  private var path: FilePath { FilePath(folder.path("config/midirec/endpoints.json")) }

  init() throws { folder = try TemporaryFolder() }

  private static func identity(_ name: String, serial: String? = nil) -> EndpointIdentity {
    EndpointIdentity(
      Endpoint(
        address: EndpointAddress(client: 20, port: 0), clientName: name, portName: "\(name) MIDI 1",
        directions: [.input, .output],
        hardware: HardwareIdentity(
          card: 1, cardName: name, usbID: "1fc9:8124", serial: serial, usbPath: "1-1")))
  }

  private let grid = identity("LinnStrument MIDI", serial: "LS1")
  private let keys = identity("Piano")

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path.string))
  }

  private func text() throws -> String { try String(contentsOfFile: path.string, encoding: .utf8) }

  @Test func missingFileGivesEmptyPreferences() throws {
    #expect(try EndpointPreferences.read(from: path) == EndpointPreferences())
    try EndpointPreferences.update(at: path) { _ in }
    #expect(!FileManager.default.fileExists(atPath: path.string))
  }

  @Test func storedPreferencesRoundTrip() throws {
    try EndpointPreferences.update(at: path) { book in
      book.store(grid, as: "Grid")
      book.store(keys, as: "keys")
      book.lastChoices[.input] = .endpoint(grid)
      book.lastChoices[.output] = .nothing
    }
    let book = try EndpointPreferences.read(from: path)
    #expect(book.aliases == ["Grid": grid, "keys": keys])
    #expect(book.lastChoices[.input] == .endpoint(grid))
    #expect(book.lastChoices[.output] == .nothing)
    #expect(book.lastChoices[[]] == nil)
    #expect(book.name("gRID") == "Grid")
    #expect(book.rivals(of: "Grid") == [keys])
  }

  @Test func fileIsHumanReadable() throws {
    try EndpointPreferences.update(at: path) { $0.store(grid, as: "grid") }
    #expect(
      try text() == """
        {
          "aliases" : {
            "grid" : {
              "cardName" : "LinnStrument MIDI",
              "clientName" : "LinnStrument MIDI",
              "displayName" : "LinnStrument MIDI MIDI 1",
              "portName" : "LinnStrument MIDI MIDI 1",
              "serial" : "LS1",
              "usbID" : "1fc9:8124",
              "usbPath" : "1-1"
            }
          },
          "version" : 1
        }

        """)
    #expect(try folder.names() == ["config"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path.removingLastComponent().string) == [
        "endpoints.json"
      ])
  }

  @Test func portNumberIsStored() throws {
    var second = keys
    second.portNumber = 1
    try EndpointPreferences.update(at: path) { $0.store(second, as: "second") }
    #expect(try text().contains(#""portNumber" : 1"#))
    #expect(try EndpointPreferences.read(from: path).aliases == ["second": second])
  }

  @Test func fileOfEarlierVersionIsReadable() throws {
    try write(
      """
      {"version": 1, "aliases": {"keys": {"cardName": "Piano", "clientName": "Piano", "displayName": "Piano MIDI 1",
      "portName": "Piano MIDI 1", "usbID": "1fc9:8124", "usbPath": "1-1"}},
      "lastInput": {"endpoint": {"clientName": "a", "portName": "b", "displayName": "a b"}}, "lastOutput": {}}
      """)
    let book = try EndpointPreferences.read(from: path)
    #expect(book.aliases == ["keys": keys])
    #expect(book.lastChoices[.output] == .nothing)
    guard case .endpoint(let last)? = book.lastChoices[.input] else { return #expect(Bool(false)) }
    #expect(last.portNumber == nil)
  }

  @Test func aliasIsReplacedAndRemovedInAnyCase() throws {
    var book = EndpointPreferences()
    book.store(grid, as: "grid")
    book.store(keys, as: "GRID")
    #expect(book.aliases == ["GRID": keys])
    #expect(book.remove("Grid") == keys)
    #expect(book.remove("Grid") == nil)
    #expect(book.aliases.isEmpty)
  }

  @Test(arguments: ["all", "None", "20:0", "", " ", "-x", "a\nb", "a\u{1B}b"])
  func reservedWordIsNotAlias(name: String) {
    #expect(EndpointPreferences.objection(to: name) != nil)
  }

  @Test(arguments: ["grid", "All of it", "20", "20:0:0", "linke Hand", "été"])
  func otherWordsAreAccepted(name: String) {
    #expect(EndpointPreferences.objection(to: name) == nil)
  }

  @Test(arguments: [
    ("", "invalid JSON"), ("{", "invalid JSON"), ("\u{0}\u{FF}", "invalid JSON"),
    ("[]", "expected an object"),
    ("{}", "the key \"version\" is missing"), (#"{"version": 1}"#, "the key \"aliases\" is missing"),
    (#"{"version": 2, "aliases": {}}"#, "at version: expected 1, found 2"),
    (#"{"version": "1", "aliases": {}}"#, "at version: expected a number"),
    (#"{"version": 1, "aliases": {}, "color": 7}"#, "at color: unknown key"),
    (#"{"version": 1, "aliases": {"grid": {}}}"#, "at aliases.grid: the key \"clientName\" is missing"),
    (
      #"{"version": 1, "aliases": {"g": {"clientName": "a", "portName": "b", "displayName": "c", "d": 1}}}"#,
      "at aliases.g.d: unknown key"
    ),
    (
      #"{"version": 1, "aliases": {"g": {"clientName": 1, "portName": "b", "displayName": "c"}}}"#,
      "at aliases.g.clientName: expected a string"
    ),
    (
      #"{"version": 1, "aliases": {"all": {"clientName": "a", "portName": "b", "displayName": "c"}}}"#,
      "\"all\" can't be an alias"
    ),
    (#"{"version": 1, "aliases": {}, "lastInput": {"x": 1}}"#, "at lastInput.x: unknown key"),
  ])
  func damagedFileIsReportedAndKept(text: String, explanation: String) throws {
    try write(text)
    let failure = try #require(throws: EndpointPreferences.Failure.self) {
      try EndpointPreferences.read(from: path)
    }
    guard case .broken(let named, let found) = failure else { return #expect(Bool(false)) }
    #expect(named == path)
    #expect(found.contains(explanation), "\(found)")
    #expect(throws: failure) { try EndpointPreferences.update(at: path) { $0.store(grid, as: "grid") } }
    #expect(try self.text() == text)
  }

  @Test func folderInPlaceOfFileIsUnreadable() throws {
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    let failure = #expect(throws: EndpointPreferences.Failure.self) {
      try EndpointPreferences.read(from: path)
    }
    guard case .unreadable(let error)? = failure else { return #expect(Bool(false)) }
    #expect(error.path == path)
  }

  @Test func fileInPlaceOfFolderIsReported() throws {
    try folder.write([], to: "config")
    let failure = #expect(throws: EndpointPreferences.Failure.self) {
      try EndpointPreferences.update(at: path) { $0.store(grid, as: "grid") }
    }
    guard case .unwritable(let error)? = failure else { return #expect(Bool(false)) }
    #expect(error.errno == .notDirectory)
  }

  @Test func linkToFileStaysALink() throws {
    try write(#"{"version": 1, "aliases": {}}"#)
    let elsewhere = folder.path("mine.json")
    try FileManager.default.moveItem(atPath: path.string, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: path.string, withDestinationPath: elsewhere)
    try EndpointPreferences.update(at: path) { $0.store(grid, as: "grid") }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path.string) == elsewhere)
    #expect(try EndpointPreferences.read(from: FilePath(elsewhere)).aliases == ["grid": grid])
  }

  @Test func concurrentUpdatesKeepAllAliases() async throws {
    let path = path
    let grid = grid
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<32 {
        group.addTask { try EndpointPreferences.update(at: path) { $0.store(grid, as: "alias \(index)") } }
      }
      try await group.waitForAll()
    }
    #expect(try EndpointPreferences.read(from: path).aliases.count == 32)
  }
}
