internal import MIDICore
package import MIDIFiles

extension MIDIFile {
  /// Returns a valid file of up to five tracks with events of every kind.
  package static func random(using random: inout SeededGenerator) -> MIDIFile {
    let format = [Format.singleTrack, .simultaneousTracks, .independentTracks].randomElement(using: &random)
    let trackCount = format == .singleTrack ? 1 : Int.random(in: 0...5, using: &random)
    let divisions: [Division] = [
      .ticksPerQuarter(96), .ticksPerQuarter(32_767), .timeCode(.dropFrame29, ticksPerFrame: 80),
    ]
    return MIDIFile(
      format: format ?? .singleTrack, division: divisions.randomElement(using: &random) ?? .recording,
      tracks: (0..<trackCount).map { _ in .random(using: &random) },
      otherChunks: (0..<Int.random(in: 0...2, using: &random)).map { index in
        OtherChunk(
          type: "XFIH", bytes: .random(count: 0...9, in: 0...255, using: &random),
          precedingTrackCount: min(index, trackCount))
      }, headerExtension: .random(count: 0...2, in: 0...255, using: &random))
  }
}

extension MIDIFile.Track {
  fileprivate static func random(using random: inout SeededGenerator) -> MIDIFile.Track {
    var time = Ticks.zero
    var events: [MIDIFile.TrackEvent] = []
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      time.rawValue += .randomDelta(using: &random)
      events.append(MIDIFile.TrackEvent(time: time, event: .random(using: &random)))
    }
    return MIDIFile.Track(events: events, end: Ticks(rawValue: time.rawValue + .randomDelta(using: &random)))
  }
}

extension MIDIFile.Event {
  fileprivate static func random(using random: inout SeededGenerator) -> MIDIFile.Event {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .systemExclusive(.random(count: 0...200, in: 0...127, using: &random) + [0xF7])
    case 1: .escape(.random(count: 1...3, in: 0xF8...0xFE, using: &random))
    case 2: .meta(.random(using: &random))
    default: .message(.randomChannelMessage(using: &random))
    }
  }
}

extension Message {
  fileprivate static func randomChannelMessage(using random: inout SeededGenerator) -> Message {
    // Few status bytes, so that running status occurs.
    let status: UInt8 =
      [0x80, 0x90, 0x91, 0xA0, 0xBF, 0xC0, 0xD5, 0xE0].randomElement(using: &random) ?? 0x90
    let (first, second) = (
      UInt8.random(in: 0...127, using: &random), UInt8.random(in: 0...127, using: &random)
    )
    return Message(status: status, UInt7(masking: first), UInt7(masking: second)) ?? .start
  }
}

extension MetaEvent {
  fileprivate static func random(using random: inout SeededGenerator) -> MetaEvent {
    let bytes = [UInt8].random(count: 0...200, in: 0...255, using: &random)
    let metas: [MetaEvent] = [
      .tempo(microsecondsPerQuarter: .random(in: 1...0xFF_FFFF, using: &random)),
      .text(kind: TextKind.allCases.randomElement(using: &random) ?? .text, bytes: bytes),
      .sequenceNumber(.random(in: 0...UInt16.max, using: &random)), .sequenceNumber(nil),
      .channelPrefix(Channel(masking: .random(in: 0...15, using: &random))),
      .port(UInt7(masking: .random(in: 0...127, using: &random))),
      .smpteOffset(
        SMPTEOffset(frameRate: .video30, hours: 23, minutes: 59, seconds: 59, frames: 29, hundredths: 99)),
      .timeSignature(TimeSignature(numerator: 7, denominatorPower: 3)),
      KeySignature(sharps: .random(in: -7...7, using: &random), isMinor: .random(using: &random)).map(
        MetaEvent.keySignature) ?? .sequenceNumber(nil),
      .sequencerSpecific(bytes), .other(type: 0x60, bytes: bytes),
    ]
    return metas.randomElement(using: &random) ?? .sequenceNumber(nil)
  }
}

extension UInt64 {
  fileprivate static func randomDelta(using random: inout SeededGenerator) -> UInt64 {
    .random(in: 0..<(1 << UInt64.random(in: 0...28, using: &random)), using: &random)
  }
}

extension [UInt8] {
  fileprivate static func random(
    count: ClosedRange<Int>, in values: ClosedRange<UInt8>, using random: inout SeededGenerator
  ) -> [UInt8] {
    (0..<Int.random(in: count, using: &random)).map { _ in .random(in: values, using: &random) }
  }
}
