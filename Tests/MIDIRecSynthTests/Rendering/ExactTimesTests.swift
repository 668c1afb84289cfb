import MIDICore
import MIDIRecSound
import MIDIRecSynth
import TestSupport
import Testing

/// A message takes effect at the first block that starts at or after its time.
@Suite(.enabled(if: TimGM6mb.isThere, "timgm6mb-soundfont is not installed"))
struct ExactTimesTests {
  /// A note at any time is the note at 0 delayed by whole blocks, in every sample.
  @Test(arguments: [8000, 44_100, 48_000, 96_000])
  func noteIsDelayedByWholeBlocks(rate: Int) throws {
    var settings = SynthRenderer.Settings.dry
    settings.rate = rate
    let renderer = try SynthRenderer(TimGM6mb.choice(program: 13), settings: settings)
    let atZero = try renderer.sound(of: note(at: .zero))
    var random = SeededGenerator(seed: UInt64(rate))
    // Four milliseconds are exactly three blocks at 48,000 Hz.
    let edges: [Int64] = [1, 4_000_000, 3_999_999, 4_000_001, 1_333_333, 1_333_334]
    for time in edges + (0..<20).map({ _ in .random(in: 0..<3_000_000_000, using: &random) }) {
      let sound = try renderer.sound(of: note(at: Nanoseconds(rawValue: time)))
      // The first block with block * 64 / rate >= time.
      let blockLength = 64 * 1_000_000_000
      let block = (Int(time) * rate + blockLength - 1) / blockLength
      let onset = block * 64
      #expect(sound.channels.allSatisfy { $0.prefix(onset).allSatisfy { $0 == 0 } }, "\(time) ns")
      let tone = try #require(sound.frames(onset..<onset + rate / 4))
      #expect(tone == atZero.frames(0..<rate / 4), "\(time) ns")
      // It sounds from the first frames of its own block, not of a later one.
      #expect(sound.firstSound == atZero.firstSound.map { $0 + onset }, "\(time) ns")
    }
    #expect(try #require(atZero.firstSound) < 2 * 64)
  }

  @Test func simultaneousMessagesKeepOrder() throws {
    let program = TimedMessage(time: .zero, message: .programChange(channel: .number(1), program: 56))
    let start = TimedMessage(time: .zero, message: .on(60))
    func sound(_ first: TimedMessage, _ second: TimedMessage) throws -> AudioBuffer {
      try SynthRenderer.drySound(Recording(tracks: [.init(messages: [first]), .init(messages: [second])]))
    }
    let trumpet = try sound(program, start)
    let piano = try sound(start, program)
    #expect(trumpet != piano)
    #expect(try piano == SynthRenderer.drySound(Recording(tracks: [.init(messages: [start])])))
  }

  @Test func audioHasWholeBlocksAndEndsInSilence() throws {
    let sound = try SynthRenderer(TimGM6mb.choice).sound(of: note(at: .milliseconds(1)))
    #expect(sound.frameCount % SynthRenderer.blockLength == 0)
    #expect(sound.frameCount > 48_000 / 2)
    let silence = try #require(sound.frames(sound.frameCount - 4800..<sound.frameCount))
    #expect(silence.peak < 1 / 65_536)
    #expect(sound.peak > 0.01)
  }

  @Test func emptyRecordingIsTenthOfSecondOfSilence() throws {
    let sound = try SynthRenderer(TimGM6mb.choice).sound(of: Recording())
    #expect(sound.frameCount == 4800)
    #expect(sound.peak < 1 / 65_536)
  }

  @Test func unreleasedKeySoundsForMaximumTail() throws {
    var settings = SynthRenderer.Settings()
    settings.maxTail = .seconds(3)
    let renderer = try SynthRenderer(TimGM6mb.choice(program: 19), settings: settings)
    let sound = try renderer.sound(of: Recording([(0, .on(60))]))
    #expect(sound.frameCount == 3 * 48_000)
    #expect(try #require(sound.frames(sound.frameCount - 64..<sound.frameCount)).peak > 0.001)
  }

  /// It can be turned up again.
  @Test func inaudibleVoiceContinues() throws {
    var settings = SynthRenderer.Settings.dry
    settings.maxTail = .seconds(3)
    let renderer = try SynthRenderer(TimGM6mb.choice(program: 19), settings: settings)
    let sound = try renderer.sound(of: Recording([(0, .control(7, 0)), (0, .on(60))]))
    #expect(sound.frameCount == 3 * 48_000)
  }

  @Test func silentEndIsRenderedCompletely() throws {
    let recording = Recording(tracks: [.init(messages: [], end: .seconds(3))])
    let sound = try SynthRenderer.drySound(recording)
    #expect(sound.frameCount == 3 * 48_000 + 4800)
  }

  @Test func recordingLongerThanDayIsRejected() throws {
    let renderer = try SynthRenderer(TimGM6mb.choice)
    let recording = Recording(tracks: [.init(end: Nanoseconds(rawValue: .max))])
    #expect(throws: SoundError.self) { try renderer.sound(of: recording) }
  }

  private func note(at time: Nanoseconds) -> Recording {
    Recording(tracks: [
      .init(messages: [
        TimedMessage(time: time, message: .on(60)),
        TimedMessage(time: time + .milliseconds(300), message: .off(60)),
      ])
    ])
  }
}
