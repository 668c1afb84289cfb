import MIDICore
import TestSupport
import Testing
import Timelines

@Suite struct TimelineRoundTripTests {
  @Test(arguments: [1, 2] as [UInt64])
  func tenThousandMessagesOfAllKindsRoundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let timeline = Timeline(Recording.random(10_000, sources: 3, &generator))
    let read = try Timeline(text: Array(timeline.text.utf8))
    #expect(read == timeline)
    #expect(read.text == timeline.text)
  }

  @Test func orderIsTheSameInEachRun() {
    var first = SeededGenerator(seed: 4)
    var second = SeededGenerator(seed: 4)
    #expect(
      Timeline(.random(2000, sources: 3, &first)).text == Timeline(.random(2000, sources: 3, &second)).text)
  }

  @Test func truncatedTextIsAnError() {
    var generator = SeededGenerator(seed: 5)
    let text = Array(Timeline(.random(30, sources: 2, &generator)).text.utf8)
    for count in text.indices {
      #expect(throws: TimelineTextError.self) { try Timeline(text: Array(text[..<count])) }
    }
  }

  @Test func changedByteIsRejectedOrReadCanonically() throws {
    var generator = SeededGenerator(seed: 6)
    let text = Array(Timeline(.random(60, sources: 2, &generator)).text.utf8)
    for index in text.indices {
      var changed = text
      changed[index] = .random(in: 0...255, using: &generator)
      guard let timeline = try? Timeline(text: changed) else { continue }
      let written = timeline.text
      let read = try Timeline(text: Array(written.utf8))
      #expect(read == timeline && read.text == written, "byte \(index) as \(changed[index])")
    }
  }

  @Test func anyBytesAreReadOrRejected() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let noise = (0..<Int.random(in: 0..<80, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(throws: TimelineTextError.self) {
        try Timeline(text: Array("midirec timeline 1\nsource 1 \"\"\n0.000000 1 1 ".utf8) + noise)
      }
    }
  }
}
