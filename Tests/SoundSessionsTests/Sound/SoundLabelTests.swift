import MIDIRecSessions
import MIDIRecSound
import SystemPackage
import Testing

@testable import SoundSessions

@Suite struct SoundLabelTests {
  private static let hash = String(repeating: "0123456789abcdef", count: 4)
  private let label = SoundLabel(
    samplesHash: hash, engine: "FluidSynth 2.3.1 x86_64", fontName: "TimGM6mb, small", fontHash: hash)

  @Test func labelRoundTrips() {
    #expect(
      "\(label)" == """
        midirec sound 1
        samples \(Self.hash)
        engine FluidSynth 2.3.1 x86_64
        font \(Self.hash) TimGM6mb, small
        """)
    #expect(SoundLabel("\(label)") == label)
  }

  @Test func lineFeedsInNamesBecomeSpaces() {
    let label = SoundLabel(samplesHash: Self.hash, engine: "a\nb", fontName: "c\u{0}d\r", fontHash: Self.hash)
    #expect(label.engine == "a b")
    #expect(label.fontName == "c d ")
    #expect(SoundLabel("\(label)") == label)
  }

  @Test func fontWithoutNameIsRead() {
    let label = SoundLabel(samplesHash: Self.hash, engine: "a", fontName: "", fontHash: Self.hash)
    #expect(SoundLabel("\(label)") == label)
  }

  @Test(arguments: [
    "", "midirec sound 2\nsamples \(hash)\nengine a\nfont \(hash) b",
    "midirec sound 1\nsamples \(hash.dropLast())\nengine a\nfont \(hash) b",
    "midirec sound 1\nsamples \(hash.uppercased())\nengine a\nfont \(hash) b",
    "midirec sound 1\nsamples \(hash)\nengine a\nfont \(hash)",
    "midirec sound 1\nengine a\nsamples \(hash)\nfont \(hash) b",
    "midirec sound 1\nsamples \(hash)\nengine a\nfont \(hash) b\n", "Rendered with love",
  ])
  func anythingElseIsNone(text: String) { #expect(SoundLabel(text) == nil) }

  @Test func labelIsStoredInFile() throws {
    let buffer = try #require(AudioBuffer(rate: 8000, channels: [[0, 0.5, -0.25], [0.125, 0, 1]]))
    let sound = SoundPart(buffer, engine: "a", fontName: "é", fontHash: Self.hash)
    let stored = try sound.stored(for: "").part
    #expect(stored.label == sound.label)
    #expect(stored.buffer.rate == 8000)
    #expect(stored.buffer.channels[0] == [0, 0.5, -0.25])
    // Full scale has no integer representation.
    #expect(stored.buffer.channels[1] == [0.125, 0, 1 - 1 / 8_388_608])
  }

  @Test func hashCoversOnlySamples() throws {
    func hash(_ channels: [[Float]], engine: String = "a") throws -> String {
      let buffer = try #require(AudioBuffer(rate: 8000, channels: channels))
      return try #require(SoundPart(buffer, engine: engine, fontName: "", fontHash: "").label).samplesHash
    }
    // hashlib.sha256(struct.pack("<ff", 0, 1)) in Python.
    #expect(
      try hash([[0], [1]]) == "22b6f43bd8d27738d3213f29e96b62d01d9d6c0ab4f9732aaae803186f51eab7")
    #expect(try hash([[0], [1]]) == hash([[0], [1]], engine: "b"))
    #expect(try hash([[0], [1]]) != hash([[1], [0]]))
    #expect(try hash([[0], [1]]) != hash([[0], [1 + .ulpOfOne]]))
  }
}
