internal import MIDICore
internal import Sound
internal import SoundFonts
internal import SoundSessions
internal import Terminal
internal import Waiting

/// Renders recordings to files, one after the other, and shows how far it is.
struct Rendering {
  private let renderer: SynthRenderer
  /// Kept here, as signals are watched as long as it exists.
  private let signals: StopSignals
  private let status = StatusLine()

  init(_ renderer: SynthRenderer, signals: StopSignals) {
    self.renderer = renderer
    self.signals = signals
  }

  /// Renders a recording to a file, which is there when it is whole.
  ///
  /// - Parameter voices: Told what voices do, in order of time.
  /// - Throws: Also where somebody wants it to end.
  func write(
    _ recording: Recording, to target: RenderTarget, replacing: Bool,
    voices: ((SynthRenderer.VoiceChange) -> Void)? = nil
  ) throws -> RenderedDocument {
    let writer = try target.begin(
      rate: renderer.settings.rate, comment: SynthRenderer.engine, replacing: replacing)
    let begin = ContinuousClock.now
    defer { status.clear() }
    let sound = try renderer.render(recording, to: writer, voices: voices) { time in
      if signals.stop.isStopRequested {
        throw CommandFailure(
          CommandFailure.interrupted, "interrupted; \(target.label) was not written")
      }
      let elapsed = Nanoseconds(ContinuousClock.now - begin)
      status.update(at: elapsed, progress(time, of: recording.duration, elapsed))
    }
    status.clear()
    if sound.peak > 1, target.format != .float {
      StandardError.say(
        "\(target.label): the sound was too loud for the format and is clipped; "
          + "give a lower --gain, or --format float")
    }
    if !sound.isWhole {
      StandardError.say(
        "\(target.label): notes still sounded \(renderer.settings.maxTail) s after the end and were cut off; "
          + "give a longer --tail")
    }
    return RenderedDocument(sound, in: target.name, target.format, renderer)
  }

  /// `0:31.5 of 4:12.0, 87 times as fast as played`.
  private func progress(_ time: Nanoseconds, of whole: Nanoseconds, _ elapsed: Nanoseconds) -> String {
    let speed = elapsed > .zero ? ", \(time.rawValue / elapsed.rawValue) times as fast as played" : ""
    return "\(time.clockText) of \(max(time, whole).clockText)\(speed)"
  }
}
