import Foundation
import MIDICore
import MIDIFiles
import MIDIRecSound
import MIDIRecWorkbench
import SystemPackage
import TestSupport
import Testing

@testable import midirec

/// `midirec synth` and `midirec play --synth` without a sequencer.
@Suite struct SynthCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (["synth", "--in", "x", "--audio", "alsa", "--audio-file", "a.wav"], "--audio and --audio-file can't"),
    (["synth", "--in", "x", "--audio-file", ""], "--audio-file needs"),
    (["synth", "--in", "x", "--audio-file", "a.ogg"], "midirec writes WAV and FLAC, not .ogg. "),
    (["play", "a.mid", "--synth", "--audio-file", "a.AIFF"], "midirec writes WAV and FLAC, not .aiff. "),
    (["play", "a.mid", "--synth", "--audio-file", "folder/"], "found the folder folder/"),
    (["play", "a.mid", "--synth", "--audio-file", "-"], "--audio-file can't be standard output"),
    (["synth", "--in", "x", "--force"], "--force requires --audio-file"),
    (["synth", "--in", "x", "--gain", "11"], "from 0 to 10"),
    (["synth", "--in", "x", "--fixed-velocity", "0"], "from 1 to 127"),
    (["synth", "--in", "x", "--channel", "17"], "17"), (["synth"], "--in"),
    (["play", "a.mid", "--synth", "--out", "x"], "--synth can't be used with --out or --as"),
    (["play", "a.mid", "--out", "x", "--preset", "0:1"], "Synthesizer options require --synth"),
    (["play", "a.mid", "--synth", "--as-fast-as-possible"], "can't be used with --synth"),
  ])
  func contradictoryOptionsAreWrongUsage(arguments: [String], text: String) async throws {
    let result = try await Program.run(TestEnvironment.midirec, arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(text), "\(result.errors)")
  }

  /// midirec doesn't change this default.
  @Test(.enabled(if: TestEnvironment.hasProgram("fluidsynth"), "fluidsynth is not installed"))
  func helpNamesDefaultBufferOfFluidSynth() async throws {
    let settings = try await Program.run("fluidsynth", ["-o", "help"]).output
    func usual(_ name: String) throws -> Int {
      let line = try #require(settings.split(separator: "\n").first { $0.hasPrefix("\(name) ") })
      let number = try #require(line.firstMatch(of: /def=([0-9]+)/))
      return try #require(Int(number.1))
    }
    #expect(try usual("audio.period-size") * usual("audio.periods") == 1024)
    let help = try await Program.run(TestEnvironment.midirec, ["synth", "--help"]).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("With ALSA, FluidSynth buffers 1,024 frames (21 ms)"), "\(help)")
  }

  private func writeNote() throws -> String {
    try folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 60, velocity: 110)),
        (400, .noteOff(channel: .number(1), note: 60, velocity: 64)),
      ]), to: "note.mid")
  }

  private func play(_ arguments: String...) async throws -> Program.Result { try await play(arguments) }

  private func play(_ arguments: [String]) async throws -> Program.Result {
    let note = try writeNote()
    return try await Program.run(
      "env", ["XDG_DATA_HOME=\(folder.path)", TestEnvironment.midirec, "play", note, "--synth"] + arguments)
  }

  @Test(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
  func recordingIsPlayedToFileInRealTime() async throws {
    let result = try await play("--audio-file", folder.path("out.wav"))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("2 messages"))
    let sound = try AudioFile(reading: FilePath(folder.path("out.wav"))).buffer
    #expect(sound.channels[0].contains { abs($0) > 0.005 })
    #expect(sound.time(ofFrame: sound.frameCount) >= .milliseconds(400))
  }

  /// The file extension matches in any case.
  @Test(
    .enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"),
    arguments: [("out.flac", "fLaC"), ("out.FLAC", "fLaC"), ("out.WAV", "RIFF"), ("out", "RIFF")])
  func fileExtensionChoosesFormat(name: String, start: String) async throws {
    let result = try await play("--audio-file", folder.path(name))
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.bytes(name).prefix(4) == Array(start.utf8)[...])
    let sound = try AudioFile(reading: FilePath(folder.path(name))).buffer
    #expect(peak(sound.channels[0]) > 0.005)
  }

  private var samples: [Float] {
    get throws { try AudioFile(reading: FilePath(folder.path("out.wav"))).buffer.channels[0] }
  }

  private func peak(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }

  @Test(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
  func gainIncreasesLevel() async throws {
    #expect(try await play("--audio-file", folder.path("out.wav"), "--gain", "0.1").status == 0)
    let soft = peak(try samples)
    let again = try await play("--audio-file", folder.path("out.wav"), "--gain", "0.4", "--force")
    #expect(again.status == 0)
    #expect(3.5...4.5 ~= peak(try samples) / soft)
  }

  @Test(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
  func missingPresetIsReported() async throws {
    let result = try await play("--audio-file", folder.path("out.wav"), "--preset", "99:99")
    #expect(result.status == 66, "\(result.errors)")
    #expect(result.errors.contains("99:99"), "\(result.errors)")
  }

  /// Plays a note of an organ that the recording doesn't release, from half a second.
  private func playHeld(_ more: Message...) async throws -> Program.Result {
    var messages: [(milliseconds: Int64, message: Message)] = [
      (500, .noteOn(channel: .number(1), note: 60, velocity: 110))
    ]
    messages += more.map { (milliseconds: 1000, message: $0) }
    let held = try folder.write(Samples.file(messages), to: "held.mid")
    return try await Program.run(
      "env",
      [
        "XDG_DATA_HOME=\(folder.path)", TestEnvironment.midirec, "play", held, "--synth", "--preset", "0:19",
        "--audio-file", folder.path("out.wav"),
      ])
  }

  @Test(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
  func heldNoteIsReleasedAtEnd() async throws {
    #expect(try await playHeld(.controlChange(channel: .number(1), controller: 1, value: 0)).status == 0)
    let samples = try samples
    #expect(peak(samples) > 0.005)
    #expect(peak(samples.suffix(64)) < peak(samples) / 10)
    // It started on time.
    #expect(peak(samples.prefix(14_400)) < 0.0001)
  }

  @Test(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
  func ctrlCKeepsAudioSoFar() async throws {
    let long = try folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 60, velocity: 110)),
        (3_600_000, .noteOff(channel: .number(1), note: 60, velocity: 64)),
      ]), to: "long.mid")
    let program = try Program.start(
      "env",
      [
        "XDG_DATA_HOME=\(folder.path)", TestEnvironment.midirec, "play", long, "--synth", "--preset", "0:19",
        "--audio-file", folder.path("out.wav"),
      ])
    // The audio is the clock, and no notification of a growing file exists.
    for _ in 0..<3000 {
      if ((try? folder.bytes("out.wav").count) ?? 0) >= 48_000 { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    let result = await program.interrupt()
    #expect(result.status == 130, "\(result.errors)")
    let samples = try samples
    #expect(peak(samples) > 0.005)
    #expect(peak(samples.suffix(64)) < peak(samples) / 10)
  }

  @Test(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
  func existingFileIsNotReplaced() async throws {
    let path = try folder.write([1, 2, 3], to: "out.wav")
    let result = try await play("--audio-file", path)
    #expect(result.status == 73)
    #expect(result.errors.contains("--force"), "\(result.errors)")
    #expect(try folder.bytes("out.wav") == [1, 2, 3])
    #expect(try await play("--audio-file", path, "--force").status == 0)
    #expect(try folder.bytes("out.wav").count > 1000)
  }

  /// A folder isn't replaced, either.
  @Test(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
  func uncreatableFileIsReportedWithRemedy() async throws {
    for force in [[], ["--force"]] {
      let result = try await play(["--audio-file", folder.path] + force)
      #expect(result.status == 73)
      #expect(result.errors == "midirec: can't create \(folder.path): Is a directory; specify a file\n")
    }
    let path = folder.path("none/out.wav")
    #expect(
      try await play("--audio-file", path).errors
        == "midirec: can't create \(path): No such file or directory; create its folder first\n")
  }

  @Test(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
  func missingDriverIsReportedWithAvailableDrivers() async throws {
    let result = try await play("--audio", "gramophone")
    #expect(result.status == 64)
    #expect(
      result.errors.contains("no audio driver named \"gramophone\"; available: alsa, "), "\(result.errors)")
  }

  @Test(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
  func fullDiskEndsPlayback() async throws {
    let note = try writeNote()
    // A limit on the file's size in blocks of 1,024 bytes acts like a full disk.
    let result = try await Program.run(
      "bash",
      [
        "-c",
        """
        trap '' XFSZ; ulimit -f 20
        XDG_DATA_HOME='\(folder.path)' exec '\(TestEnvironment.midirec)' play '\(note)' --synth --audio-file out.wav
        """,
      ], in: folder.path)
    #expect(result.status == 74, "\(result.errors)")
    #expect(result.errors.contains("midirec: out.wav: "), "\(result.errors)")
  }

  @Test(
    .enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"),
    .disabled(if: TestEnvironment.hasSoundCard, "there is a sound card"))
  func missingSoundCardIsReportedOnceWithRemedy() async throws {
    let result = try await play("--audio", "alsa")
    #expect(result.status == 69, "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.hasSuffix("write to a file with --audio-file\n"), "\(result.errors)")
  }

  @Test func missingFontExitsWith66() async throws {
    let result = try await play("--font", folder.path("none.sf2"), "--audio-file", folder.path("out.wav"))
    #expect(result.status == 66, "\(result.errors)")
    #expect(result.errors.contains("none.sf2"))
    // No file remains of an unplayed recording.
    #expect(try folder.names() == ["note.mid"])
  }

  // MARK: Several sources

  private static let note = Message.noteOn(channel: .number(1), note: 60, velocity: 20)

  @Test func otherChannelIsSilent() {
    var sources = SynthRun(channel: .number(2), fixedVelocity: nil)
    #expect(sources.played(Self.note, from: 0) == nil)
    #expect(sources.played(.noteOn(channel: .number(2), note: 60, velocity: 20), from: 0) != nil)
    // Messages without a channel apply to all channels.
    #expect(sources.played(.systemReset, from: 0) == .systemReset)
  }

  @Test func everyNoteHasFixedVelocity() {
    var sources = SynthRun(channel: nil, fixedVelocity: 90)
    #expect(sources.played(Self.note, from: 0) == .noteOn(channel: .number(1), note: 60, velocity: 90))
    // Velocity 0 ends a note.
    let end = Message.noteOn(channel: .number(1), note: 60, velocity: 0)
    #expect(sources.played(end, from: 0) == end)
    #expect(sources.release(0).isEmpty)
  }

  @Test func disconnectedSourceReleasesOnlyItsNotes() {
    var sources = SynthRun(channel: nil, fixedVelocity: nil)
    _ = sources.played(Self.note, from: 0)
    _ = sources.played(.controlChange(channel: .number(1), controller: 64, value: 127), from: 0)
    _ = sources.played(.noteOn(channel: .number(4), note: 40, velocity: 20), from: 1)
    let released = sources.release(0)
    #expect(released.contains(.noteOff(channel: .number(1), note: 60, velocity: 64)))
    #expect(released.contains(.controlChange(channel: .number(1), controller: 64, value: 0)))
    #expect(!released.contains { $0.channel == .number(4) })
    #expect(sources.release(0).isEmpty)
    #expect(sources.releaseAll() == [.noteOff(channel: .number(4), note: 40, velocity: 64)])
  }
}
