import Foundation
import MIDICore
import MIDIRecSessions
import TestSupport
import Testing

@Suite struct JUnitReportTests {
  @Test func reportOfEachKindIsComplete() {
    #expect(
      Outcomes.ofEachKind.junitReport == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="midirec" tests="6" failures="3" errors="1" time="0.013">
          <testsuite name="keys/scale" tests="1" failures="0" errors="0" time="0.000">
            <testcase classname="keys/scale" name="notes" time="0.000"/>
          </testsuite>
          <testsuite name="keys/chords" tests="2" failures="1" errors="0" time="0.013">
            <testcase classname="keys/chords" name="notes" time="0.013">
              <failure message="different: 1 missing, 1 extra" type="different"> 3.000000  G4 on channel 1: missing
        10.000000  E4 on channel 1: extra</failure>
            </testcase>
            <testcase classname="keys/chords" name="grid" time="0.000"/>
          </testsuite>
          <testsuite name="mpe/bends" tests="1" failures="1" errors="0" time="0.000">
            <testcase classname="mpe/bends" name="grid" time="0.000">
              <failure message="new: no expected result yet" type="new">new: no expected result yet</failure>
            </testcase>
          </testsuite>
          <testsuite name="mpe/slides" tests="1" failures="1" errors="0" time="0.000">
            <testcase classname="mpe/slides" name="notes" time="0.000">
              <failure message="unstable: run 3 differs from the first run" type="unstable">unstable: \
        run 3 differs from the first run</failure>
            </testcase>
          </testsuite>
          <testsuite name="pads" tests="1" failures="0" errors="1" time="0.000">
            <testcase classname="pads" name="session" time="0.000">
              <error message="failed: pads/session.yaml:4: unknown key &quot;tag&lt;s&gt;&quot;" type="failed">failed: \
        pads/session.yaml:4: unknown key &quot;tag&lt;s&gt;&quot;</error>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func emptyRunHasReport() {
    #expect(
      [SessionOutcome]().junitReport == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="midirec" tests="0" failures="0" errors="0" time="0.000">
        </testsuites>

        """)
  }
}

/// The report as junitparser reads it.
@Suite(.enabled(if: TestEnvironment.hasPeers, "MIDIREC_PEER_PYTHON names no Python: see Scripts/test"))
struct JUnitReaderTests {
  /// A test case as junitparser reads it.
  private struct Case: Codable, Equatable {
    var suite: String
    var name: String
    /// The type of the failure or error, or `nil` if there is none.
    var type: String?
    var message: String?
    var text: String?
    /// The time in seconds.
    var time: Double
  }

  private struct Reading: Codable {
    var tests: Int
    var failures: Int
    var errors: Int
    var cases: [Case]

    var totals: [Int] { [tests, failures, errors] }
  }

  private func read(_ outcomes: [SessionOutcome]) async throws -> Reading {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array(outcomes.junitReport.utf8), to: "report.xml")
    let script = TestEnvironment.projectFolder + "/Tests/PeerReaders/junit.py"
    let result = try await Program.run(TestEnvironment.python, [script, file])
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Reading.self, from: Data(result.output.utf8))
  }

  @Test func junitparserReadsEachOutcome() async throws {
    let reading = try await read(Outcomes.ofEachKind)
    #expect(reading.totals == [6, 3, 1])
    #expect(reading.cases.map(\.suite) == Outcomes.ofEachKind.map(\.session))
    #expect(reading.cases.map(\.name) == Outcomes.ofEachKind.map { $0.subject ?? "session" })
    #expect(reading.cases.map(\.type) == [nil, "different", nil, "new", "unstable", "failed"])
    #expect(reading.cases.map(\.time) == [0, 0.013, 0, 0, 0, 0])
    #expect(reading.cases[1].message == "different: 1 missing, 1 extra")
    #expect(
      reading.cases[1].text
        == " 3.000000  G4 on channel 1: missing\n10.000000  E4 on channel 1: extra")
  }

  /// Every character that XML allows is preserved, and others have a visible form.
  @Test func anyUnicodeNameIsValidXML() async throws {
    var names = [
      "]]><&\"'", "ä漢\u{1F3B9}", "\u{0}\u{8}\u{B}\u{1F}\u{7F}\u{9F}", "\u{FFFE}\u{FFFF}\u{1FFFE}", " a  b ",
    ]
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      names.append(
        String(
          String.UnicodeScalarView(
            (0..<40).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) })))
    }
    let outcomes = names.map { SessionOutcome(session: $0, subject: $0, verdict: .failed(reason: $0)) }
    let reading = try await read(outcomes)
    #expect(reading.cases.count == names.count)
    for (name, found) in zip(names, reading.cases) {
      let shown = name.printable.replacing(/[\u{FFFE}\u{FFFF}]/, with: "\u{FFFD}")
      #expect(found.suite.unicodeScalars.elementsEqual(shown.unicodeScalars))
      #expect(found.name.unicodeScalars.elementsEqual(shown.unicodeScalars))
      #expect(found.message?.unicodeScalars.elementsEqual("failed: \(shown)".unicodeScalars) == true)
    }
  }
}
