import MIDICore
import MIDIFiles
import Testing

@Suite struct FormatConversionTests {
  private static let end = "00 FF 2F 00"

  @Test func conversionToFormat0MergesTracks() throws {
    let file = try midiFile("00 C0 01  00 FF 2F 00", "00 C1 01  00 FF 2F 00")
    #expect(
      try file.converted(to: .singleTrack).encoded()
        == hexadecimalFile(format: 0, ["00 C0 01  00 C1 01  00 FF 2F 00"]))
  }

  @Test(arguments: [(0, 1), (0, 2), (2, 0), (2, 1), (1, 2), (1, 0)] as [(UInt8, UInt16)])
  func singleTrackStaysUnchanged(from: UInt8, to: UInt16) throws {
    let track = "00 FF 51 03 07 A1 20  00 C0 01  00 FF 2F 00"
    let format = try #require(MIDIFile.Format(rawValue: to))
    #expect(
      try midiFile(format: from, track).converted(to: format).encoded()
        == hexadecimalFile(format: UInt8(to), [track]))
  }

  @Test(arguments: [MIDIFile.Format.singleTrack, .simultaneousTracks])
  func independentPiecesCannotBeCombined(format: MIDIFile.Format) throws {
    let file = try midiFile(format: 2, Self.end, Self.end)
    #expect(throws: MIDIFile.ConversionError.independentTracks(count: 2)) { try file.converted(to: format) }
  }

  @Test func eachPieceGetsTheTempoOfTheFile() throws {
    // Tempo at 0 and 96, 3/4 at 0. The second track also has 3/4, and ends at 48.
    let file = try midiFile(
      "00 FF 51 03 07 A1 20  00 FF 58 04 03 02 18 08  60 FF 51 03 0F 42 40  00 FF 2F 00",
      "00 FF 03 01 41  00 FF 58 04 03 02 18 08  30 C0 01  00 FF 2F 00")
    #expect(
      try file.converted(to: .independentTracks).encoded()
        == hexadecimalFile(
          format: 2,
          [
            "00 FF 51 03 07 A1 20  00 FF 58 04 03 02 18 08  60 FF 51 03 0F 42 40  00 FF 2F 00",
            "00 FF 51 03 07 A1 20  00 FF 58 04 03 02 18 08  00 FF 03 01 41  30 C0 01  00 FF 2F 00",
          ]))
  }

  @Test func tooManyTempoCopiesAreRejected() throws {
    let tempos = (0..<2000).map { _ in
      MIDIFile.TrackEvent(time: .zero, event: .meta(.tempo(microsecondsPerQuarter: .random(in: 1...9999))))
    }
    let empty = MIDIFile.Track(events: [], end: .zero)
    let file = MIDIFile(
      format: .simultaneousTracks, division: .ticksPerQuarter(96),
      tracks: [.init(events: tempos, end: .zero)] + Array(repeating: empty, count: 2000))
    #expect(throws: MIDIFile.ConversionError.tooManyEvents) { try file.converted(to: .independentTracks) }
  }
}
