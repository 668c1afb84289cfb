import MIDICore
import MIDIFiles
import MIDIRecReports
import Testing
import Timelines

/// The beats of files.
@Suite struct MeterGridTests {
  @Test func gridHasTheMetersAndTemposOfAFile() throws {
    let track = MIDIFile.Track(
      events: [
        MIDIFile.TrackEvent(
          time: .zero, event: .meta(.timeSignature(TimeSignature(numerator: 3, denominatorPower: 2)))),
        MIDIFile.TrackEvent(time: .zero, event: .meta(.tempo(microsecondsPerQuarter: 600_000))),
        MIDIFile.TrackEvent(
          time: Ticks(rawValue: 288),
          event: .meta(.timeSignature(TimeSignature(numerator: 6, denominatorPower: 3)))),
      ], end: Ticks(rawValue: 960))
    let file = MIDIFile(format: .singleTrack, division: .ticksPerQuarter(96), tracks: [track])
    let grid = BeatGrid(try #require(MeterMap(file)))
    #expect(grid.ticksPerQuarter == 96)
    #expect(
      grid.meters == [
        BeatGrid.Meter(start: .zero, lengthOfBar: 1152, unit: 4),
        BeatGrid.Meter(start: Ticks(rawValue: 288), lengthOfBar: 2304, unit: 8),
      ])
    #expect(grid.tempoMap.time(at: Ticks(rawValue: 96)) == .milliseconds(600))
  }
}
