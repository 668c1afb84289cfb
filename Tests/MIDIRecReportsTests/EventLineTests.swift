import MIDICore
import MIDIRecReports
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
    (1_234_567, .noteOn(channel: .number(1), note: 60, velocity: 100), 0), (1_234_567, .timingClock, 1),
    (62_000_000_000, .controlChange(channel: .number(16), controller: 74, value: 3), 1),
    (62_000_000_001, .systemExclusive(SystemExclusive(payload: .init(repeating: 1, count: 20))), 0),
  ]

  @Test func textHasColumns() throws {
    #expect(
      try lines(.text, sources: ["Grid", "Long \u{1B}Keys"], Self.events) == [
        "    0.001235  Grid            1  note-on C4 velocity 100",
        "    0.001235  Long \\x1BKeys      timing clock",
        "   62.000000  Long \\x1BKeys  16  control change 74 value 3 (timbre)",
        "   62.000000  Grid               System Exclusive F0 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 … (21 bytes)",
      ])
    #expect(
      EventLine(.text, sources: ["Grid", "Long \u{1B}Keys"]).heading
        == "     SECONDS  SOURCE         CH  EVENT")
  }

  /// Data entry belongs to the parameter that its channel selected last.
  @Test func controllersAndParametersHaveNames() throws {
    let changes: [(Int, Controller, UInt7)] = [
      (1, 20, 1), (1, 6, 1), (1, 101, 0), (1, 100, 0), (2, 99, 1), (2, 98, 117), (1, 6, 48), (2, 6, 2),
      (2, 38, 3),
      (1, 101, 127), (1, 100, 127), (1, 6, 5),
    ]
    let events = changes.map {
      (Int64(0), Message.controlChange(channel: .number($0), controller: $1, value: $2), 0)
    }
    let texts = try lines(.text, sources: ["Grid"], events).map { $0.dropFirst(18) }
    #expect(
      texts == [
        "control change 20 value 1", "control change 6 value 1 (data entry: no parameter selected)",
        "control change 101 value 0 (RPN)",
        "control change 100 value 0 (RPN, fine)", "control change 99 value 1 (NRPN)",
        "control change 98 value 117 (NRPN, fine)",
        "control change 6 value 48 (data entry: pitch bend range, RPN 0)",
        "control change 6 value 2 (data entry: NRPN 245)",
        "control change 38 value 3 (data entry, fine: NRPN 245)",
        "control change 101 value 127 (RPN)", "control change 100 value 127 (RPN, fine)",
        "control change 6 value 5 (data entry: no parameter selected)",
      ])
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
