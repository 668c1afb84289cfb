import EventLanguage
import MIDICore
import TestSupport
import Testing

/// Messages as scripts of `send`, parsed again.
@Suite struct MessageWordsTests {
  @Test(
    arguments: [
      (.noteOn(channel: .number(1), note: 60, velocity: 100), "ch 1 on 60 100"),
      (.noteOff(channel: .number(16), note: 0, velocity: 64), "ch 16 off 0 64"),
      (.polyPressure(channel: .number(2), note: 1, pressure: 2), "ch 2 pp 1 2"),
      (.controlChange(channel: .number(1), controller: 74, value: 3), "ch 1 cc 74 3"),
      (.programChange(channel: .number(1), program: 5), "ch 1 pc 5"),
      (.channelPressure(channel: .number(1), pressure: 5), "ch 1 cp 5"),
      (.pitchBend(channel: .number(1), value: 8192), "ch 1 pb 8192"),
      (.systemExclusive(SystemExclusive(payload: [0x43, 0x10])), "syx hex F0 43 10 F7"),
      (.systemExclusive(SystemExclusive(payload: [])), "syx hex F0 F7"),
      (.timeCodeQuarterFrame(0x7F), "tc 7 15"),
      (.songPosition(300), "spp 300"), (.songSelect(1), "ss 1"), (.tuneRequest, "tun"), (.timingClock, "mc"),
      (.start, "start"), (.continue, "cont"), (.stop, "stop"), (.activeSensing, "as"), (.systemReset, "rst"),
    ] as [(Message, String)])
  func messagesAndTheirWords(message: Message, words: String) throws {
    #expect(message.words == words)
    #expect(try SendScript.parse(text: words).messages == [TimedMessage(time: .zero, message: message)])
  }

  @Test func timesAreExactToTheNanosecond() throws {
    let message = TimedMessage(time: Nanoseconds(rawValue: 12_345_678), message: .start)
    #expect(message.words(after: nil) == "start")
    #expect(message.words(after: .zero) == "+12.345678ms start")
    #expect(message.words(after: .milliseconds(12)) == "+0.345678ms start")
    #expect(message.words(after: message.time) == "start")
    #expect(TimedMessage(time: .seconds(2), message: .stop).words(after: .zero) == "+2000ms stop")
    #expect(
      TimedMessage(time: Nanoseconds(rawValue: 1), message: .stop).words(after: .zero) == "+0.000001ms stop")
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func anyMessagesAndTimesRoundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var time = Nanoseconds.zero
    var messages: [TimedMessage] = []
    for _ in 0..<2000 {
      messages.append(TimedMessage(time: time, message: .random(using: &random)))
      time =
        time
        + Nanoseconds(
          rawValue: .random(in: 0...3, using: &random) * .random(in: 0...2_000_000_000, using: &random))
    }
    var previous: Nanoseconds?
    var text = ""
    var lines = SendScriptStream()
    var byLine: [TimedMessage] = []
    for message in messages {
      let line = message.words(after: previous)
      previous = message.time
      text += line + "\n"
      byLine += try lines.append(line, at: .zero).script.messages
    }
    #expect(try SendScript.parse(text: text).messages == messages, "seed \(seed)")
    #expect(byLine == messages, "seed \(seed)")
  }
}

extension Message {
  fileprivate static func random(using random: inout some RandomNumberGenerator) -> Message {
    if Int.random(in: 0..<10, using: &random) == 0 {
      let count = Int.random(in: 0...300, using: &random)
      return .systemExclusive(
        SystemExclusive(
          payload: (0..<count).map { _ in UInt7(masking: .random(in: 0...127, using: &random)) }))
    }
    while true {
      let status = UInt8.random(in: 0x80...0xFF, using: &random)
      let first = UInt7(masking: .random(in: 0...127, using: &random))
      if let message = Message(status: status, first, UInt7(masking: .random(in: 0...127, using: &random))) {
        return message
      }
    }
  }
}
