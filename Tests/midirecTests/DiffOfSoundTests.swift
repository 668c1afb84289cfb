import Foundation
import MIDIRecSound
import SystemPackage
import TestSupport
import Testing

/// `midirec diff` with two audio files.
@Suite struct DiffOfSoundTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(Self.tone(), to: "a.wav")
    try folder.write(Samples.file(notesAt: [500, 1000]), to: "take.mid")
  }

  /// One and a half seconds at 16,000 Hz: C4 from 0.5 s (optional) over a faint A2.
  private static func tone(hasNote: Bool = true) -> [Float] {
    (0..<24_000).map { frame in
      let time = Double(frame) / 16_000
      let note = hasNote && time >= 0.5 ? sin(2 * .pi * 261.626 * time) * exp(-8 * (time - 0.5)) : 0
      return Float(0.05 * sin(2 * .pi * 110 * time) + 0.2 * note)
    }
  }

  private func write(_ samples: [Float], to name: String, format: AudioFormat = .float) throws {
    let buffer = try #require(AudioBuffer(rate: 16_000, channels: [samples]))
    try folder.write(try AudioFileWriter.bytes(of: buffer, format: format), to: name)
  }

  private func diff(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(TestEnvironment.midirec, ["diff"] + arguments, in: folder.path)
  }

  @Test func equalSamplesInDifferentFormatsAreWithinBounds() async throws {
    try write(Self.tone(), to: "b.flac", format: .flac)
    let result = try await diff("a.wav", "b.flac")
    #expect(result.status == 0)
    #expect(result.output.contains("\nsame within bounds: signal to noise "))
    #expect(result.output.hasSuffix("\n\nno audible difference\n"))
  }

  @Test func equalFilesAreEqual() async throws {
    let result = try await diff("a.wav", "a.wav")
    #expect(result.status == 0)
    #expect(
      result.output == """
        expected: a.wav: 1 channel, 16,000 Hz, 1.5 s, RMS -26.8 dB, peak -12.3 dB
        actual:   a.wav: 1 channel, 16,000 Hz, 1.5 s, RMS -26.8 dB, peak -12.3 dB
        same: every sample

        """)
  }

  @Test func missingNoteIsNamedWithItsTime() async throws {
    try write(Self.tone(hasNote: false), to: "b.wav")
    let result = try await diff("a.wav", "b.wav", "--take", "take.mid")
    #expect(result.status == 1)
    #expect(result.output.contains("\ndifferent: signal to noise "))
    #expect(result.output.hasSuffix("  C4 on channel 1, velocity 100, from 0.500000: missing\n"))
  }

  @Test func takeOfAnotherPieceIsReported() async throws {
    try write(Self.tone(hasNote: false), to: "b.wav")
    try folder.write(Samples.file(notesAt: [100, 700, 900, 1200]), to: "other.mid")
    let result = try await diff("a.wav", "b.wav", "--take", "other.mid")
    let warning = "other.mid may be a different piece: only 0% of its notes start in a.wav"
    #expect(result.errors == "midirec: \(warning)\n")
    #expect(try await diff("a.wav", "b.wav", "--take", "take.mid").errors.isEmpty)
  }

  @Test func timeIsReportedWithoutTake() async throws {
    try write(Self.tone(hasNote: false), to: "b.wav")
    let result = try await diff("a.wav", "b.wav")
    #expect(result.status == 1)
    #expect(result.output.hasSuffix("  the first audible difference\n"))
  }

  @Test func jsonHasTheDifference() async throws {
    try write(Self.tone(hasNote: false), to: "b.wav")
    let result = try await diff("a.wav", "b.wav", "--take", "take.mid", "--json")
    #expect(result.status == 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let first = try #require(document["first"] as? [String: Any])
    #expect((first["note"] as? [String: Any])?["note"] as? Int == 60)
    #expect((first["change"] as? [String: Any])?["kind"] as? String == "missing")
    #expect(document["isWithinBounds"] as? Bool == false)
  }

  @Test func jsonOfEqualFilesHasNoInfinity() async throws {
    let result = try await diff("a.wav", "a.wav", "--json")
    #expect(result.status == 0)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect((document["difference"] as? [String: Any])?.keys.sorted() == ["peak", "rootMeanSquare"])
  }

  @Test func reportIsReproducible() async throws {
    try write(Self.tone(hasNote: false), to: "b.wav")
    #expect(try await diff("a.wav", "b.wav", "--html", "one.html").status == 1)
    #expect(try await diff("a.wav", "b.wav", "--html", "two.html").status == 1)
    #expect(try folder.bytes("one.html") == folder.bytes("two.html"))
    let again = try await diff("a.wav", "b.wav", "--html", "one.html")
    #expect(again.status == 73)
    #expect(again.errors.contains("use --force to replace it"))
  }

  @Test func pageRefusesRatesThatItCannotPlay() async throws {
    let rate = Int(Int32.max)
    for (name, level) in [("a.wav", 0.5), ("b.wav", 0.25)] as [(String, Float)] {
      let buffer = try #require(AudioBuffer(rate: rate, channels: [[0, level, 0]]))
      try folder.write(try AudioFileWriter.bytes(of: buffer, format: .float), to: name)
    }
    let result = try await diff("a.wav", "b.wav", "--html", "page.html")
    #expect(result.status == 73)
    #expect(
      result.errors
        == "midirec: a.wav: a page can't play its sample rate, \(rate) Hz; the maximum is 655350 Hz\n")
  }

  @Test func audioIsReadFromStandardInput() async throws {
    let result = try await Program.run(
      "bash",
      [
        "-c",
        "'\(TestEnvironment.midirec)' diff a.wav - <a.wav && '\(TestEnvironment.midirec)' diff a.wav <(cat a.wav)",
      ],
      in: folder.path)
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").filter { $0 == "same: every sample" }.count == 2)
  }

  @Test(arguments: [
    "--tolerance 5ms", "--onset-tolerance 5ms", "--offset-ratio 20%", "--velocity-tolerance 3",
    "--value-tolerance 3", "--no-passages", "--channel-map 2=3", "--no-align", "--all", "--metrics",
  ])
  func optionsOfRecordingsAreRejected(_ option: String) async throws {
    let words = ["diff", "a.wav", "a.wav"] + option.split(separator: " ").map(String.init)
    let result = try await Program.run(TestEnvironment.midirec, words, in: folder.path)
    #expect(result.status == 64)
    let name = option.split(separator: " ")[0]
    #expect(result.errors == "midirec: \(name) can't be used with audio files\n")
  }

  @Test func takeRequiresAudioFiles() async throws {
    let result = try await diff("take.mid", "take.mid", "--take", "take.mid")
    #expect(result.status == 64)
    #expect(result.errors == "midirec: --take requires audio files\n")
  }

  @Test(arguments: [
    ("take.mid", "a.wav is an audio file and take.mid is a take; render the take first"),
    ("notes.txt", "a.wav is an audio file and notes.txt is a take; render the take first"),
    ("text.wav", "text.wav is neither an audio file nor a take"), ("empty.wav", "empty.wav is empty"),
  ])
  func audioAndRecordingAreNotComparable(name: String, reason: String) async throws {
    try folder.write(Array("midirec timeline 1\n1.000000 end\n".utf8), to: "notes.txt")
    try folder.write(Array("hello\n".utf8), to: "text.wav")
    try folder.write([], to: "empty.wav")
    for names in [["a.wav", name], [name, "a.wav"]] {
      let result = try await Program.run(TestEnvironment.midirec, ["diff"] + names, in: folder.path)
      #expect(result.status == 65)
      #expect(result.errors == "midirec: \(reason)\n")
    }
  }

  @Test func damagedAudioExitsWith65() async throws {
    try folder.write(Array("RIFF\u{4}\0\0\0WAVE".utf8), to: "b.wav")
    let result = try await diff("a.wav", "b.wav")
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("midirec: b.wav: "))
  }
}
