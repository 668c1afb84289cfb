import MIDICore
import MIDIFiles
import Testing

@Suite struct MeterMapTests {
  /// Returns the map of a file with 480 ticks per quarter note at 120 BPM.
  private func map(_ events: [(ticks: UInt64, event: MetaEvent)] = []) throws -> MeterMap {
    let events = events.map { MIDIFile.TrackEvent(time: Ticks(rawValue: $0), event: .meta($1)) }
    let track = MIDIFile.Track(events: events, end: Ticks(rawValue: 100_000))
    return try #require(
      MeterMap(MIDIFile(format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track])))
  }

  private func signature(_ numerator: UInt8, _ denominatorPower: UInt8) -> MetaEvent {
    .timeSignature(TimeSignature(numerator: numerator, denominatorPower: denominatorPower))
  }

  @Test(arguments: [
    (0, "1:1.00"), (500, "1:2.00"), (750, "1:2.50"), (1_990, "1:4.98"), (2_000, "2:1.00"),
    (61_250, "31:3.50"),
    (-5, "1:1.00"),
  ])
  func barsHaveFourQuarterNotesByDefault(milliseconds: Int, position: String) throws {
    #expect(try map().position(at: .milliseconds(milliseconds)).description == position)
  }

  @Test func positionThatRoundsUpIsInTheNextBar() throws {
    #expect(try map().position(at: .microseconds(1_999_000 + 998)).description == "2:1.00")
  }

  @Test func beatHasTheLengthOfTheLowerNumber() throws {
    let map = try map([(0, signature(6, 3))])
    #expect(map.position(at: .milliseconds(250)).description == "1:2.00")
    #expect(map.position(at: .milliseconds(1_500)).description == "2:1.00")
  }

  /// Three quarters, then 6/8 in the middle of the second bar.
  @Test func signatureStartsABar() throws {
    let map = try map([(0, signature(3, 2)), (1_920, signature(6, 3))])
    #expect(map.position(at: .milliseconds(1_750)).description == "2:1.50")
    #expect(map.position(at: .milliseconds(2_000)).description == "3:1.00")
    #expect(map.position(at: .milliseconds(2_250)).description == "3:2.00")
    #expect(
      map.bars(through: .seconds(5), limit: 10)
        == [0, 1_500, 2_000, 3_500, 5_000].map { Nanoseconds.milliseconds($0) })
  }

  @Test func beatsKnowWhereBarsStart() throws {
    let map = try map([(0, signature(3, 2)), (1_920, signature(6, 3))])
    let beats = map.beats(through: .milliseconds(2_250), limit: 10)
    #expect(beats.map(\.time) == [0, 500, 1_000, 1_500, 2_000, 2_250].map { Nanoseconds.milliseconds($0) })
    #expect(beats.map(\.startsBar) == [true, false, false, true, true, false])
    #expect(map.beats(through: .seconds(5), limit: 2).count == 2)
  }

  @Test func lastSignatureOfOneTimeCounts() throws {
    let map = try map([(0, signature(3, 2)), (0, signature(2, 2))])
    #expect(map.position(at: .seconds(1)).description == "2:1.00")
  }

  @Test func positionFollowsTempos() throws {
    let map = try map([(1_920, .tempo(microsecondsPerQuarter: 1_000_000))])
    #expect(map.position(at: .seconds(3)).description == "2:2.00")
    #expect(map.bars(through: .seconds(7), limit: 2) == [.zero, .seconds(2)])
  }

  @Test func signatureWithoutBeatsIsIgnored() throws {
    #expect(try map([(0, signature(0, 2))]).position(at: .seconds(2)).description == "2:1.00")
  }

  @Test func timeCodeHasNoBeats() {
    #expect(
      MeterMap(MIDIFile(format: .singleTrack, division: .timeCode(.video25, ticksPerFrame: 40), tracks: []))
        == nil)
  }
}
