import MIDICore
import TestSupport

extension Recording {
  /// Returns messages of all kinds from several sources on separate ports, with few values, so that they interact.
  static func random(_ count: Int, sources: Int, _ generator: inout SeededGenerator) -> Recording {
    var tracks = (0..<sources).map { Track(name: "Source \"\($0)\" \u{7}é", port: $0) }
    var time: Int64 = 0
    for _ in 0..<count {
      time += Bool.random(using: &generator) ? 0 : Int64.random(in: 0...2_000_000, using: &generator)
      let source = Int.random(in: 0..<sources, using: &generator)
      tracks[source].messages.append(
        TimedMessage(time: Nanoseconds(rawValue: time), message: .random(&generator)))
    }
    return Recording(tracks: tracks.map { Track(name: $0.name, port: $0.port, messages: $0.messages) })
  }
}

extension Message {
  /// Returns a message of any kind, mostly on channels 1 and 2 and with meaningful controllers.
  static func random(_ generator: inout SeededGenerator) -> Message {
    func number(_ range: ClosedRange<UInt8>) -> UInt8 { .random(in: range, using: &generator) }
    let controllers: [UInt8] = [
      0, 1, 6, 6, 7, 11, 32, 38, 38, 64, 64, 66, 66, 67, 74, 96, 97, 98, 99, 100, 101, 120, 121, 122, 123,
      127,
    ]
    let kind = number(0...19)
    let channel = [0, 0, 1, 1, number(0...15)][Int(number(0...4))]
    let note = number(58...62)
    switch kind {
    case 0...4:
      return .noteOn(
        channel: Channel(masking: channel), note: NoteNumber(masking: note),
        velocity: UInt7(masking: number(0...127)))
    case 5...8:
      return .noteOff(
        channel: Channel(masking: channel), note: NoteNumber(masking: note),
        velocity: UInt7(masking: number(0...127)))
    case 9...14:
      let controller = controllers[Int(number(0...UInt8(controllers.count - 1)))]
      // Few values, so that parameters are selected and zones are configured.
      let value = Bool.random(using: &generator) ? number(0...7) : number(0...127)
      return .controlChange(
        channel: Channel(masking: channel), controller: Controller(masking: controller),
        value: UInt7(masking: value))
    case 15:
      return .systemExclusive(SystemExclusive(payload: (0..<number(0...9)).map { UInt7(masking: $0) }))
    case 16:
      let statuses: [UInt8] = [0xF1, 0xF2, 0xF3, 0xF6, 0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF]
      return Message(status: statuses[Int(number(0...9))], UInt7(masking: note), UInt7(masking: channel))
        ?? .start
    default:
      let status = [0xA0, 0xC0, 0xD0, 0xE0][Int(number(0...3))] | channel
      return Message(status: status, UInt7(masking: note), UInt7(masking: number(0...127))) ?? .start
    }
  }
}
