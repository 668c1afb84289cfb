import MIDICore
import Testing

@testable import Timelines

/// Grid times and bar lines under changing tempos and meters.
@Suite struct BeatGridTests {
  /// Quarter notes of 500 ms, from tick 960 on of 1 s; bars of 4/4, from tick 1920 on of 3/8.
  private let grid = BeatGrid(
    tempoMap: TempoMap(division: .ticksPerQuarter(480), tempos: [(Ticks(rawValue: 960), 1_000_000)]),
    ticksPerQuarter: 480,
    meters: [
      BeatGrid.Meter(start: .zero, lengthOfBar: 1920, unit: 1),
      BeatGrid.Meter(start: Ticks(rawValue: 1920), lengthOfBar: 5760, unit: 8),
    ])

  private func quantized(_ milliseconds: Int64, _ parts: Int) -> Nanoseconds {
    grid.quantized(.milliseconds(milliseconds), partsPerQuarter: parts)
  }

  @Test func timesMoveToTheNearestPartOfAQuarter() {
    #expect(quantized(140, 4) == .milliseconds(125))
    #expect(quantized(190, 4) == .milliseconds(250))
    #expect(quantized(140, 1) == .zero)
    #expect(quantized(160, 3) == .microseconds(166_667))
    #expect(grid.quantized(.microseconds(166_667), partsPerQuarter: 3) == .microseconds(166_667))
  }

  @Test func laterOfTwoEquallyNearPartsIsChosen() {
    #expect(quantized(250, 1) == .milliseconds(500))
    #expect(grid.quantized(.microseconds(249_999), partsPerQuarter: 1) == .zero)
  }

  @Test func gridFollowsTempos() {
    #expect(quantized(970, 4) == .milliseconds(1000))
    #expect(quantized(1130, 4) == .milliseconds(1250))
    #expect(quantized(1120, 4) == .milliseconds(1000))
  }

  @Test func secondPartOfAPairIsLaterWithSwing() {
    func swung(_ milliseconds: Int64, _ ratio: Int, _ parts: Int) -> Nanoseconds {
      grid.swung(.milliseconds(milliseconds), ratioThousandths: ratio, partsPerQuarter: parts)
    }
    #expect(swung(250, 2000, 2) == .microseconds(333_333))
    #expect(swung(500, 2000, 2) == .milliseconds(500))
    #expect(swung(125, 2000, 2) == .microseconds(166_667))
    #expect(swung(375, 3000, 2) == .microseconds(437_500))
    #expect(swung(125, 3000, 4) == .microseconds(187_500))
    #expect(swung(250, 3000, 4) == .milliseconds(250))
    #expect(swung(250, 1000, 2) == .milliseconds(250))
    #expect(swung(1500, 1500, 2) == .milliseconds(1600))
  }

  @Test func endMovesWithItsNoteOrAsAnOnsetWould() {
    let note = Note(
      channel: .number(1), number: 60, velocity: 100, onset: .milliseconds(250), offset: .milliseconds(500))
    func delay(_ includesEnds: Bool) -> Nanoseconds {
      grid.delay(
        ofEndOf: note, under: .swung(ratioThousandths: 3000, partsPerQuarter: 2, includesEnds: includesEnds))
    }
    #expect(delay(false) == .milliseconds(125))
    #expect(delay(true) == .zero)
  }

  @Test func barLinesFollowMeters() {
    #expect(grid.barLine(before: .milliseconds(2999)) == .zero)
    #expect(grid.barLine(before: .milliseconds(3000)) == .milliseconds(3000))
    #expect(grid.barLine(after: .milliseconds(1)) == .milliseconds(3000))
    #expect(grid.barLine(after: .milliseconds(3001)) == .milliseconds(4500))
    #expect(grid.barLine(before: .milliseconds(4600)) == .milliseconds(4500))
    #expect(grid.barLine(after: Nanoseconds(rawValue: 4_500_000_001)) == .milliseconds(6000))
  }

  @Test func meterInTheMiddleOfABarStartsANewBar() {
    let grid = BeatGrid(
      tempoMap: TempoMap(division: .ticksPerQuarter(480), tempos: []), ticksPerQuarter: 480,
      meters: [BeatGrid.Meter(start: Ticks(rawValue: 480), lengthOfBar: 1440, unit: 1)])
    #expect(grid.barLine(after: .milliseconds(1)) == .milliseconds(500))
    #expect(grid.barLine(before: .milliseconds(499)) == .zero)
    #expect(grid.barLine(after: .milliseconds(501)) == .milliseconds(2000))
  }

  /// The performance's times are rounded to microseconds, some of them down.
  @Test func roundedTimeOfABarLineIsItsTime() {
    let grid = BeatGrid(
      tempoMap: TempoMap(division: .ticksPerQuarter(96), tempos: [(.zero, 333_333)]), ticksPerQuarter: 96,
      meters: [BeatGrid.Meter(start: .zero, lengthOfBar: 64, unit: 1)])
    for bar in 0..<50 {
      let line = grid.tempoMap.time(at: Ticks(rawValue: UInt64(bar) * 64)).roundedToMicroseconds
      #expect(grid.barLine(before: line) == line)
      #expect(grid.barLine(after: line) == line)
      #expect(grid.barLine(after: line.adding(Nanoseconds(rawValue: 1))) > line)
    }
  }

  @Test func timesWithoutAPlaceStay() {
    let times: [Nanoseconds] = [
      .milliseconds(-5), .longest, TempoMap.latestTime, Nanoseconds(rawValue: .min + 1),
    ]
    for time in times {
      #expect(grid.quantized(time, partsPerQuarter: 4) == time)
      #expect(grid.swung(time, ratioThousandths: 2000, partsPerQuarter: 2) == time)
      #expect(grid.barLine(before: time) == time)
    }
    #expect(grid.barLine(after: .milliseconds(-5)) == .zero)
    #expect(grid.quantized(.milliseconds(140), partsPerQuarter: 0) == .milliseconds(140))
  }
}
