import Foundation
import MIDICore
import Testing

/// The encoding of numbers and times.
@Suite struct CodableTests {
  private struct Values: Codable, Equatable {
    var channel: Channel
    var note: NoteNumber
    var controller: Controller
    var velocity: UInt7
    var bend: UInt14
    var time: Nanoseconds
    var ticks: Ticks
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test func valuesAreEncodedAsNumbers() throws {
    let values = Values(
      channel: .number(10), note: 60, controller: .sustain, velocity: 100, bend: .bendCenter,
      time: .milliseconds(1),
      ticks: Ticks(rawValue: 480))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(values), as: UTF8.self)
    #expect(
      json
        == #"{"bend":8192,"channel":10,"controller":64,"note":60,"ticks":480,"time":1000000,"velocity":100}"#)
    #expect(try decode(Values.self, json) == values)
  }

  @Test func numbersOutOfRangeAreRejected() {
    #expect(throws: DecodingError.self) { try decode([NoteNumber].self, "[128]") }
    #expect(throws: DecodingError.self) { try decode([UInt14].self, "[16384]") }
    #expect(throws: DecodingError.self) { try decode([Channel].self, "[0]") }
    #expect(throws: DecodingError.self) { try decode([Channel].self, "[17]") }
  }

  @Test func messagesAreEncodedAsBytes() throws {
    let messages: [Message] = [
      .noteOn(channel: .number(1), note: 60, velocity: 100),
      .pitchBend(channel: .number(2), value: .bendCenter),
      .timingClock, .systemExclusive(SystemExclusive(payload: [1, 2])),
    ]
    let json = String(decoding: try JSONEncoder().encode(messages), as: UTF8.self)
    #expect(json == "[[144,60,100],[225,0,64],[248],[240,1,2,247]]")
    #expect(try decode([Message].self, json) == messages)
  }

  @Test(arguments: ["[]", "[144,60]", "[60,100]", "[144,60,100,144,61,100]", "[144,60,100,1]", "[300]"])
  func bytesOfOtherThanOneMessageAreRejected(json: String) {
    #expect(throws: DecodingError.self) { try decode(Message.self, json) }
  }

  @Test func recordingIsDecodedAsItWas() throws {
    let track = Recording.Track(
      name: "Keys", port: 1, messages: [TimedMessage(time: .milliseconds(3), message: .tuneRequest)],
      end: .seconds(2))
    let recording = Recording(tracks: [track, Recording.Track()])
    let json = String(decoding: try JSONEncoder().encode(recording), as: UTF8.self)
    #expect(try decode(Recording.self, json) == recording)
  }
}
