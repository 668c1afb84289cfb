import MIDICore
import Reports
import Testing

@Suite struct EventLineTests {
  private func lines(
    _ definition: EventLine.Form, sources: [String], middleC: MiddleC = .octave4, isColored: Bool = false,
    _ events: [(Int64, Message, Int)]
  ) throws -> [String] {
    var line = EventLine(definition, sources: sources, middleC: middleC, isColored: isColored)
    return try events.map {
      try line.text(of: TimedMessage(time: Nanoseconds(rawValue: $0), message: $1), from: $2)
    }
  }

  private static let events: [(Int64, Message, Int)] = [
    (1_234_567, .noteOn(channel: 0, note: 60, velocity: 100), 0), (1_234_567, .timingClock, 1),
    (62_000_000_000, .controlChange(channel: 15, controller: 74, value: 3), 1),
    (62_000_000_001, .systemExclusive(SystemExclusive(payload: .init(repeating: 1, count: 20))), 0),
  ]

  @Test func textHasColumns() throws {
    #expect(
      try lines(.text, sources: ["Grid", "Long \u{1B}Keys"], Self.events) == [
        "    0.001235  Grid            1  note-on C4 velocity 100",
        "    0.001235  Long \\x1BKeys      timing clock",
        "   62.000000  Long \\x1BKeys  16  control change 74 value 3",
        "   62.000000  Grid               System Exclusive F0 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 … (21 bytes)",
      ])
    #expect(
      EventLine(.text, sources: ["Grid", "Long \u{1B}Keys"]).heading
        == "     SECONDS  SOURCE         CH  EVENT")
  }

  @Test func singleSourceHasNoColumn() throws {
    #expect(
      try lines(.text, sources: ["Grid"], middleC: .octave3, [Self.events[0]]) == [
        "    0.001235   1  note-on C3 velocity 100"
      ])
    #expect(
      try lines(.text, sources: ["Grid"], isColored: true, [Self.events[0]]) == [
        "\u{1B}[2m    0.001235\u{1B}[0m   1  \u{1B}[1mnote-on \u{1B}[0mC4 velocity 100"
      ])
  }

  @Test func jsonHasOneObjectPerLine() throws {
    #expect(
      try lines(.json, sources: ["Grid", "K\u{1B}"], Self.events) == [
        #"{"bytes":"90 3C 64","channel":1,"kind":"note-on","source":"Grid","time":1234567,"values":{"note":60,"velocity":100}}"#,
        #"{"bytes":"F8","kind":"clock","source":"K\u001b","time":1234567,"values":{}}"#,
        #"{"bytes":"BF 4A 03","channel":16,"kind":"cc","source":"K\u001b","time":62000000000,"values":{"controller":74,"value":3}}"#,
        #"{"bytes":"F0"# + String(repeating: " 01", count: 20)
          + #" F7","kind":"sysex","source":"Grid","time":62000000001,"values":{}}"#,
      ])
  }

  @Test func rawFormatHasTimesBetweenEvents() throws {
    #expect(
      try lines(.raw, sources: ["Grid", "Keys"], Self.events) == [
        "ch 1 on 60 100", "mc", "+61998.765433ms ch 16 cc 74 3",
        "+0.000001ms syx hex F0" + String(repeating: " 01", count: 20) + " F7",
      ])
  }
}
