internal import ArgumentParser
internal import MIDICore
internal import Sound
internal import SystemPackage

/// A file of sound to write that the command line names; `-` is standard output.
struct RenderTarget {
  /// What the command line calls it.
  let name: String
  /// How samples stand in it.
  let format: AudioFormat

  /// - Parameter format: The format that was asked for; else the name says it.
  init(_ name: String, format: AudioFormat?) {
    self.name = name
    self.format = format ?? (SoundFileName(name).isOfFLAC ? .flac : .float)
  }

  /// Makes sure that a name doesn't promise what isn't written: a folder, or a format that midirec doesn't write.
  static func check(_ name: String, format: AudioFormat?) throws(ValidationError) {
    let name = SoundFileName(name)
    try name.checkIsFile(option: "-o")
    guard let format else {
      return try name.checkPromise(advice: ", or say with --format what it is to be")
    }
    if name.isOfFLAC, format != .flac {
      throw ValidationError("--format \(format.rawValue) is WAV: name the file .wav.")
    }
    if name.isOfWAV, format == .flac { throw ValidationError("--format flac is FLAC: name the file .flac.") }
  }

  /// Whether the file goes to standard output, which has room for nothing else then.
  var isStandardOutput: Bool { name == "-" }

  /// What people call it.
  var label: String { isStandardOutput ? "standard output" : name.printable }

  /// The file beside it for a part: `song-track-2.wav`.
  func named(_ part: String) -> RenderTarget {
    var path = FilePath(name)
    let ending = path.extension.map { ".\($0)" } ?? ""
    if let last = path.lastComponent {
      path.removeLastComponent()
      path.append("\(last.stem)-\(part)\(ending)")
    }
    return RenderTarget(path.string, format: format)
  }

  /// Begins to write it.
  func begin(rate: Int, comment: String, replacing: Bool) throws(AudioFileError) -> AudioFileWriter {
    isStandardOutput
      ? try .create(
        copyingTo: .standardOutput, name: FilePath(label), rate: rate, channelCount: 2, format: format,
        comment: comment)
      : try .create(
        FilePath(argument: name), rate: rate, channelCount: 2, format: format, comment: comment,
        replaces: replacing)
  }
}
