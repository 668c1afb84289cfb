import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSessions

@Suite struct SessionErrorTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private var file: FilePath { folder.path.appending("session.yaml") }

  private func error(_ bytes: [UInt8], subjects: [SubjectDefinition] = [.notes]) throws -> SessionError {
    try folder.makeSession()
    try folder.write("session.yaml", bytes)
    return try #require(throws: SessionError.self) {
      _ = try Session(reading: folder.path, subjects: subjects)
    }
  }

  private func error(_ text: String, subjects: [SubjectDefinition] = [.notes]) throws -> SessionError {
    try error(Array(text.utf8), subjects: subjects)
  }

  private typealias Broken = (text: String, line: Int, reason: String)

  private static let known =
    "take, subjects, subjects-of, tolerance, channel-map, follow, passages, soak, tags, note"
  private static let time = "expected a time from 0 to 1h, such as 5ms or 250us"
  private static let part = "expected a ratio from 0 to 1, such as 0.2 or 20%"
  private static let number = "expected a number from 0 to 127"
  private static let take =
    "\"take\": expected a file's path from this folder, such as take.mid, or none"
  private static let tag = "a tag: expected a word of letters, digits, hyphens, dots, and underscores"
  private static let unit = "expected one of onset, offset, offset-ratio, velocity, value"
  private static let channels = "strict, or a map from expected channels to actual channels, such as {1: 2}"

  private static let keys: [Broken] = [
    ("tags: []\n\n\ntolernace:\n  onset: 1ms", 4, "unknown key \"tolernace\"; did you mean \"tolerance\"?"),
    ("Tags: []", 1, "unknown key \"Tags\"; did you mean \"tags\"?"),
    ("volume: 7", 1, "unknown key \"volume\"; expected one of \(known)"),
    ("note: x\ntolerance:\n  onset: 1ms\n  ofset: 1ms", 4, "unknown key \"ofset\"; did you mean \"offset\"?"),
    ("tolerance: {pitch: 1}", 1, "unknown key \"pitch\"; \(unit)"),
    ("~: 1", 1, "a key: expected a word, found nothing"),
    ("[a]: 1", 1, "a key: expected a word, found a list"),
    ("note: a\ntags: [b]\ntags: [c]", 2, "the key \"tags\" is duplicated; this is the first one"),
    (
      "tolerance:\n  onset: 1ms\n  'onset': 2ms", 2, "the key \"onset\" is duplicated; this is the first one"
    ),
  ]

  @Test(arguments: keys)
  func keysAreChecked(text: String, line: Int, reason: String) throws {
    #expect(try error(text) == SessionError.badData(file, line, reason))
  }

  private static let values: [Broken] = [
    ("tolerance:\n  onset: -5ms", 2, "\"onset\": \(time), found \"-5ms\""),
    ("tolerance: {onset: 5}", 1, "\"onset\": \(time), found \"5\""),
    ("tolerance: {onset: 5 parsecs}", 1, "\"onset\": \(time), found \"5 parsecs\""),
    ("tolerance: {offset: 2h}", 1, "\"offset\": \(time), found \"2h\""),
    ("tolerance: {offset: 99999999999999999999h}", 1, "\"offset\": \(time), found \"99999999999999999999h\""),
    ("tolerance: {offset: [1ms]}", 1, "\"offset\": \(time), found a list"),
    ("tolerance:\n  offset:\n  onset: 1ms", 2, "\"offset\": \(time), found nothing"),
    ("tolerance: {offset-ratio: 1.5}", 1, "\"offset-ratio\": \(part), found \"1.5\""),
    ("tolerance: {velocity: 128}", 1, "\"velocity\": \(number), found \"128\""),
    ("tolerance: {velocity: -1}", 1, "\"velocity\": \(number), found \"-1\""),
    ("tolerance: {value: 1.5}", 1, "\"value\": \(number), found \"1.5\""),
    ("tolerance: soon", 1, "\"tolerance\": \(time), found \"soon\""),
    ("tolerance: {value: ''}", 1, "\"value\": \(number), found \"\""),
    ("tolerance:", 1, "\"tolerance\": expected a time or a map, such as 5ms or {onset: 5ms}, found nothing"),
    ("follow: tempo", 1, "\"follow\": expected true or false, found \"tempo\""),
    ("follow: [true]", 1, "\"follow\": expected true or false, found a list"),
    ("channel-map: any", 1, "\"channel-map\": expected \(channels), found \"any\""),
    ("channel-map: {}", 1, "\"channel-map\": expected \(channels), found a map"),
    ("channel-map:\n  17: 1", 2, "expected a channel from 1 to 16, found \"17\""),
    ("channel-map:\n  1: 0", 2, "\"1\": expected a channel from 1 to 16, found \"0\""),
    ("channel-map: {1: 2, 01: 3}", 1, "channel 1 is duplicated"),
    ("tags: mpe", 1, "\"tags\": expected a list of words, such as [mpe, slow], found \"mpe\""),
    ("tags:\n- a\n- b c", 3, "\(tag), found \"b c\""),
    ("tags: [a, b, a]", 1, "the tag \"a\" is duplicated"),
    ("note: [a]", 1, "\"note\": expected a string, found a list"),
    ("note:", 1, "\"note\": expected a string, found nothing"),
    ("take: /tmp/a.mid", 1, "\(take), found \"/tmp/a.mid\""),
    ("take: ''", 1, "\(take), found \"\""),
    ("take: \"a\\0b\"", 1, "\(take), found \"a\u{0}b\""),
  ]

  @Test(arguments: values)
  func valuesAreChecked(text: String, line: Int, reason: String) throws {
    #expect(try error(text) == SessionError.badData(file, line, reason))
  }

  private static let subjects: [Broken] = [
    ("subjects: [notez]", 1, "unknown subject \"notez\"; did you mean \"notes\"?"),
    (
      "subjects:\n- notes\n- drums", 3,
      "unknown subject \"drums\"; expected one of notes, grid; if a test defines it, run that test"
    ),
    ("subjects: []", 1, "subjects: expected at least one, found none"),
    ("subjects: notes", 1, "\"subjects\": expected a list of subjects, such as [notes], found \"notes\""),
    ("subjects: [[notes]]", 1, "a subject: expected a name, or a name and its options, found a list"),
    ("subjects:\n- notes\n- grid\n- notes", 4, "the subject \"notes\" is duplicated"),
    (
      "subjects: {notes: 5}", 1,
      "\"notes\": expected nothing, because this subject has no options, found \"5\""
    ),
    ("subjects:\n  grid:\n    row: 5", 3, "unknown key \"row\"; did you mean \"rows\"?"),
    (
      "subjects: {grid: {rows: [[1]]}}", 1,
      "\"rows\": expected a value, a list of values, or a map of values, found a list"
    ),
  ]

  @Test(arguments: subjects)
  func subjectsAreChecked(text: String, line: Int, reason: String) throws {
    let grid = SubjectDefinition(name: "grid", optionNames: ["rows"])
    #expect(try error(text, subjects: [.notes, grid]) == SessionError.badData(file, line, reason))
  }

  private static let contents: [Broken] = [
    ("", 1, "the file is empty"),
    ("# nothing\n", 1, "the file is empty"),
    ("---\n", 2, "a session: expected a map with keys (\(known)), found nothing"),
    ("- a\n- b", 1, "a session: expected a map with keys (\(known)), found a list"),
    ("take.mid", 1, "a session: expected a map with keys (\(known)), found \"take.mid\""),
    ("tags: [a]\n---\ntags: [b]", 3, "expected one document, found another that begins here"),
    ("tags: [a\nnote: b", 2, "invalid YAML: did not find expected ',' or ']' while parsing a flow sequence"),
    ("note: \"a", 1, "invalid YAML: found unexpected end of stream while scanning a quoted scalar"),
    ("tags: &t [a]\nnote: *t", 2, "aliases aren't supported here: replace \"*t\" with its value"),
    ("note: *t", 1, "invalid YAML: found undefined alias"),
    ("tags: !!set [a]", 1, "types such as \"tag:yaml.org,2002:set\" aren't supported here"),
    ("note: x\ntags: [[[[[[[[[a]]]]]]]]]", 2, "values are nested too deeply here"),
    ("note: a\u{7}", 1, "invalid YAML: the character U+0007 isn't allowed here"),
    ("note: a\n\u{0}", 2, "invalid YAML: the character U+0000 isn't allowed here"),
  ]

  @Test(arguments: contents)
  func invalidFileIsReported(text: String, line: Int, reason: String) throws {
    #expect(try error(text) == SessionError.badData(file, line, reason))
  }

  @Test func invalidUTF8IsReportedWithLine() throws {
    let error = try error(Array("note: é\ntags: [".utf8) + [0xFF] + Array("]".utf8))
    #expect(error == SessionError.badData(file, 2, "expected UTF-8, found other bytes"))
  }

  @Test func largeFileIsNotRead() throws {
    let text = "note: " + String(repeating: "a", count: 16_384)
    #expect(try error(text).reason == "has 16390 bytes; expected at most 16384")
  }

  @Test func fileOfBracketsIsRejectedQuickly() throws {
    let text = String(repeating: "{? ", count: 5000)
    let reason = "expected at most 200 of the characters [ { ?, found more up to this line"
    #expect(try error(text) == SessionError.badData(file, 1, reason))
  }

  /// Nine lists of nine aliases each expand to 3 × 10⁸ words.
  @Test func nestedAliasesAreRejectedQuickly() throws {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    text += "? *a9\n: x\n"
    #expect(try error(text).line == 2)
  }

  @Test func errorIsOneLine() throws {
    #expect(
      "\(try error("tolernace: 1"))" == "\(file):1: unknown key \"tolernace\"; did you mean \"tolerance\"?")
  }

  @Test func errorWithoutPathKeepsLine() {
    #expect("\(SessionError(line: 3, "expected a word"))" == "line 3: expected a word")
    #expect("\(SessionError("expected a word"))" == "expected a word")
  }
}

extension SessionError {
  /// Returns an error of a file's contents.
  static func badData(_ path: FilePath, _ line: Int?, _ reason: String) -> Self {
    SessionError(.badData, path, line: line, reason)
  }

  /// Returns an error of a missing file or one of a wrong kind.
  static func noInput(_ path: FilePath, line: Int? = nil, _ reason: String) -> Self {
    SessionError(.noInput, path, line: line, reason)
  }
}
