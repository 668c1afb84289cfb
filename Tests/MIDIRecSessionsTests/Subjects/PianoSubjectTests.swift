import Instruments
import MIDICore
import Testing

@testable import MIDIRecSessions

@Suite struct PianoSubjectTests {
  private func option(_ name: String, _ value: String) -> Session.Option {
    Session.Option(name: name, values: [value], line: 4)
  }

  @Test func optionsSetTheNamesOfKeys() throws {
    let subject = try PianoSubject(SubjectOptions([option("names", "german"), option("middle-c", "3")]))
    #expect(subject.naming == KeyNaming(.german, middleC: .octave3))
    #expect(subject.view == .piano)
  }

  @Test(arguments: MiddleC.allCases)
  func middleCIsInItsOctave(octave: MiddleC) throws {
    let subject = try PianoSubject(SubjectOptions([option("middle-c", "\(octave.rawValue)")]))
    #expect(subject.naming.name(of: 60) == "C\(octave.rawValue)")
  }

  @Test func invalidOptionValueIsReportedWithItsLine() {
    do throws(SubjectOptionError) {
      _ = try PianoSubject(SubjectOptions([option("names", "dutch")]))
      Issue.record("there are no Dutch names")
    } catch {
      #expect(
        "\(error)" == """
          line 4: the option "names": expected one of english, german, italian, katakana, japanese, found "dutch"
          """)
    }
  }
}
