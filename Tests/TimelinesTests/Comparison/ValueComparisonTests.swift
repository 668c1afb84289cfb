import MIDICore
import Testing
import Timelines

@Suite struct ValueComparisonTests {
  private func bends(_ steps: [(Int64, UInt14)]) -> [(Int64, Message)] {
    steps.map { ($0, Played.bend($1)) } + [(5000, Played.on(60)), (5000, Played.off(60))]
  }

  @Test func stepWithinToleranceMatches() {
    let expected = bends([(1000, 9000)])
    #expect(Compared.takes(expected, bends([(1005, 9000)])).differences.isEmpty)
    #expect(Compared.takes(expected, bends([(995, 9000)])).differences.isEmpty)
  }

  @Test func stepBeyondToleranceIsEarlyOrLate() {
    let comparison = Compared.takes(bends([(1000, 9000)]), bends([(1006, 9000)]))
    #expect(comparison.valueDifferences.map(\.change) == [.late(by: .milliseconds(6))])
    #expect(comparison.valueDifferences.map(\.start) == [.milliseconds(1000)])
    #expect(comparison.valueDifferences.map(\.end) == [.milliseconds(1006)])
    let other = Compared.takes(bends([(1000, 9000)]), bends([(400, 9000)]))
    #expect(other.valueDifferences.map(\.change) == [.early(by: .milliseconds(600))])
    #expect(comparison.differences.count == 1)
    #expect(other.differences.count == 1)
  }

