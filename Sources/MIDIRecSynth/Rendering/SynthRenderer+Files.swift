package import MIDICore
package import MIDIRecSound

extension SynthRenderer {
  /// The result of a rendering.
  package struct RenderedSound: Hashable, Sendable {
    /// The length in frames.
    package var frameCount = 0
    /// The largest absolute sample; 1 is the maximum of integer formats.
    package var peak: Float = 0
    /// Whether the audio ended in silence, and not at the maximum tail.
    package var isWhole = true
    /// The presets that the font lacks, each once.
    package var substitutions: [PresetSubstitution] = []
  }

  /// Renders a recording into a file, which exists only once it is complete.
  ///
  /// - Parameters:
  ///   - recording: The recording to render.
  ///   - writer: Writes the file.
  ///   - voices: Receives the changes of voices, in order of time.
  ///   - onSubstitution: Receives the presets that the font lacks, with the times at which they are selected.
  ///   - progress: Receives the time rendered so far after each piece. An error that it throws ends the rendering, and
  ///     no file is left.
  package func render(
    _ recording: Recording, to writer: consuming AudioFileWriter, voices: ((VoiceChange) -> Void)? = nil,
    onSubstitution: ((Nanoseconds, PresetSubstitution) -> Void)? = nil,
    progress: (Nanoseconds) throws -> Void
  ) throws -> RenderedSound {
    var sound = RenderedSound()
    sound.isWhole = try render(
      recording, voices: voices,
      substitutions: { time, substitution in
        onSubstitution?(time, substitution)
        if !sound.substitutions.contains(substitution) { sound.substitutions.append(substitution) }
      }
    ) { piece in
      try writer.write(piece)
      sound.frameCount += piece.frameCount
      for channel in piece.channels { sound.peak = channel.reduce(sound.peak) { max($0, abs($1)) } }
      try progress(AudioBuffer.time(ofFrame: sound.frameCount, rate: settings.rate))
    }
    try writer.finish()
    return sound
  }
}
