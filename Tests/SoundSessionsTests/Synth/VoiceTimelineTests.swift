import MIDICore
import SoundSessions
import Testing
import Timelines

@testable import MIDIRecSynth

/// The timeline of a synthesizer's voices.
@Suite struct VoiceTimelineTests {
  private typealias Kind = SynthRenderer.VoiceChange.Kind

  /// Returns the lines of C4 after its name, with pedals at times in milliseconds.
  private func lines(
    _ changes: [(Int64, Kind)], pedals: [(Int64, Controller, UInt7)] = [],
    onChannel channel: Channel = .number(1), end: Int64 = 5000
  ) -> [String] {
    let voices = changes.map { time, kind in
      SynthRenderer.VoiceChange(
        time: .milliseconds(time), channel: .number(1), note: 60, velocity: 90, kind: kind)
    }
    let messages = pedals.map { time, controller, value in
      TimedMessage(
        time: .milliseconds(time),
        message: .controlChange(channel: channel, controller: controller, value: value))
    }
    let recording = Recording(tracks: [.init(messages: messages, end: .milliseconds(end))])
    let timeline = Timeline(voices: voices, of: recording, named: "synth")
    return timeline.text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func noteSoundsIsReleasedAndBecomesSilent() {
    #expect(
      lines([(0, .started(voiceCount: 2)), (500, .released), (750, .ended)]) == [
        "source 1 \"synth\"", "0.000000 1 1 note C4 60 sounding velocity 90 voices=2",
        "0.500000 1 1 note C4 60 released", "0.750000 1 1 note C4 60 silent", "5.000000 end",
      ])
  }

  @Test func pressedPedalHoldsNote() {
    let changes: [(Int64, Kind)] = [(0, .started(voiceCount: 1)), (500, .held), (900, .released)]
    #expect(lines(changes, pedals: [(100, 64, 127), (900, 64, 0)])[2].hasSuffix("held sustain"))
    #expect(lines(changes, pedals: [(100, 66, 127), (900, 66, 0)])[2].hasSuffix("held sostenuto"))
    // 63 isn't down, and a pedal released earlier holds no note.
    #expect(lines(changes, pedals: [(100, 66, 127), (200, 64, 63)])[2].hasSuffix("held sostenuto"))
    let lifted: [(Int64, Controller, UInt7)] = [(100, 66, 127), (100, 64, 127), (300, 64, 0)]
    #expect(lines(changes, pedals: lifted)[2].hasSuffix("held sostenuto"))
  }

  @Test func pedalAtHalfHoldsNote() {
    let changes: [(Int64, Kind)] = [(0, .started(voiceCount: 1)), (500, .held)]
    #expect(lines(changes, pedals: [(100, 66, 127), (100, 64, 64)])[2].hasSuffix("held sustain"))
    #expect(lines(changes, pedals: [(100, 66, 127), (100, 64, 63)])[2].hasSuffix("held sostenuto"))
  }

  @Test func pedalPressedAtReleaseHoldsNote() {
    let changes: [(Int64, Kind)] = [(0, .started(voiceCount: 1)), (500, .held)]
    #expect(lines(changes, pedals: [(500, 64, 127)])[2].hasSuffix("held sustain"))
  }

  @Test func pedalOfOtherChannelHoldsNoNote() {
    let changes: [(Int64, Kind)] = [(0, .started(voiceCount: 1)), (500, .held)]
    #expect(lines(changes, pedals: [(100, 64, 127)], onChannel: .number(2))[2].hasSuffix("held sostenuto"))
  }

  @Test func stolenNoteIsReported() {
    #expect(
      lines([(0, .started(voiceCount: 1)), (500, .stolen)]).dropFirst(2)
        == ["0.500000 1 1 note C4 60 stolen", "5.000000 end"])
  }

  @Test func unreleasedNoteHangs() {
    #expect(
      lines([(0, .started(voiceCount: 1))]).dropFirst(2)
        == ["5.000000 1 1 note C4 60 hanging", "5.000000 end"])
  }

  @Test func secondNoteOnWithOneReleaseHangsOnce() {
    let changes: [(Int64, Kind)] = [
      (0, .started(voiceCount: 1)), (100, .released), (100, .started(voiceCount: 1)), (300, .ended),
    ]
    #expect(
      lines(changes).dropFirst(2) == [
        "0.100000 1 1 note C4 60 released", "0.100000 1 1 note C4 60 sounding velocity 90 voices=1",
        "0.300000 1 1 note C4 60 silent", "5.000000 1 1 note C4 60 hanging", "5.000000 end",
      ])
  }

  @Test func secondNoteOnWithoutReleaseHangsOnce() {
    let changes: [(Int64, Kind)] = [(0, .started(voiceCount: 1)), (100, .started(voiceCount: 1))]
    #expect(lines(changes).count { $0.hasSuffix(" hanging") } == 1)
  }

  @Test func hangingNoteIsReportedAtEnd() {
    let changes: [(Int64, Kind)] = [(0, .started(voiceCount: 1)), (7000, .started(voiceCount: 1))]
    #expect(lines(changes).suffix(2) == ["7.000000 1 1 note C4 60 hanging", "7.000000 end"])
  }

  @Test func endedDrumDoesNotHang() {
    #expect(lines([(0, .started(voiceCount: 1)), (300, .ended)]).count == 4)
  }

  @Test func noteWithoutVoicesIsSilentAtOnce() {
    #expect(
      lines([(0, .started(voiceCount: 0))]).dropFirst() == [
        "0.000000 1 1 note C4 60 sounding velocity 90 voices=0", "0.000000 1 1 note C4 60 silent",
        "5.000000 end",
      ])
  }

  @Test func decayAfterRecordingExtendsTimeline() {
    #expect(
      lines([(0, .started(voiceCount: 1)), (500, .released), (7000, .ended)]).last == "7.000000 end")
  }
}
