import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSessions

/// Invalid options of a program are reported with their lines.
@Suite struct ProgramSettingsErrorTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func error(_ lines: String) throws -> SessionError {
    let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    try folder.makeSession("", "subjects:\n  program:\n\(indented)")
    return try #require(throws: SessionError.self) {
      _ = try Session(reading: folder.path, subjects: [ProgramSubject.definition]).subject(
        ProgramSubject.self)
    }
  }

  private static let time = "expected a time from 0 to"
  private static let limit = "expected a time of at most 24h, such as 10s or 250ms"
  private static let size = "expected a size of at most 1GiB, such as 16MB or 64kB"
  private static let command =
    "expected a program, or a list of a program and its arguments, such as"
    + " [python3, mapper.py]"
  private static let path = "expected a path from the session's folder, such as ."

  private static let long = String(repeating: "a", count: 64)

  private typealias Broken = (lines: String, line: Int?, option: String, reason: String)

  private static let serials = "expected 1 to 8 serial numbers without spaces, each once, such as [LS0000]"
  private static let steps = "expected a map from times to steps, such as {2s: unplug}"
  private static let values: [Broken] = [
    ("command: x\ninstruments: []", 4, "instruments", "\(serials), found an empty list"),
    (
      "command: x\noutput: instruments", 4, "output",
      "is instruments, but the session has none; set instruments: [LS0000]"
    ),
    ("command: x\ninstruments: [a, a]", 4, "instruments", "\(serials), found a list of 2"),
    ("command: x\ninstruments: a b", 4, "instruments", "\(serials), found \"a b\""),
    (
      "command: x\ninstruments: a\nclock: real", 5, "clock",
      "is real, but instruments need the simulated clock"
    ),
    ("command: x\ninstrument-steps: a", 4, "instrument-steps", "is now called \"steps\""),
    ("command: x\nsteps:\n  1s: unplug\n  2s: unplug", 6, "steps", "\"unplug\" at 2 s: it isn't plugged in"),
    ("command: x\nsteps:\n  1s: pause 0", 5, "steps", "expected pause 500ms, found \"pause 0\""),
    (
      "command: x\nsteps:\n  1s: lose 0 bytes", 5, "steps",
      "expected lose 3 messages or lose 2 bytes, found \"lose 0 bytes\""
    ),
    (
      "command: x\nsteps:\n  1s: fill 1s", 5, "steps",
      "expected fill input 500ms or fill output 500ms, found \"fill 1s\""
    ),
    ("command: x\nsteps:\n  1s: unplugg", 5, "steps", "unknown step \"unplugg\"; did you mean \"unplug\"?"),
    (
      "command: x\nsteps:\n  1s: x", 5, "steps",
      "unknown step \"x\"; expected one of plug, unplug, play, join, lose, pause, fill, kill, restart"
    ),
    (
      "command: x\ninput: none\nsteps:\n  1s: lose 1 byte", 6, "steps",
      "\"lose 1 byte\" needs an input of the program"
    ),
    (
      "command: x\nclock: real\nsteps:\n  1s: kill", 4, "clock", "is real, but steps need the simulated clock"
    ),
    ("command: x\nsteps: a", 4, "steps", "\(steps), found \"a\""),
    (
      "command: x\nsteps:\n  soon: plug a", 5, "steps",
      "expected a time of at most 24h, such as 2s, found \"soon\""
    ),
    (
      "command: x\nsteps:\n  2s: plug a --anew", 5, "steps",
      "expected plug, plug LS0000, or plug LS0000 --renumber, found \"plug a --anew\""
    ),
    (
      "command: x\nsteps:\n  2s: plug a\n  1s: unplug a", 6, "steps",
      "\"1s\" isn't later than the step before"
    ),
    (
      "command: x\ninstruments: a\nsteps:\n  2s: plug a", 6, "steps",
      "\"plug a\" at 2 s: it is already plugged in"
    ),
    (
      "command: x\nsteps:\n  2s: unplug a", 5, "steps", "\"unplug a\" at 2 s: it isn't plugged in"
    ),
    (
      "command: x\ninstruments: a\nsteps:\n  2s: play a", 6, "steps",
      "expected play take.mid LS0000, found \"play a\""
    ),
    (
      "command: x\ninstruments: a\nsteps:\n  2s: play take.mid b", 6, "steps",
      "\"play take.mid b\" at 2 s: it isn't plugged in"
    ),
    (
      "command: x\ninstruments: [a, b, c, d, e, f, g, h]\nsteps:\n  2s: plug i", 6,
      "steps", "\"plug i\" is one too many: a machine has 8 USB ports"
    ),
    ("folder: .", nil, "command", "is missing; \(command)"),
    ("command: []", 3, "command", "\(command), found an empty list"),
    ("command: ''", 3, "command", "\(command), found \"\""),
    ("command: ['', a]", 3, "command", "\(command), found a list of 2"),
    ("command: {a: b}", 3, "command", "\(command), found a map"),
    ("command: \"a\\0b\"", 3, "command", "\(command), found \"a\u{0}b\""),
    ("command: x\narguments: {a: b}", 4, "arguments", "expected a list of words, found a map"),
    (
      "command: x\nenvironment: a", 4, "environment",
      "expected a map of variables, such as {LANG: C.UTF-8}, found \"a\""
    ),
    ("command: x\nenvironment:\n  A: b\n  'A=': b", 6, "environment", "invalid variable name \"A=\""),
    ("command: x\nenvironment:\n  1A: b", 5, "environment", "invalid variable name \"1A\""),
    (
      "command: x\nenvironment:\n  MIDIREC_RUN: b", 5, "environment",
      "\"MIDIREC_RUN\": names that begin with MIDIREC_ are reserved"
    ),
    ("command: x\nfolder: /tmp", 4, "folder", "\(path), found \"/tmp\""),
    ("command: x\nfolder: ''", 4, "folder", "\(path), found \"\""),
    ("command: x\nfolder: \"a\\tb\"", 4, "folder", "\(path), found \"a\u{9}b\""),
    ("command: x\nenvironment:\n  A: \"b\\0\"", 5, "environment", "invalid variable name \"A\""),
    ("command: x\ninput: ' '", 4, "input", "expected a name of the program's port, or none, found \" \""),
    (
      "command: x\ninput: [a, b]", 4, "input",
      "expected a name of the program's port, or none, found a list of 2"
    ),
    (
      "command: x\noutput: [a, a]", 4, "output",
      "expected names of the program's ports, each once, or all, none, or instruments, found a list of 2"
    ),
    (
      "command: x\noutput: [a, none]", 4, "output",
      "expected names of the program's ports, each once, or all, none, or instruments, found a list of 2"
    ),
    (
      "command: x\nsender: y\ninput: z", 4, "sender",
      "can't be used with \"input\": either midirec connects the program, or the program connects itself"
    ),
    (
      "command: x\noutput: z\nreceiver: y", 5, "receiver",
      "can't be used with \"output\": either midirec connects the program, or the program connects itself"
    ),
    (
      "command: x\nreceiver: ''", 4, "receiver", "expected a name of at most 63 bytes, found \"\""
    ),
    (
      "command: x\nsender: \(long)", 4, "sender",
      "expected a name of at most 63 bytes, found \"\(long.prefix(59))…\""
    ),
    (
      "command: x\nreceiver: \"a\\tb\"", 4, "receiver",
      "expected a name of at most 63 bytes, found \"a\u{9}b\""
    ),
    ("command: x\nclock: real\ntail: 61min", 5, "tail", "\(time) 60min, such as 20ms, found \"61min\""),
    ("command: x\nclock: virtual", 4, "clock", "expected simulated or real, found \"virtual\""),
    (
      "command: x\ncompare: [timeline, text]", 4, "compare",
      "expected a list of timeline, output, errors, file, each once, found a list of 2"
    ),
    (
      "command: x\ncompare: [output, output]", 4, "compare",
      "expected a list of timeline, output, errors, file, each once, found a list of 2"
    ),
    ("command: x\ncompare: file", 4, "compare", "includes the file; name it with \"file\""),
    (
      "command: x\noutput: none\ncompare: timeline", 5, "compare",
      "includes the timeline, which is empty with \"output: none\""
    ),
    ("command: x\noutput: none", 4, "output", "leaves nothing to compare; choose results with \"compare\""),
    ("command: x\nfile-reader: cat", 4, "file-reader", "requires a file; name it with \"file\""),
    (
      "command: x\nfile: a\nfile-reader: ''", 5, "file-reader",
      "expected a command, such as [python3, reader.py], found \"\""
    ),
    (
      "command: x\nat-end: []", 4, "at-end",
      "expected a command, such as [./picture.sh, screen.png], found an empty list"
    ),
    ("command: x\nredact: {a: b}", 4, "redact", "applies to texts; choose some with \"compare\""),
    ("command: x\ncompare: output\nredact: {'': b}", 5, "redact", "\"\" matches everywhere"),
    (
      "command: x\nending: SIGKILL", 4, "ending",
      "expected SIGTERM, SIGINT, SIGHUP, end-of-input or by-itself, found \"SIGKILL\""
    ),
    ("command: x\nstatus: 256", 4, "status", "expected a number from 0 to 255, found \"256\""),
    ("command: x\nlimits: 5s", 4, "limits", "expected a map, such as {ready: 10s}, found \"5s\""),
    (
      "command: x\nlimits:\n  ready: 5s\n  anwser: 5s", 6, "limits",
      "unknown key \"anwser\"; did you mean \"answer\"?"
    ),
    ("command: x\nlimits:\n  ready: 5", 5, "limits", "\"ready\": \(limit), found \"5\""),
    ("command: x\nlimits:\n  end: 0", 5, "limits", "\"end\": \(limit), found \"0\""),
    ("command: x\nlimits:\n  standstill: 25h", 5, "limits", "\"standstill\": \(limit), found \"25h\""),
    ("command: x\nlimits:\n  output: 16", 5, "limits", "\"output\": \(size), found \"16\""),
    (
      "command: x\nlimits:\n  replies: 0", 5, "limits",
      "\"replies\": expected a number from 1 to 1000000, found \"0\""
    ),
  ]

  @Test(arguments: values)
  func valuesAreChecked(lines: String, line: Int?, option: String, reason: String) throws {
    let error = try error(lines)
    #expect(error.kind == .badData)
    #expect(error.path == folder.path.appending("session.yaml"))
    #expect(error.line == line)
    #expect(error.reason == "the option \"\(option)\" of \"program\": \(reason)")
  }

  @Test func invalidRegularExpressionIsReportedWithLine() throws {
    let error = try error("command: x\ncompare: output\nredact:\n  'a+': b\n  '(a': b")
    #expect(error.line == 7)
    let start = "the option \"redact\" of \"program\": \"(a\" isn't a regular expression: "
    #expect(error.reason.hasPrefix(start))
    #expect(error.reason.count > start.count)
    #expect(!error.reason.contains("\n"))
  }

  @Test func unknownOptionIsReported() throws {
    #expect(
      try error("command: x\nargument: y").reason == "unknown key \"argument\"; did you mean \"arguments\"?")
  }

  @Test(arguments: ["environment: {}", "command: {a: [b]}", "command: {a: }", "command: [[a]]"])
  func unsupportedValueIsRejected(line: String) throws {
    let error = try error(line)
    #expect(error.line == 3)
    #expect(error.reason.contains("expected a value"))
  }
}
