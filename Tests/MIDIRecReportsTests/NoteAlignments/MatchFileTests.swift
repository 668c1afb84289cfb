import Following
import Testing
import Timelines

@testable import MIDIRecReports

@Suite struct MatchFileTests {
  @Test func eachNoteHasALine() throws {
    let text = MatchFile.text(
      of: AlignmentSamples.alignment, score: AlignmentSamples.file,
      meter: try #require(AlignmentSamples.meter),
      scoreName: "scores/a (1).mid", performanceName: "take.mid")
    #expect(
      text == """
        info(matchFileVersion,1.0.0).
        info(piece,-).
        info(scoreFileName,a _1_.mid).
        info(midiFileName,take.mid).
        info(composer,-).
        info(performer,-).
        info(midiClockUnits,31250).
        info(midiClockRate,500000).
        scoreprop(keySignature,D,1:1,0,0.0000).
        scoreprop(timeSignature,4/4,1:1,0,0.0000).
        snote(n1-1,[C,n],4,1:1,0,1/4,0.0000,1.0000,[v1])-note(n0,60,62500,68125,50,0,0).
        snote(n2-1,[E,n],4,1:2,0,1/4,1.0000,2.0000,[v1])-note(n1,64,100000,105625,51,0,0).
        snote(n3-1,[G,n],4,1:3,0,1/4,2.0000,3.0000,[v1])-note(n2,67,137500,143125,52,0,0).
        snote(n5-1,[F,n],4,2:1,0,1/4,4.0000,5.0000,[v1])-note(n4,65,212500,218125,54,0,0).
        snote(n6-1,[A,n],4,2:2,0,1/4,5.0000,6.0000,[v1])-note(n6,69,287500,293125,56,0,0).
        snote(n7-1,[E,n],4,2:3,0,1/4,6.0000,7.0000,[v1])-note(n5,64,250000,255625,55,0,0).
        snote(n8-1,[B,n],4,2:4,0,1/4,7.0000,8.0000,[v1])-note(n7,71,325000,330625,57,0,0).
        snote(n9-1,[C,n],5,3:1,0,1/4,8.0000,9.0000,[v1])-note(n8,72,362500,368125,58,0,0).
        snote(n11-1,[E,n],5,3:3,0,1/4,10.0000,11.0000,[v1])-note(n9,76,437500,443125,60,0,0).
        snote(n12-1,[D,n],5,3:4,0,1/4,11.0000,12.0000,[v1])-note(n10,74,475000,480625,61,0,0).
        snote(n13-1,[B,n],4,4:1,0,1/4,12.0000,13.0000,[v1])-note(n11,71,512500,518125,62,0,0).
        snote(n14-1,[F,n],5,4:2,0,1/4,13.0000,14.0000,[v1])-note(n13,77,550000,555625,63,0,0).
        snote(n15-1,[G,n],5,4:3,0,1/4,14.0000,15.0000,[v1])-note(n14,79,587500,593125,64,0,0).
        snote(n16-1,[C,n],5,4:4,0,1/4,15.0000,16.0000,[v1])-note(n18,72,625000,630625,65,0,0).
        snote(n4-1,[D,n],4,1:4,0,1/4,3.0000,4.0000,[v1])-deletion.
        snote(n10-1,[G,n],4,3:2,0,1/4,9.0000,10.0000,[v1])-deletion.
        insertion-note(n3,63,175000,180625,53,0,0).
        insertion-note(n12,50,531250,536875,40,0,0).
        ornament(n16-1,[trill])-note(n15,74,596875,602500,30,0,0).
        ornament(n16-1,[trill])-note(n16,72,603125,608750,30,0,0).
        ornament(n16-1,[trill])-note(n17,74,609375,615000,30,0,0).

        """)
  }

  @Test func repeatedNotesHaveSeveralLines() throws {
    let pitches = (0..<64).map { 40 + ($0 * 23) % 47 }
    func take(_ pitches: [Int]) -> Performance {
      AlignmentSamples.performance(pitches.enumerated().map { ($0 * 500, $1, 64) }, length: 400)
    }
    let alignment = NoteAlignment(
      expected: take(pitches), actual: take(Array(pitches[..<40]) + pitches[16...]))
    let text = MatchFile.text(
      of: alignment, score: AlignmentSamples.file, meter: try #require(AlignmentSamples.meter),
      scoreName: "a",
      performanceName: "b")
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("snote(n20-") }
    #expect(
      lines.map { $0.prefix(12) } == ["snote(n20-1,", "snote(n20-2,"] && lines[0].contains("-note(n19,")
        && lines[1].contains("-note(n43,"))
  }
}
