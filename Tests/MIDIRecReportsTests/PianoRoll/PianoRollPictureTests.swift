import MIDICore
import MIDIRecReports
import Testing

@Suite struct PianoRollPictureTests {
  @Test func noteIsDrawnAtItsTimeWithTitle() throws {
    let svg = Takes.roll(
      Takes.note(60, at: 500, for: 250, velocity: 100, on: .number(3)), until: 1000
    ).svg()
    let elements = try Elements(svg)
    #expect(elements.notes.count == 1)
    let note = try #require(elements.notes.first)
    #expect(note["x"] == "600")
    #expect(note["width"] == "299.5")
    #expect(note["class"] == "s6")
    #expect(elements.texts.contains("C4 (60) velocity 100, channel 3, 0.5 s to 0.75 s"))
    #expect(elements.texts.contains("1 note, 1 track, 1 s"))
  }

  @Test func emptyRollHasKeyboardAndAxis() throws {
    let elements = try Elements(Takes.roll([]).svg())
    #expect(elements.notes.isEmpty)
    #expect(elements.texts.contains("no notes"))
    #expect(elements.texts.contains("C4"))
    #expect(elements.texts.contains("0.5 s"))
  }

  @Test func lowestAndHighestNoteHaveRows() throws {
    let elements = try Elements(
      Takes.roll(Takes.note(0, at: 0, for: 100), Takes.note(127, at: 0, for: 100)).svg())
    #expect(elements.notes.compactMap { $0["y"] } == ["508", "0"])
    #expect(elements.texts.contains("C-1"))
    #expect(elements.texts.contains("C9"))
  }

  @Test func hangingNoteIsMarkedAndCounted() throws {
    let elements = try Elements(Takes.roll(Takes.note(60, at: 100, for: nil), until: 1000).svg())
    #expect(elements.paths.count { $0 == "hangs" } == 2)
    #expect(elements.texts.contains("hangs: has no note-off"))
    #expect(elements.texts.contains("1 note, 1 hanging note, 1 track, 1 s"))
  }

  @Test func endedNoteIsNotMarkedAsHanging() throws {
    let elements = try Elements(Takes.roll(Takes.note(60, at: 100, for: 100)).svg())
    #expect(!elements.paths.contains("hangs"))
  }

  @Test func movingPedalAndBendHaveLanes() throws {
    let moving = Takes.roll(
      Takes.note(60, at: 0, for: 1000)
        + Takes.message(.controlChange(channel: .number(1), controller: 64, value: 127), at: 250)
        + Takes.message(.controlChange(channel: .number(1), controller: 64, value: 0), at: 500)
        + Takes.message(.pitchBend(channel: .number(1), value: 16_383), at: 750))
    let elements = try Elements(moving.svg())
    #expect(elements.texts.contains("pedal"))
    #expect(elements.texts.contains("bend"))
    let pedal = try #require(
      elements.attributes["path"]?.first { $0["class"]?.hasPrefix("area") == true }?["d"])
    #expect(pedal.hasPrefix("M0 "))
    #expect(pedal.contains("H300V"))
    #expect(pedal.contains("H600V"))
  }

  @Test(arguments: [(8192 + 100, "±512"), (8192 - 2049, "±4096"), (0, "±8192")] as [(UInt16, String)])
  func bendsFillLane(value: UInt16, edge: String) throws {
    let roll = Takes.roll(
      Takes.message(.pitchBend(channel: .number(1), value: UInt14(masking: value)), at: 100), until: 1000)
    #expect(try Elements(roll.svg()).texts.contains(edge))
  }

  @Test func unusedPedalsAndBendsHaveNoLanes() throws {
    let resting = Takes.roll(
      Takes.note(60, at: 0, for: 1000)
        + Takes.message(.controlChange(channel: .number(1), controller: 64, value: 0), at: 0)
        + Takes.message(.pitchBend(channel: .number(1), value: .bendCenter), at: 0))
    let texts = try Elements(resting.svg()).texts
    #expect(!texts.contains("pedal"))
    #expect(!texts.contains("bend"))
  }

  @Test func resetAllControllersReleasesPedal() throws {
    let reset = Takes.roll(
      Takes.message(.controlChange(channel: .number(1), controller: 64, value: 127), at: 250)
        + Takes.message(.controlChange(channel: .number(1), controller: 121, value: 0), at: 500), until: 1000)
    let elements = try Elements(reset.svg())
    let pedal = try #require(
      elements.attributes["path"]?.first { $0["class"]?.hasPrefix("area") == true }?["d"])
    #expect(pedal.contains("H600V"))
  }

  @Test func tracksOnOneChannelHaveDifferentColors() throws {
    let roll = Takes.roll(
      Takes.note(72, at: 0, for: 500), Takes.note(48, at: 0, for: 500), names: ["Right", "Left"])
    let elements = try Elements(roll.svg())
    #expect(elements.attributes["g"]?.compactMap { $0["class"] } == ["fill0", "fill1"])
    #expect(elements.texts.contains("Right, channel 1"))
    #expect(elements.texts.contains("Left, channel 1"))
  }

  @Test func namesFromFilesAreEscaped() throws {
    let roll = Takes.roll(
      Takes.note(60, at: 0, for: 500), names: ["<script>&\"'\u{1B}\u{FFFF}"], name: "a<b>.mid")
    let elements = try Elements(roll.svg())
    #expect(elements.texts.contains("<script>&\"'\\x1B\u{FFFD}, channel 1"))
    #expect(elements.texts.contains("a<b>.mid"))
    #expect(elements.attributes["script"] == nil)
  }

  @Test func longMusicIsSplitAtRoundTimes() throws {
    let notes = (0..<600).flatMap { Takes.note(60, at: Int64($0) * 100, for: 100) }
    let elements = try Elements(Takes.roll(notes).svg())
    #expect(elements.attributes["use"]?.count == 3)
    #expect(elements.texts.contains("0:20"))
    #expect(elements.texts.contains("0:40"))
    #expect(elements.notes.count == 600)
  }

  @Test func tenHoursFitTwelveSystems() throws {
    let elements = try Elements(
      Takes.roll(Takes.note(60, at: 0, for: 100), Takes.note(62, at: 35_999_900, for: 100)).svg())
    #expect(try #require(elements.attributes["use"]?.count) <= 12)
    #expect(elements.texts.contains("9:00:00"))
  }

  @Test func hundredThousandNotesStayUnder10MB() throws {
    let svg = Takes.roll(Takes.crowd(100_000, seconds: 3600, seed: 3)).svg()
    #expect(svg.utf8.count < 10_000_000)
    let elements = try Elements(svg)
    #expect(elements.notes.isEmpty)
    #expect(elements.paths.contains("thick stroke0 s0"))
  }

  @Test func imageIsReproducible() {
    let messages = Takes.crowd(2000, seconds: 60, seed: 4)
    #expect(Takes.roll(messages).svg() == Takes.roll(messages).svg())
  }
}

extension Elements {
  /// The rectangles of notes.
  fileprivate var notes: [[String: String]] {
    attributes["rect", default: []].filter { $0["y"] != nil && $0["rx"] != nil }
  }
  fileprivate var paths: [String] { attributes["path", default: []].compactMap { $0["class"] } }
}
