import MIDICore
import MIDIRecSound
import MIDIRecSynth
import TestSupport
import Testing

/// The reported voices match the audio.
@Suite(.enabled(if: TimGM6mb.isThere, "timgm6mb-soundfont is not installed"))
struct VoiceTests {
  private static let organ = TimGM6mb.choice(program: 16)

  @Test func noteStartsIsReleasedAndEnds() throws {
    let renderer = try SynthRenderer(Self.organ, settings: .dry)
    let changes = try renderer.voiceChanges(in: Recording([(10, .on(60, 99)), (500, .off(60))]))
    guard changes.count == 3, case .started(let count) = changes[0].kind else {
      Issue.record("\(changes)")
      return
    }
    #expect(count > 0)
    #expect(changes.map(\.note) == [60, 60, 60])
    #expect(changes.map(\.velocity) == [99, 99, 99])
    #expect(changes[1].kind == .released)
    #expect(changes[2].kind == .ended)
    // 10 ms are 7.5 blocks, 500 ms are 375.
    #expect(changes[0].time == AudioBuffer.time(ofFrame: 8 * 64, rate: 48_000))
    #expect(changes[1].time == .milliseconds(500))
    #expect(changes[2].time > .milliseconds(500))
    // All is silent from its end, and not before.
    let sound = try renderer.sound(of: Recording([(10, .on(60, 99)), (500, .off(60))]))
    let end = Int(changes[2].time.rawValue * 48_000 / 1_000_000_000 + 63) / 64 * 64
    #expect(try #require(sound.frames(end..<sound.frameCount)).peak == 0)
    #expect(try #require(sound.frames(end - 640..<end)).peak > 0)
  }

  @Test func observingVoicesDoesNotChangeAudio() throws {
    let recording = try Samples.recording(Samples.etude)
    let renderer = try SynthRenderer(TimGM6mb.choice)
    var watched = AudioBuffer(rate: 48_000, channelCount: 2)
    var count = 0
    try renderer.render(recording, voices: { _ in count += 1 }) { watched.append($0) }
    #expect(count > 0)
    #expect(try watched == renderer.sound(of: recording))
  }

  @Test func excessiveNotesStealVoices() throws {
    var settings = SynthRenderer.Settings.dry
    settings.polyphony = 4
    let notes = (0..<12).map { (Int64($0 * 50), Message.on(NoteNumber(masking: UInt8(48 + $0)))) }
    let changes = try SynthRenderer(Self.organ, settings: settings).voiceChanges(in: Recording(notes))
    let stolen = changes.filter { $0.kind == .stolen }
    let started = changes.filter { if case .started(let count) = $0.kind { count > 0 } else { false } }
    #expect(started.count == 12)
    #expect(!stolen.isEmpty)
    // A voice is stolen when a note starts, and there are never more notes than voices.
    #expect(Set(stolen.map(\.time)).isSubset(of: Set(started.map(\.time))))
    #expect(started.count - stolen.count <= 4)
    // With enough voices, no voice is stolen.
    let roomy = try SynthRenderer(Self.organ, settings: .dry).voiceChanges(in: Recording(notes))
    #expect(!roomy.contains { $0.kind == .stolen })
  }

  /// The closed hi-hat cuts off the open one when it starts, not when that has faded out.
  @Test func noteOfSameExclusiveClassCutsNoteOff() throws {
    let changes = try SynthRenderer(TimGM6mb.choice, settings: .dry).voiceChanges(
      in: Recording([
        (0, .on(46, channel: .number(10))), (100, .on(42, channel: .number(10))),
        (600, .off(46, channel: .number(10))),
      ]))
    let open = changes.filter { $0.note == 46 }
    #expect(open.dropFirst().map(\.kind) == [.stolen, .ended])
    #expect(open.dropFirst().first?.time == .milliseconds(100))
    #expect(Set(open.map(\.number)).count == 1)
    #expect(!changes.contains { $0.note == 42 && $0.kind == .stolen })
  }

  @Test func noteWithoutSamplesStartsNoVoice() throws {
    // The built-in font's standard drums have no samples for the highest keys.
    let recording = Recording([(0, .on(127, channel: .number(10))), (100, .off(127, channel: .number(10)))])
    let changes = try SynthRenderer(TimGM6mb.choice, settings: .dry).voiceChanges(in: recording)
    #expect(changes.map(\.kind) == [.started(voiceCount: 0)])
    #expect(changes.first?.channel == .number(10))
  }

  @Test func retriggeredKeyIsSeparateNote() throws {
    let renderer = try SynthRenderer(Self.organ, settings: .dry)
    let changes = try renderer.voiceChanges(
      in: Recording([(0, .on(60, 90)), (200, .on(60, 80)), (400, .off(60))]))
    #expect(changes.filter { $0.kind == .released }.map(\.velocity) == [90, 80])
    #expect(changes.filter { $0.kind == .ended }.map(\.velocity) == [90, 80])
  }

  @Test func everyStartedNoteEnds() throws {
    let recording = try Samples.recording(Samples.etude)
    let changes = try SynthRenderer(TimGM6mb.choice).voiceChanges(in: recording)
    let times = changes.map(\.time)
    #expect(times == times.sorted())
    let started = changes.count { if case .started(let count) = $0.kind { count > 0 } else { false } }
    let gone = changes.count { $0.kind == .ended || $0.kind == .stolen }
    #expect(started >= 30)
    #expect(started == gone)
  }
}
