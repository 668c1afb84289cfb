internal import FontCatalog
package import MIDICore
package import MIDIRecSound
package import MIDIRecSynth
package import MIDIRecSystem
internal import MIDIRecTerminal
package import SoundSessions
internal import SystemPackage

/// An audio file that a user names for output, or `-` for standard output.
package struct RenderTarget {
  /// The file's name as given.
  package let name: String
  /// The audio format.
  let format: AudioFormat

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - name: The file's name as given.
  ///   - format: The requested format, or `nil` to derive it from the name.
  package init(_ name: String, format: AudioFormat?) {
    self.name = name
    self.format = format ?? (Self.ending(of: name) == "flac" ? .flac : .float)
  }

  private static func ending(of name: String) -> String? { FilePath(name).extension?.lowercased() }

  /// Returns the reason why a name can't be that of an audio file, as a sentence, or `nil`.
  ///
  /// - Parameters:
  ///   - name: The file's name as given.
  ///   - option: The option that names the file.
  ///   - format: The requested format, which the extension mustn't contradict, or `nil` if it follows from the extension.
  ///   - advice: An alternative to a different name, for the message.
  package static func objection(
    to name: String, option: String, format: AudioFormat? = nil, advice: String = ""
  ) -> String? {
    if name.isEmpty { return "\(option) needs the name of a file." }
    if name.hasSuffix("/") { return "\(option) needs the name of a file (found the folder \(name))." }
    switch (ending(of: name), format) {
    case ("flac", let format?) where format != .flac:
      return "--encoding \(format.rawValue) writes WAV. Use a file name that ends in .wav."
    case ("wav", .flac), ("wave", .flac):
      return "--encoding flac writes FLAC. Use a file name that ends in .flac."
    case (nil, _), (_, _?), ("wav", nil), ("wave", nil), ("flac", nil): return nil
    case (let ending?, nil):
      let names = "Use a file name that ends in .wav or .flac\(advice)."
      return "midirec writes WAV and FLAC, not .\(ending). \(names)"
    }
  }

  /// Whether the file is standard output, which then can't have other output.
  package var isStandardOutput: Bool { name == "-" }

  /// The file's name in messages.
  var label: String { isStandardOutput ? "standard output" : name.printable }

  /// Returns the target for a part, in the same folder: `song-track-2.wav`.
  package func named(_ part: String) -> RenderTarget {
    var path = FilePath(name)
    let ending = path.extension.map { ".\($0)" } ?? ""
    if let last = path.lastComponent {
      path.removeLastComponent()
      path.append("\(last.stem)-\(part)\(ending)")
    }
    return RenderTarget(path.string, format: format)
  }

  /// Renders a recording to the file, which appears when it is complete.
  ///
  /// - Parameters:
  ///   - recording: The recording to play.
  ///   - renderer: The synthesizer.
  ///   - replacing: Whether an existing file may be replaced.
  ///   - stop: Ends the rendering.
  ///   - say: Receives messages for the user.
  ///   - voices: A closure that receives the changes of voices in order of time.
  ///   - onSubstitution: A closure that receives the presets that the font lacks.
  /// - Throws: A `CommandFailure` if a stop is requested, or the error of rendering or writing.
  package func write(
    _ recording: Recording, with renderer: SynthRenderer, replacing: Bool, stop: StopToken,
    say: (String) -> Void, voices: ((SynthRenderer.VoiceChange) -> Void)? = nil,
    onSubstitution: ((Nanoseconds, PresetSubstitution) -> Void)? = nil
  ) throws -> RenderedDocument {
    let comment = SynthRenderer.engine
    let writer: AudioFileWriter =
      isStandardOutput
      ? try .create(
        copyingTo: .standardOutput, name: FilePath(label), rate: renderer.settings.rate, channelCount: 2,
        format: format, comment: comment)
      : try .create(
        FilePath(argument: name), rate: renderer.settings.rate, channelCount: 2, format: format,
        comment: comment, replaces: replacing)
    let status = StatusLine()
    let begin = ContinuousClock.now
    defer { status.clear() }
    let sound = try renderer.render(
      recording, to: writer, voices: voices, onSubstitution: onSubstitution
    ) { time in
      if stop.isStopRequested {
        throw CommandFailure(.interrupted, "interrupted; \(label) was not written")
      }
      let elapsed = Nanoseconds(ContinuousClock.now - begin)
      let speed = elapsed > .zero ? ", \(time.rawValue / elapsed.rawValue) times real time" : ""
      status.update(
        at: elapsed, "\(time.clockText) of \(max(time, recording.duration).clockText)\(speed)")
    }
    status.clear()
    if sound.peak > 1, format != .float {
      say(
        "\(label): the audio is clipped, because it is too loud for the format; "
          + "use a lower --gain or --encoding float")
    }
    for substitution in sound.substitutions {
      say("\(label): \(substitution.text); choose a different font with --font")
    }
    if !sound.isWhole {
      let tail = renderer.settings.maxTail.shortText
      say("\(label): notes were still sounding \(tail) after the end, and were cut off; use a longer --tail")
    }
    return RenderedDocument(sound, in: name, format, renderer)
  }
}
