import MIDICore
import MIDIRecSound
import MIDIRecSynth
import TestSupport
import Testing

/// A stem has its part's notes and all other messages, so the stems add up to the whole.
struct StemTests {
  /// Programs are in a separate track, and one channel is in two tracks.
  private static let recording = Recording(tracks: [
    .init(messages: [
      TimedMessage(time: .zero, message: .programChange(channel: .number(1), program: 16)),
      TimedMessage(time: .zero, message: .programChange(channel: .number(4), program: 79)),
      TimedMessage(time: .milliseconds(200), message: .control(64, 127)),
    ]),
    .init(messages: [
      TimedMessage(time: .milliseconds(10), message: .on(60)),
      TimedMessage(time: .milliseconds(50), message: .on(72, channel: .number(4))),
      TimedMessage(time: .milliseconds(300), message: .on(72, 0, channel: .number(4))),
      TimedMessage(time: .milliseconds(400), message: .off(60)),
    ]),
    .init(messages: [
      TimedMessage(time: .milliseconds(100), message: .on(64)),
      TimedMessage(time: .milliseconds(500), message: .off(64)),
    ]),
  ])

  @Test func tracksWithNotesAreStems() {
    let stems = Stem.all(.track, of: Self.recording)
    #expect(stems.map(\.name) == ["track-2", "track-3"])
    #expect(stems.map { $0.recording.tracks.map(\.messages.count) } == [[3, 4, 0], [3, 0, 2]])
  }

  @Test func channelsWithNotesAreStems() {
    let stems = Stem.all(.channel, of: Self.recording)
    #expect(stems.map(\.name) == ["channel-1", "channel-4"])
    #expect(stems.map { $0.recording.tracks.map(\.messages.count) } == [[3, 2, 2], [3, 2, 0]])
  }

  @Test func recordingWithoutNotesHasNoStems() {
    let recording = Recording([(0, .control(64, 127)), (10, .on(60, 0)), (20, .off(60))])
    for kind in Stem.Kind.allCases { #expect(Stem.all(kind, of: recording).isEmpty) }
  }

  @Test(.enabled(if: TimGM6mb.isThere, "timgm6mb-soundfont is not installed"), arguments: Stem.Kind.allCases)
  func stemsWithoutEffectsAddUpToWhole(kind: Stem.Kind) throws {
    let renderer = try SynthRenderer(TimGM6mb.choice, settings: .dry)
    let whole = try renderer.sound(of: Self.recording)
    var sum = [Float](repeating: 0, count: whole.frameCount)
    for stem in Stem.all(kind, of: Self.recording) {
      let part = try renderer.sound(of: stem.recording)
      #expect(part.peak > 0.001 && part != whole)
      for (frame, sample) in part.channels[0].prefix(sum.count).enumerated() { sum[frame] += sample }
    }
    // Floating-point sums depend on the order in the last bits.
    #expect(zip(sum, whole.channels[0]).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(whole.peak > 0.01)
  }
}
