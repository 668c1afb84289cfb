import MIDICore
import TestSupport
import Testing
import Timelines

@Suite struct TimelineTextTests {
  @Test func emptyRecordingHasNoSourceAndAnEnd() throws {
    let timeline = Timeline(Recording())
    #expect(timeline.text == "midirec timeline 1\n0.000000 end\n")
    #expect(try Timeline(text: Array(timeline.text.utf8)) == timeline)
    #expect(try Timeline(text: timeline.text) == timeline)
  }

  @Test func specialCharactersAreQuotedAndEscaped() throws {
    let entry = Timeline.Entry(
      time: .zero, source: 0, channel: .number(1), change: .expression(.bend(0)),
      attributes: [
        .init("cells", "3,7"), .init("empty", ""), .init("a key", "x=y"), .init("color", "grün"),
        .init("quote", "\"\\\n"),
      ])
    let timeline = Timeline(sources: ["Grid \"1\"\\\t\u{202E}é\u{1F3B9}"], entries: [entry], end: .zero)
    #expect(
      timeline.text == #"""
        midirec timeline 1
        source 1 "Grid \"1\"\\\u{9}\u{202E}é🎹"
        0.000000 1 1 bend 0 cells=3,7 empty="" "a key"="x=y" color="grün" quote="\"\\\u{A}"
        0.000000 end

        """#)
    #expect(try Timeline(text: Array(timeline.text.utf8)) == timeline)
  }

  @Test func everyKindOfChangeRoundTrips() throws {
    let changes: [Timeline.Change] =
      [
        .program(127, bank: nil), .program(0, bank: 16383), .pedalLeftDown(64, 127), .pedalLeftDown(69, 64),
        .parameter(.init(isRegistered: true, number: 6), .value(16383)),
        .parameter(.init(isRegistered: false, number: 16382), .increment(127)),
        .parameter(.init(isRegistered: false, number: 0), .decrement(0)), .expression(.bend(16383)),
        .expression(.pressure(1)), .expression(.timbre(2)),
      ] + (0...127).map { .controller(Controller(masking: $0), 1) }
      + (0...127).map { .note(NoteNumber(masking: $0), .sounding(velocity: 1)) }
      + [
        .retriggered(velocity: 127), .retriggered(velocity: 1, over: 255),
        .stillSounding(releaseVelocity: nil), .stillSounding(releaseVelocity: 0),
        .held(by: .sustain, releaseVelocity: nil), .held(by: .sostenuto, releaseVelocity: 127),
        .released(releaseVelocity: nil), .released(releaseVelocity: 1), .expression(.bend(0)),
        .expression(.pressure(1)), .expression(.timbre(2)), .strayNoteOff(releaseVelocity: nil),
        .strayNoteOff(releaseVelocity: 9), .hanging, .silent, .stolen,
      ].map { .note(60, $0) }
    let entries = changes.enumerated().map { index, change in
      Timeline.Entry(time: .milliseconds(Int64(index)), source: 0, channel: .number(16), change: change)
    }
    let timeline = Timeline(sources: [""], entries: entries, end: .zero)
    #expect(try Timeline(text: Array(timeline.text.utf8)) == timeline)
  }

  @Test func unorderedLinesAreWrittenInCanonicalOrder() throws {
    let text = """
      midirec timeline 1
      source 1 ""
      1.000000 1 1 bend 1
      0.500000 1 1 program 1
      -0.500000 1 1 bend 0
      1.000000 end

      """
    #expect(
      try Timeline(text: Array(text.utf8)).text.split(separator: "\n").dropFirst(2) == [
        "-0.500000 1 1 bend 0", "0.500000 1 1 program 1", "1.000000 1 1 bend 1", "1.000000 end",
      ])
  }

  @Test func wrongNoteChangesTwoLines() {
    func lines(_ note: NoteNumber) -> [Substring] {
      let played = (0..<20).flatMap { index -> [(Int64, Message)] in
        let played: NoteNumber = index == 9 ? note : NoteNumber(clamping: 60 + index)
        return [(Int64(index) * 100, Played.on(played)), (Int64(index) * 100 + 50, Played.off(played))]
      }
      return Played.timeline(played).text.split(separator: "\n")
    }
    let changes = lines(70).difference(from: lines(69))
    #expect(changes.insertions.count == 2)
    #expect(changes.removals.count == 2)
  }

  @Test(
    arguments: [
      ("", 1, #""midirec timeline 1", found the end"#),
      ("midirec timeline 2\n", 1, #""midirec timeline 1", found "midirec timeline 2""#),
      ("midirec timeline 1", 1, #"a line feed after the line, found "midirec timeline 1""#),
      ("midirec timeline 1\r\n", 1, #""midirec timeline 1", found "midirec timeline 1\u{D}""#),
      (head(""), 3, "an entry, or the end: 0.000000 end, found the end"),
      ("midirec timeline 1\nsource 2 \"\"\n", 2, #"1, the source's number, found "2""#),
      ("midirec timeline 1\nsource 1 Grid\n", 2, #"the source's name in quotes, found "Grid""#),
      ("midirec timeline 1\nsource 1 \"Grid\n", 2, #"a closing quote, found "\"Grid""#),
      (
        "midirec timeline 1\nsource 1 \"a\\n\"\n", 2,
        #"\", \\ or \u{…} with the number of a character, found "\\n\"""#
      ),
      ("midirec timeline 1\nsource 1 \"\\u{D800}\"\n", 2, nil),
      ("midirec timeline 1\n0.000000 1 1 bend 0\n", 2, nil),
      (head("0.00000 end\n"), 3, #"a time in seconds with six decimals, found "0.00000""#),
      (head("1 end\n"), 3, #"a time in seconds with six decimals, found "1""#),
      (head("9999999999.000000 end\n"), 3, #"a time below 292 years, found "9999999999.000000""#),
      (head("0.000000 2 1 bend 0\n"), 3, #"a source from 1 to 1, found "2""#),
      (head("0.000000 1 0 bend 0\n"), 3, #"- or a channel from 1 to 16, found "0""#),
      (head("0.000000 1 1 bent 0\n"), 3, nil),
      (head("0.000000 1 1 bend 16384\n"), 3, #"a bend from 0 to 16383, found "16384""#),
      (head("0.000000 1 1 bend\n"), 3, "a bend from 0 to 16383, found the end"),
      (head("0.000000 1 1 bend 0 \n"), 3, #"the end of the line, or key=value, found """#),
      (head("0.000000 1 1 bend  0\n"), 3, #"a bend from 0 to 16383, found """#),
      (head("0.000000 1 1 bend 0 cells\n"), 3, nil),
      (head("0.000000 1 1 bend 0 a=\"b\"c\n"), 3, #"a space, or the end of the line, found "c""#),
      (head("0.000000 1 1 note C5 60 hanging\n"), 3, #"C4 for note 60, found "C5""#),
      (head("0.000000 1 1 note C4 128 hanging\n"), 3, #"a note number from 0 to 127, found "128""#),
      (head("0.000000 1 1 note C4 60 sounding\n"), 3, #""velocity", found the end"#),
      (head("0.000000 1 1 note C4 60 sounding velocity 200\n"), 3, #"a velocity from 0 to 127, found "200""#),
      (head("0.000000 1 1 note C4 60 held soft\n"), 3, #"sustain or sostenuto, found "soft""#),
      (head("0.000000 1 1 controller 64 0\n"), 3, #""pedal sustain", found "64""#),
      (head("0.000000 1 - note C4 60 hanging\n"), 3, #"the kind of a system message, found "note""#),
      (head("0.000000 1 - sysex F0 01\n"), 3, #"the bytes of sysex in hexadecimal, found "F0 01""#),
      (head("0.000000 1 - clock F8 F8\n"), 3, nil),
      (head("0.000000 1 - sysex F0 F8 F7\n"), 3, nil),
      (head("0.000000 1 - clock 90 F8\n"), 3, #"the bytes of clock in hexadecimal, found "90 F8""#),
      (head("1.000000 1 1 bend 0\n0.000000 end\n"), 4, nil),
      (head("0.000000 end\n\n"), 4, #"no line after the end, found """#),
      (head("0.000000 end x\n"), 3, #"the end of the line, found "x""#),
    ] as [(String, Int, String?)])
  func aBrokenLineIsAnErrorWithItsNumber(text: String, line: Int, message: String?) throws {
    let error = try #require(throws: TimelineTextError.self) { try Timeline(text: Array(text.utf8)) }
    #expect(error.line == line)
    if let message { #expect(error.description == "line \(line): expected \(message)") }
  }

  @Test func bytesThatAreNotUTF8AreAnError() {
    let text =
      Array("midirec timeline 1\nsource 1 \"".utf8) + [0xC3, 0x28] + Array("\"\n0.000000 end\n".utf8)
    #expect(throws: TimelineTextError.self) { try Timeline(text: text) }
  }
}

/// Returns lines after the heading and a source.
private func head(_ lines: String) -> String { "midirec timeline 1\nsource 1 \"\"\n\(lines)" }
