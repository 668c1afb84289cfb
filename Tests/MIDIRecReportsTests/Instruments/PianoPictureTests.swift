import Instruments
import MIDICore
import Testing

@testable import MIDIRecReports

@Suite struct PianoPictureTests {
  private func paths(_ elements: Elements, _ kind: String) -> [[String: String]] {
    elements.attributes["path", default: []].filter { $0["class"] == kind }
  }

  @Test func allKeysAreDrawnBlackAboveWhite() throws {
    let elements = try Elements(PictureSamples.piano([:]).svg())
    #expect(paths(elements, "key white").count == 75)
    #expect(paths(elements, "key black").count == 53)
    let kinds = elements.attributes["path", default: []].compactMap { $0["class"] }
    #expect(kinds == Array(repeating: "key white", count: 75) + Array(repeating: "key black", count: 53))
    // The lowest C sharp spans 13.82 to 27.82, from the margin of 20 on.
    #expect(paths(elements, "key black")[0]["d"]?.hasPrefix("M33.82 62h14v96a4 4") == true)
    #expect(elements.texts.contains("12.5 s, 0 keys down, 0 keys held by pedal"))
  }

  @Test func pressedKeysAreTintedByVelocity() throws {
    let picture = PictureSamples.piano([60: PictureSamples.pressed(100), 61: PictureSamples.pressed(1)])
    let elements = try Elements(picture.svg())
    let pressed = paths(elements, "pressed")
    #expect(pressed.map { $0["fill-opacity"] } == ["0.78", "0.15"])
    #expect(pressed.allSatisfy { $0["fill"] == "#1e6cff" })
    let frame = PianoKeyboard(height: 150).frame(of: 60)
    #expect(pressed[0]["d"]?.hasPrefix("M\(svgNumber(frame.x + 20)) 62h22v146a4 4") == true)
    // The softest note is recognizable by its dot.
    #expect(elements.attributes["circle"]?.compactMap { $0["class"] } == ["dot", "dot on-black"])
    #expect(elements.texts.contains("C4 (60): velocity 100"))
  }

  @Test func sustainedKeysAreHatchedWithoutDot() throws {
    let elements = try Elements(PictureSamples.piano([60: PictureSamples.sustained(90)]).svg())
    #expect(paths(elements, "sustained").map { $0["fill"] } == ["url(#hatch)"])
    #expect(elements.attributes["pattern"]?.first?["id"] == "hatch")
    #expect(elements.attributes["circle"] == nil)
    #expect(elements.texts.contains("C4 (60): velocity 90, held by pedal"))
  }

  @Test func keyHeldSeveralTimesShowsCount() throws {
    let elements = try Elements(PictureSamples.piano([60: PictureSamples.pressed(count: 2)]).svg())
    #expect(elements.texts.contains("C4 (60): velocity 100, pressed 2 times"))
  }

  @Test func labelsAreOnCsOrOnAllKeys() throws {
    let labels = { (isOnAll: Bool) in
      try Elements(PictureSamples.piano([:], labelsAllKeys: isOnAll).svg()).attributes["text", default: []]
        .filter { $0["class"]?.hasPrefix("small") == true }
    }
    #expect(try labels(false).count == 11)
    #expect(try labels(true).count == 128)
    #expect(try labels(true).count { $0["transform"]?.hasSuffix("rotate(-90)") == true } == 53)
  }

  @Test func namesFollowNaming() throws {
    let picture = PictureSamples.piano([61: PictureSamples.pressed()], naming: KeyNaming(.katakana))
    #expect(try Elements(picture.svg()).texts.contains("ド#4 (61): velocity 100"))
  }

  @Test func imageHasBothThemesAndIsReproducible() {
    let states = [NoteNumber(60): PictureSamples.pressed(), 64: PictureSamples.sustained()]
    #expect(PictureSamples.piano(states).svg() == PictureSamples.piano(states).svg())
    #expect(PictureSamples.piano(states).svg().contains("@media (prefers-color-scheme:dark)"))
  }
}
