import MIDICore
import Reports
import Testing
import Timelines

@Suite struct ComparisonReportTests {
  private static let comparison: Comparison = {
    func note(_ number: NoteNumber, _ milliseconds: Int64, velocity: UInt7 = 100) -> [TimedMessage] {
      [
        TimedMessage(
          time: .milliseconds(milliseconds), message: .noteOn(channel: 0, note: number, velocity: velocity)),
        TimedMessage(
          time: .milliseconds(milliseconds + 200), message: .noteOff(channel: 0, note: number, velocity: 64)),
      ]
    }
    let expected = Recording(tracks: [.init(messages: note(60, 0) + note(64, 500) + note(67, 1000))])
    let actual = Recording(tracks: [
      .init(messages: note(60, 0) + note(67, 1007, velocity: 90) + note(69, 1500))
    ])
    return Comparison(expected: expected, actual: actual, options: .init(alignsStart: false))
  }()

  @Test func theTextNamesWhatDiffersAndEndsWithTheVerdict() {
    #expect(
      Self.comparison.text(expectedName: "a.mid", actualName: "b.mid", differenceLimit: nil) == """
        expected: a.mid: 3 notes, 0 other messages
        actual:   b.mid: 3 notes, 0 other messages

        0.500000  E4 on channel 1: missing
        1.000000  G4 on channel 1: late by 7.000 ms, velocity 90 instead of 100
        1.500000  A4 on channel 1: extra

        different: 1 missing, 1 extra, 1 late, 1 wrong velocity
        """)
  }

  @Test func aLongListIsCutAndSaysSo() {
    let text = Self.comparison.text(expectedName: "a", actualName: "b", differenceLimit: 1)
    #expect(text.contains("E4 on channel 1: missing\n… and 2 more\n"))
    #expect(!text.contains("A4"))
  }

  @Test func equalRecordingsAreSaidToBeTheSame() {
    let comparison = Comparison(expected: Recording(), actual: Recording())
    #expect(
      comparison.verdictText == "same: every note and message within 5.000 ms, onsets at most 0.000 ms off")
  }

  @Test func theJSONIsAlwaysTheSameText() throws {
    #expect(
      try JSONText.of(ComparisonDocument(Self.comparison)).hasPrefix(
        """
        {
          "actualNotes" : 3,
          "actualOtherMessages" : 0,
          "differences" : [
            {
              "expected" : {
                "channel" : 1,
                "duration" : 200000000,
                "note" : 64,
                "time" : 500000000,
                "velocity" : 100
              },
              "kinds" : [
                "missing"
              ],
              "text" : "E4 on channel 1: missing",
              "time" : 500000000
            },
        """))
  }
}
