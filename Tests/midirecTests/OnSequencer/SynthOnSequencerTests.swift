import MIDIRecSound
import SystemPackage
import TestSupport
import Testing

/// `midirec synth` as a client of the sequencer. It plays into a file, because there is no sound card.
@Suite(
  .onSimulatedMachine,
  .enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"), .serialized)
struct SynthOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start(_ arguments: String...) async throws -> Program {
    let program = try Program.start(
      TestEnvironment.midirec, ["synth", "--audio-file", folder.path("out.wav")] + arguments)
    try await program.line(containing: "listening")
    return program
  }

  private func send(_ words: String, to port: String = "midirec synth") async throws {
    let result = try await Program.midirec("send", "--out", port, words)
    #expect(result.status == 0, "\(result.errors)")
  }

  private func sound() throws -> AudioBuffer {
    try AudioFile(reading: FilePath(folder.path("out.wav"))).buffer
  }

  /// Returns the number of frames in the growing file: two 16-bit samples each, after a header of 44 bytes.
  private func frameCountSoFar() -> Int {
    max(0, ((try? Stat(FilePath(folder.path("out.wav"))).size).map { Int($0) } ?? 0) - 44) / 4
  }

  private func peak(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }

  /// Waits until the file has grown by the given number of seconds, which continues without notes.
  private func hear(seconds: Double) async throws {
    let wanted = frameCountSoFar() + Int(seconds * 48_000)
    // The audio is the clock, and no notification of a growing file exists.
    for _ in 0..<3000 where frameCountSoFar() < wanted { try await Task.sleep(for: .milliseconds(10)) }
    #expect(frameCountSoFar() >= wanted, "\(seconds) s of sound")
  }

  @Test func messagesOfOtherClientsAreAudible() async throws {
    let synth = try await start("--in", "none")
    try await send("on C4 110")
    try await hear(seconds: 0.5)
    try await send("off C4 64")
    let result = await synth.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("out.wav: 2 messages in "), "\(result.output)")
    let sound = try sound()
    #expect(sound.channels.count == 2)
    #expect(peak(sound.channels[0]) > 0.005)
  }

  @Test func heldNoteIsReleasedAtEnd() async throws {
    let synth = try await start("--in", "none", "--preset", "0:19")
    try await send("on C4 110")
    try await hear(seconds: 0.5)
    let result = await synth.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    let samples = try sound().channels[0]
    #expect(peak(samples) > 0.005)
    #expect(peak(samples.suffix(64)) < peak(samples) / 10)
  }

  @Test func onlyChosenChannelIsAudibleAtFixedVelocity() async throws {
    let synth = try await start("--in", "none", "--channel", "2", "--fixed-velocity", "127")
    try await send("ch 1 on C4 110")
    try await hear(seconds: 0.3)
    let frames = frameCountSoFar()
    try await send("ch 2 on C4 1")
    try await hear(seconds: 0.3)
    #expect(await synth.interrupt().status == 0)
    let samples = try sound().channels[0]
    // Silence isn't zero: rounding to 16 bits adds a bit of noise.
    #expect(peak(samples.prefix(frames)) < 0.0001)
    // A note with velocity 1 would be 80 dB softer.
    #expect(peak(samples.dropFirst(frames)) > 0.01)
  }

  @Test func disconnectReleasesHeldNotes() async throws {
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    let synth = try await start("--in", "LinnStrument", "--preset", "0:19")
    try await send("on C4 110", to: instrument.playerPort)
    try await hear(seconds: 0.5)
    try await instrument.unplug()
    try await synth.line(containing: "disconnected")
    try await hear(seconds: 2)
    let result = await synth.interrupt()
    #expect(result.status == 3)
    #expect(result.errors.contains("disconnected"))
    let samples = try sound().channels[0]
    #expect(peak(samples) > 0.005)
    // Silent long before the end, so the end hasn't released it.
    #expect(peak(samples.suffix(24_000)) < peak(samples) / 50)
  }
}