  @Test func setUpBeforeACountInDoesNotDiffer() {
    func take(_ start: Int64, _ program: UInt7, at time: Int64 = 0) -> [(Int64, Message)] {
      [(time, .programChange(channel: .number(1), program: program)), (time, Played.control(7, 79))]
        + Compared.melody(from: start)
    }
    #expect(Compared.takes(take(0, 57), take(4800, 57), aligns: true).differences.isEmpty)
    #expect(Compared.takes(take(4800, 57), take(0, 57), aligns: true).differences.isEmpty)
    // A value that moved by itself, or that isn't in effect at the first note, differs.
    #expect(
      Compared.takes(take(4800, 57), take(4800, 57, at: 100), aligns: true).kinds == [[.late], [.late]])
    let wrong = Compared.takes(take(0, 57), take(4800, 58), aligns: true)
    #expect(wrong.valueDifferences.map(\.quantity) == [.program])
  }

  @Test func wrongValueLastsUntilNextStep() {
    let comparison = Compared.takes(
      bends([(1000, 9000), (1200, 10000), (1400, 8192)]), bends([(1000, 9000), (1200, 10500), (1400, 8192)]))
    #expect(comparison.valueDifferences.count == 1)
    let difference = comparison.valueDifferences.first
    #expect(difference?.change == .off)
    #expect(difference?.start == .milliseconds(1200))
    #expect(difference?.end == .milliseconds(1400))
    #expect(difference?.expectedValue == 10000)
    #expect(difference?.actualValue == 10500)
  }

  @Test func crowdOfStepsIsOneDifference() {
    func crowd(_ values: [UInt14]) -> [(Int64, Message)] {
      bends((0..<3000).map { (1000, values[$0 % 2]) } + [(2000, 8192)])
    }
    let comparison = Compared.takes(crowd([0, 1]), crowd([100, 101]))
    #expect(comparison.valueDifferences.count == 1)
    #expect(comparison.valueDifferences.first?.start == .milliseconds(1000))
    #expect(comparison.valueDifferences.first?.end == .milliseconds(2000))
  }

  @Test func largestDeviationIsReported() {
    let comparison = Compared.takes(
      bends([(1000, 9000), (1020, 9000)]),
      bends([(1000, 9100), (1010, 9300), (1020, 9200), (1030, 9000)]))
    #expect(comparison.valueDifferences.map(\.actualValue) == [9300])
    #expect(comparison.valueDifferences.map(\.end) == [.milliseconds(1030)])
  }

  @Test func valueThatLastsNoTimeHasAMoment() {
    let spike = Compared.melody() + [(600, Played.bend(9000)), (600, Played.bend(8192))]
    let comparison = Compared.takes(spike, Compared.melody())
    #expect(
      comparison.differences.map(comparison.description) == [
        "bend on channel 1: off by at most 808 (8192 instead of 9000) at 0.600000"
      ])
  }

  @Test func shortSpikeIsFoundOnEitherSide() {
    let (flat, spike) = (bends([(0, 8000)]), bends([(0, 8000), (1000, 16000), (1001, 8000)]))
    let missing = Compared.takes(spike, flat)
    #expect(missing.valueDifferences.map(\.expectedValue) == [16000])
    #expect(missing.valueDifferences.map(\.actualValue) == [8000])
    let extra = Compared.takes(flat, spike)
    #expect(extra.valueDifferences.map(\.expectedValue) == [8000])
    #expect(extra.valueDifferences.map(\.actualValue) == [16000])
  }

  @Test func instantaneousStepIsFound() {
    let (flat, spike) = (bends([(0, 8000)]), bends([(0, 8000), (1000, 16000), (1000, 8000)]))
    #expect(Compared.takes(spike, flat).valueDifferences.map(\.expectedValue) == [16000])
    #expect(Compared.takes(flat, spike).valueDifferences.map(\.actualValue) == [16000])
    #expect(Compared.takes(spike, spike).differences.isEmpty)
  }

  @Test func lastOfSeveralValuesAtTheEndCounts() {
    let notes = [(0, Played.on(60)), (1000, Played.off(60))] as [(Int64, Message)]
    let expected = notes + [(1000, Played.bend(9000)), (1000, Played.bend(8192))]
    let comparison = Compared.takes(expected, notes + [(1000, Played.bend(9000))])
    #expect(comparison.valueDifferences.map(\.expectedValue) == [8192])
    #expect(comparison.valueDifferences.map(\.actualValue) == [9000])
    #expect(comparison.valueDifferences.map(\.end) == [.milliseconds(1000)])
    #expect(Compared.takes(expected, expected).differences.isEmpty)
  }

  @Test func bendsMayDifferBy128TimesTolerance() {
    let expected = bends([(0, 8000), (1000, 9000)])
    func compare(_ value: UInt14) -> Comparison {
      Compared.takes(expected, bends([(0, 8000), (1000, value)])) { $0.valueTolerance = 2 }
    }
    #expect(compare(9256).differences.isEmpty)
    #expect(compare(9257).valueDifferences.count == 1)
  }

  @Test func unsetControllerIsUnknown() {
    let comparison = Compared.takes(
      [(100, Played.control(7, 0)), (1000, Played.on(60))], [(1000, Played.on(60))])
    #expect(comparison.valueDifferences.map(\.expectedValue) == [0])
    #expect(comparison.valueDifferences.map(\.actualValue) == [nil])
    #expect(comparison.valueDifferences.map(\.end) == [.milliseconds(1000)])
  }

  @Test func programsAreComparedExactly() {
    let comparison = Compared.takes([(0, Played.program(5))], [(0, Played.program(6))]) {
      $0.valueTolerance = 127
    }
    #expect(comparison.kinds == [[.valueOff]])
  }

  @Test func waveAgainstConstantIsOneDifference() {
    let wave: [(Int64, UInt14)] = (0..<100).map { index in
      let value: UInt14 = index % 2 == 0 ? 7000 : 9000
      return (Int64(index) * 20, value)
    }
    #expect(Compared.takes(bends([]), bends(wave)).valueDifferences.count == 1)
  }

  @Test func mappedChannelsApplyToValues() {
    let comparison = Compared.takes(
      [(0, Played.bend(1)), (10, Played.bend(2))],
      [(0, Played.bend(1, channel: .number(3))), (10, Played.bend(2, channel: .number(3)))]
    ) { $0.channels = [.number(1): .number(3)] }
    #expect(comparison.differences.isEmpty)
  }
}
