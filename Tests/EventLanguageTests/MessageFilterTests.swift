import EventLanguage
import MIDICore
import Testing

@Suite struct MessageFilterTests {
  /// One message per kind and a few more, on channel 2 if they have a channel.
  private static let messages: [String: Message] = [
    "on": .noteOn(channel: .number(2), note: 60, velocity: 100),
    "on36": .noteOn(channel: .number(2), note: 36, velocity: 1),
    "off": .noteOff(channel: .number(2), note: 60, velocity: 0),
    "pp": .polyPressure(channel: .number(2), note: 60, pressure: 1),
    "cc1": .controlChange(channel: .number(2), controller: 1, value: 0),
    "cc74": .controlChange(channel: .number(2), controller: 74, value: 0),
    "pc": .programChange(channel: .number(2), program: 5),
    "cp": .channelPressure(channel: .number(2), pressure: 5),
    "pb": .pitchBend(channel: .number(2), value: 0),
    "on:ch3": .noteOn(channel: .number(3), note: 60, velocity: 100),
    "cc1:ch3": .controlChange(channel: .number(3), controller: 1, value: 0),
    "syx": .systemExclusive(SystemExclusive(payload: [1])), "mtc": .timeCodeQuarterFrame(1),
    "spp": .songPosition(1), "ss": .songSelect(1), "tun": .tuneRequest, "clock": .timingClock,
    "start": .start,
    "cont": .continue, "stop": .stop, "as": .activeSensing, "rst": .systemReset,
  ]
  private static let channel2: Set = ["on", "on36", "off", "pp", "cc1", "cc74", "pc", "cp", "pb"]
  private static let voice = channel2.union(["on:ch3", "cc1:ch3"])
  private static let usual = Set(messages.keys).subtracting(["clock", "as"])

  private func kept(_ filter: MessageFilter) -> Set<String> {
    Set(Self.messages.filter { filter.keeps($0.value) }.keys)
  }

  private func filter(only: [String] = [], drop: [String] = []) throws -> MessageFilter {
    MessageFilter(
      only: try only.map { try MessagePattern(parsing: $0) },
      drop: try drop.map { try MessagePattern(parsing: $0) })
  }

  @Test func clockAndActiveSensingAreDroppedByDefault() {
    #expect(kept(MessageFilter()) == Self.usual)
    #expect(kept(MessageFilter(keepsTiming: true)) == Set(Self.messages.keys))
  }

  @Test(
    arguments: [
      ("note", ["on", "on36", "off", "on:ch3"]), ("note-on", ["on", "on36", "on:ch3"]), ("note-off", ["off"]),
      ("poly-pressure", ["pp"]), ("cc", ["cc1", "cc74", "cc1:ch3"]), ("program", ["pc"]),
      ("pressure", ["cp"]),
      ("bend", ["pb"]), ("sysex", ["syx"]), ("clock", ["clock"]), ("sensing", ["as"]),
      ("transport", ["start", "stop", "cont"]), ("mtc", ["mtc"]), ("song", ["spp", "ss"]), ("tune", ["tun"]),
      ("reset", ["rst"]), ("common", ["mtc", "spp", "ss", "tun"]),
      ("real-time", ["clock", "start", "cont", "stop", "as", "rst"]), ("cc:74", ["cc74"]),
      ("cc:1-31", ["cc1", "cc1:ch3"]), ("note:36", ["on36"]), ("note:60-127", ["on", "off", "pp", "on:ch3"]),
      ("note:C2", ["on36"]), ("note:c4-G9", ["on", "off", "pp", "on:ch3"]), ("note:C-1-B3", ["on36"]),
      ("note-on:C4", ["on", "on:ch3"]), ("program:0-7", ["pc"]), ("program:6", []),
      ("ch:3", ["on:ch3", "cc1:ch3"]),
      ("note,ch:3", ["on:ch3"]), ("note,clock,ch:3", ["on:ch3", "clock"]),
      ("ch:3,sysex", ["on:ch3", "cc1:ch3", "syx"]),
      ("cc:1,start", ["cc1", "cc1:ch3", "start"]), ("ch:1,ch:3-16", ["on:ch3", "cc1:ch3"]),
      ("note, cc:74", ["on", "on36", "off", "on:ch3", "cc74"]),
    ] as [(String, Set<String>)])
  func onlyLetsThroughWhatFits(terms: String, expected: Set<String>) throws {
    #expect(kept(try filter(only: [terms])) == expected)
    #expect(kept(try filter(drop: [terms])) == Self.usual.subtracting(expected))
  }

  @Test func groupsAndChannelsAreCombined() throws {
    #expect(kept(try filter(only: ["voice"])) == Self.voice)
    #expect(kept(try filter(only: ["ch:1-2"])) == Self.channel2)
    #expect(kept(try filter(drop: ["ch:1-2"])) == Self.usual.subtracting(Self.channel2))
  }

  @Test func severalPatternsAddToEachOther() throws {
    #expect(kept(try filter(only: ["cc:74,ch:2", "note,ch:3"])) == ["cc74", "on:ch3"])
    #expect(kept(try filter(only: ["ch:3"], drop: ["cc"])) == ["on:ch3"])
    #expect(kept(try filter(drop: ["voice", "common"])) == ["syx", "start", "cont", "stop", "rst"])
  }

  @Test func defaultDropsDifferFromPatternDrops() throws {
    let usual = MessageFilter()
    #expect(usual.verdict(on: .timingClock) == .leftOutByDefault)
    #expect(usual.verdict(on: .start) == .kept)
    #expect(try filter(only: ["note"]).verdict(on: .timingClock) == .leftOutByTerms)
    #expect(try filter(drop: ["clock"]).verdict(on: .timingClock) == .leftOutByTerms)
    #expect(try filter(drop: ["clock"]).verdict(on: .activeSensing) == .leftOutByDefault)
  }

  @Test(
    arguments: [
      ("", "kinds are common, note, real-time, song, transport, voice, note-off"),
      ("nots", "terms such as note:C2-C4, cc:74, ch:2 or note,cc,ch:1-8"), ("note,", "terms such as"),
      ("cc:128", "controllers from 0 to 127"),
      ("cc:", "controllers from 0 to 127"),
      ("cc:5-1", "controllers"), ("cc:C4", "controllers"), ("note:H4", "notes as numbers"),
      ("note:60-", "notes as numbers"), ("note:A9", "notes as numbers"), ("ch", "channels from 1 to 16"),
      ("ch:0", "channels from 1 to 16"), ("ch:17", "channels"), ("ch:2-1", "channels"), ("ch:+2", "channels"),
      ("bend:3", "bend without values"), ("program:200", "programs from 0 to 127"), ("cc:1:2", "controllers"),
    ])
  func invalidTermIsReportedWithExpected(text: String, expected: String) {
    let error = #expect(throws: MessagePattern.ParsingError.self) { try MessagePattern(parsing: text) }
    #expect(error?.expected.contains(expected) == true, "\(String(describing: error))")
    #expect(text.hasSuffix(error?.term ?? "-"))
  }

  @Test func noteNamesFollowTheOctaveOfMiddleC() throws {
    let filter = MessageFilter(only: [try MessagePattern(parsing: "note:C-2", middleC: .octave3)])
    #expect(filter.keeps(.noteOn(channel: .number(1), note: 0, velocity: 1)))
    #expect(throws: MessagePattern.ParsingError.self) { try MessagePattern(parsing: "note:C-2") }
  }
}
