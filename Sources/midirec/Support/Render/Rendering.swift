internal import MIDICore
internal import Sound
internal import SoundSessions
internal import Synth
internal import System
internal import Terminal

/// Renders recordings to files, one after another, and shows the progress.
struct Rendering {
  private let renderer: SynthRenderer
  /// The signals, handled as long as this object exists.
  private let signals: StopSignals
  private let status = StatusLine()

  init(_ renderer: SynthRenderer, signals: StopSignals) {
    self.renderer = renderer
    self.signals = signals
  }

  /// Renders a recording to a file, which appears when it is complete.
  ///
  /// - Parameters:
  ///   - recording: The recording to play.
  ///   - target: The audio file to write.
  ///   - replacing: Whether an existing file may be replaced.
  ///   - voices: A closure that receives the changes of voices in order of time.
  ///   - onSubstitution: A closure that receives the presets that the font lacks.
  /// - Throws: A `CommandFailure` if a stop is requested, or the error of rendering or writing.
  func write(
    _ recording: Recording, to target: RenderTarget, replacing: Bool,
    voices: ((SynthRenderer.VoiceChange) -> Void)? = nil,
    onSubstitution: ((Nanoseconds, PresetSubstitution) -> Void)? = nil
  ) throws -> RenderedDocument {
    let writer = try target.begin(
      rate: renderer.settings.rate, comment: SynthRenderer.engine, replacing: replacing)
    let begin = ContinuousClock.now
    defer { status.clear() }
    let sound = try renderer.render(
      recording, to: writer, voices: voices, onSubstitution: onSubstitution
    ) { time in
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
        "\(target.label): the audio is clipped, because it is too loud for the format; "
          + "use a lower --gain or --encoding float")
    }
    for substitution in sound.substitutions {
      StandardError.say("\(target.label): \(substitution.text); choose a different font with --font")
    }
    if !sound.isWhole {
      StandardError.say(
        "\(target.label): notes were still sounding \(renderer.settings.maxTail.shortText) after the end, and were cut off; "
          + "use a longer --tail")
    }
    return RenderedDocument(sound, in: target.name, target.format, renderer)
  }

  /// Returns the progress as text: `0:31.5 of 4:12.0, 87 times real time`.
  private func progress(_ time: Nanoseconds, of whole: Nanoseconds, _ elapsed: Nanoseconds) -> String {
    let speed = elapsed > .zero ? ", \(time.rawValue / elapsed.rawValue) times real time" : ""
    return "\(time.clockText) of \(max(time, whole).clockText)\(speed)"
  }
}
