import MIDICore
import MIDIFiles
import TestSupport

extension MIDIFile {
  /// Returns a small valid file with many simultaneous events.
  ///
  /// It uses few channels, ports, pitches, and controllers, and has System Exclusive messages in several packets.
  static func crowded(using random: inout SeededGenerator) throws -> MIDIFile {
    let format = [Format.singleTrack, .simultaneousTracks, .independentTracks].randomElement(using: &random)
    let division =
      Int.random(in: 0..<4, using: &random) == 0
      ? Division.timeCode(.dropFrame29, ticksPerFrame: .random(in: 1...100, using: &random))
      : .ticksPerQuarter(.random(in: 1...1000, using: &random))
    let trackCount = format == .singleTrack ? 1 : Int.random(in: 0...4, using: &random)
    let tracks = (0..<trackCount).map { _ in Track.crowded(using: &random) }
    let file = MIDIFile(format: format ?? .singleTrack, division: division, tracks: tracks)
    return try MIDIFile(
      decoding: file.encoded(runningStatus: Bool.random(using: &random) ? .always : .never))
  }
}

extension MIDIFile.Track {
  fileprivate static func crowded(using random: inout SeededGenerator) -> MIDIFile.Track {
    var events = MIDIFile.Events()
    var time = Ticks.zero
    func append(_ event: MIDIFile.Event) { events.append(MIDIFile.TrackEvent(time: time, event: event)) }
    /// Often adds no time, so that many events are simultaneous.
    func advanceTime(_ random: inout SeededGenerator) {
      time.rawValue += [0, 0, 1, 7, 48, 500].randomElement(using: &random) ?? 0
    }

    for _ in 0..<Int.random(in: 0...40, using: &random) {
      advanceTime(&random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0: append(.meta(.tempo(microsecondsPerQuarter: .random(in: 1000...3_000_000, using: &random))))
      case 1: append(.meta(.text(kind: .lyric, bytes: [0x41])))
      case 2: append(.meta(.channelPrefix(Channel(masking: .random(in: 0...3, using: &random)))))
      case 3: append(.meta(.port(UInt7(masking: .random(in: 0...1, using: &random)))))
      case 4: append(.systemExclusive([0x7E, UInt8.random(in: 0...0x7F, using: &random), 0xF7]))
      case 5: append(.escape([0xF3, UInt8.random(in: 0...0x7F, using: &random)]))
      case 6:
        append(.systemExclusive([0x43]))
        for byte in 0..<UInt8.random(in: 0...3, using: &random) {
          advanceTime(&random)
          append(byte == 1 ? .meta(.text(kind: .text, bytes: [])) : .escape([byte]))
        }
        advanceTime(&random)
        append(.escape([0x12, 0xF7]))
      default:
        let channel = UInt8.random(in: 0...3, using: &random)
        let kinds: [UInt8] = [0x80, 0x90, 0x90, 0x90, 0xA0, 0xB0, 0xB0, 0xC0, 0xD0, 0xE0]
        let status = (kinds.randomElement(using: &random) ?? 0x90) | channel
        let second = UInt8.random(in: 0...0x7F, using: &random)
        let controllers: [UInt8] = [0, 1, 6, 32, 38, 64, 98, 99, 100, 101, 121, 126]
        let first =
          status < 0xB0 ? 60 + second % 3 : controllers.randomElement(using: &random) ?? 0
        if let message = Message(status: status, UInt7(masking: first), UInt7(masking: second)) {
          append(.message(message))
        }
      }
    }
    advanceTime(&random)
    return MIDIFile.Track(events: events, end: time)
  }
}
