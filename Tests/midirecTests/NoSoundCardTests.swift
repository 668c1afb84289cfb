import MIDICore
import TestSupport
import Testing

/// A machine without a sound card, which alsa-lib without its configuration imitates.
@Suite(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont is not installed"))
struct NoSoundCardTests {
  /// alsa-lib's own messages aren't printed.
  @Test func oneLineSuggestsAlternative() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Samples.file([(0, .noteOn(channel: .number(1), note: 60, velocity: 110))]), to: "note.mid")
    let result = try await Program.run(
      "env",
      [
        "XDG_DATA_HOME=\(folder.path)", "ALSA_CONFIG_PATH=/dev/null", TestEnvironment.midirec, "play",
        "note.mid",
        "--synth", "--audio", "alsa",
      ], in: folder.path)
    #expect(result.status == 69)
    #expect(result.errors.hasPrefix("midirec: "), "\(result.errors)")
    #expect(result.errors.hasSuffix("or write to a file with --audio-file\n"), "\(result.errors)")
    #expect(result.errors.filter { $0 == "\n" }.count == 1, "\(result.errors)")
  }
}
