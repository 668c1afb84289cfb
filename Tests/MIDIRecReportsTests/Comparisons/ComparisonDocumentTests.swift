import MIDICore
import TestSupport
import Testing

@testable import MIDIRecReports
@testable import Timelines

@Suite struct ComparisonDocumentTests {
  @Test func documentOfTwoDifferencesIsComplete() throws {
    let document = ComparisonDocument(
      ComparedTakes.oneMissingOneExtra, expectedName: "a.mid", actualName: "b.mid")
    #expect(
      try JSONText.of(document) == """
        {
          "actual" : {
            "duration" : 11000000000,
            "events" : 0,
            "name" : "b.mid",
            "notes" : 2,
            "sources" : [
              "Keys"
            ],
            "valueCurves" : 0
          },
          "alignment" : {
            "shift" : 0,
            "stretchBillionths" : 0,
            "velocityOffset" : 0,
            "velocityScaleThousandths" : 1000
          },
          "counts" : {
            "extra" : 1,
            "missing" : 1
          },
          "differences" : [
            {
              "changes" : [
                {
                  "kind" : "missing"
                }
              ],
              "kinds" : [
                "missing"
              ],
              "note" : {
                "expected" : {
                  "attributes" : {

                  },
                  "channel" : 1,
                  "duration" : 200000000,
                  "index" : 1,
                  "note" : 67,
                  "silence" : 3200000000,
                  "source" : 0,
                  "time" : 3000000000,
                  "velocity" : 100
                }
              },
              "text" : "G4 on channel 1: missing",
              "time" : 3000000000
            },
            {
              "changes" : [
                {
                  "kind" : "extra"
                }
              ],
              "kinds" : [
                "extra"
              ],
              "note" : {
                "actual" : {
                  "attributes" : {

                  },
                  "channel" : 1,
                  "duration" : 200000000,
                  "index" : 1,
                  "note" : 64,
                  "silence" : 10200000000,
                  "source" : 0,
                  "time" : 10000000000,
                  "velocity" : 100
                }
              },
              "text" : "E4 on channel 1: extra",
              "time" : 10000000000
            }
          ],
          "expected" : {
            "duration" : 11000000000,
            "events" : 0,
            "name" : "a.mid",
            "notes" : 2,
            "sources" : [
              "Keys"
            ],
            "valueCurves" : 0
          },
          "isSame" : false,
          "maxDeviation" : 0,
          "pairedNotes" : 1,
          "tolerances" : {
            "alignsStart" : false,
            "channels" : {

            },
            "offset" : 5000000,
            "onset" : 5000000,
            "value" : 0,
            "velocity" : 0
          },
          "verdict" : "different: 1 missing, 1 extra"
        }
        """)
  }

  private func line(_ difference: Difference) throws -> String {
    try JSONText.line(of: DifferenceDocument(difference, of: ComparedTakes.triads))
  }

  @Test func globalDifferenceHasNoTime() throws {
    #expect(
      try line(.take(.stretched(byBillionths: -5))) == """
        {"changes":[{"billionths":-5,"kind":"stretched"}],"kinds":["stretched"],\
        "text":"the whole take: under 0.0001% faster (300 ns per minute)"}
        """)
  }

  @Test func changedPassageHasRangeAndAmount() throws {
    let passage = Passage(
      start: .milliseconds(500), end: .seconds(1), part: TakePart(source: 0, channels: [.number(2)]),
      pitches: 48...59)
    let change = PassageChange(.transposed(bySemitones: -12), of: passage, noteCount: 4)
    #expect(
      try line(.passage(change)) == """
        {"changes":[{"effect":"transposed","kind":"passage changed","semitones":-12}],\
        "kinds":["passage changed"],\
        "passage":{"channels":[2],"end":1000000000,"highestNote":59,"lowestNote":48,"notes":4,"source":0,\
        "start":500000000},\
        "text":"from 0.5 s to 1 s, channel 2, notes from C3 to B3: an octave lower (4 notes)","time":500000000}
        """)
  }

  @Test(
    arguments: [
      (.missing, #"{"effect":"missing""#), (.cut(), #"{"effect":"cut""#),
      (.cut(keepsValues: true), #"{"effect":"cut","keepsValues":true"#),
      (.velocitiesScaled(toThousandths: 800), #"{"effect":"velocities scaled","kind"#),
      (
        .velocitiesScaled(toThousandths: 800, roundsDown: true),
        #"{"effect":"velocities scaled","kind":"passage changed","roundsDown":true"#
      ),
      (.velocitiesShifted(by: -12), #"{"effect":"velocities shifted","#),
      (.velocitiesSet(to: 100), #"{"effect":"velocities set","#),
      (.durationsScaled(toThousandths: 500), #"{"effect":"durations scaled","#),
      (.late(by: .milliseconds(31)), #"{"by":31000000,"effect":"late","#),
      (.delayed(by: .milliseconds(-31)), #"{"by":-31000000,"effect":"delayed","#),
      (.stretched(byBillionths: 7), #"{"billionths":7,"effect":"stretched","#),
      (
        .drifted(fromBillionths: 2, toBillionths: 7, by: Nanoseconds(rawValue: 5)),
        #"{"billionths":7,"by":5,"effect":"drifted","fromBillionths":2,"#
      ),
      (
        .quantized(partsPerQuarter: 4),
        #"{"effect":"quantized","kind":"passage changed","partsPerQuarter":4}"#
      ),
      (.swung(ratioThousandths: 2000, partsPerQuarter: 2), #"{"effect":"swung","#),
      (
        .swung(ratioThousandths: 2000, partsPerQuarter: 2, includesEnds: true),
        #"{"effect":"swung","includesEnds":true,"#
      ),
      (.humanized(within: .milliseconds(20)), #"{"by":20000000,"effect":"humanized","#),
    ] as [(PassageEffect, String)])
  func effectOnPassageHasNameAndAmount(_ effect: PassageEffect, _ text: String) throws {
    #expect(try line(.passage(PassageChange(effect, of: Passage()))).hasPrefix(#"{"changes":["# + text))
  }

  @Test func durationsAreInNanoseconds() throws {
    let difference = NoteDifference(
      expected: 0, actual: 0, changes: [.late(by: .milliseconds(7)), .wrongPitch(semitones: -2)])
    #expect(
      try line(.note(difference)).hasPrefix(
        #"{"changes":[{"by":7000000,"kind":"late"},{"kind":"wrong pitch","semitones":-2}],"#))
  }

  @Test func valuesHaveExpectedAndActual() throws {
    let difference = ValueDifference(
      source: 0, channel: .number(1), quantity: .controller(64), change: .off, start: .seconds(1),
      end: .seconds(2),
      expectedValue: nil, actualValue: 5, affectedNotes: 2)
    #expect(
      try line(.value(difference)).contains(
        """
        "value":{"actual":5,"affectedNotes":2,"channel":1,"end":2000000000,"quantity":"sustain pedal",\
        "source":0,"start":1000000000}
        """))
  }

  @Test func systemMessagesHaveTheirBytes() throws {
    let message = Message.systemExclusive(SystemExclusive(payload: [0x7D, 1]))
    let entry = Timeline.Entry(time: .seconds(1), source: 0, channel: nil, change: .system(message))
    #expect(
      try line(.event(EventDifference(expected: entry, actual: nil, change: .missing))).contains(
        """
        "event":{"expected":{"bytes":"F0 7D 01 F7","event":"System Exclusive F0 7D 01 F7","source":0,\
        "time":1000000000}}
        """))
  }

  @Test func changedListHasMissingAndExtraItems() throws {
    var expected = ComparedTakes.note(60, at: 0)
    var actual = expected
    expected.attributes = [.init("cells", "55,56,124")]
    actual.attributes = [.init("cells", "115,124")]
    let comparison = Comparison(
      expected: ComparedTakes.performance([expected]), actual: ComparedTakes.performance([actual]),
      options: .init(alignsStart: false))
    let difference = try #require(comparison.differences.first)
    let change = try #require(DifferenceDocument(difference, of: comparison).changes.first)
    #expect(change.attribute == "cells")
    #expect(change.missing == ["55", "56"])
    #expect(change.extra == ["115"])
  }

  @Test func channelMapAndRatioAreIncluded() throws {
    let performance = ComparedTakes.performance([])
    let comparison = Comparison(
      expected: performance, actual: performance,
      options: .init(offsetRatio: Ratio(1, over: 5), channels: [.number(2): .number(3)]))
    let text = try JSONText.line(of: ComparisonDocument(comparison))
    #expect(text.contains(#""channels":{"2":3}"#))
    #expect(text.contains(#""offsetRatio":[1,5]"#))
  }
}
