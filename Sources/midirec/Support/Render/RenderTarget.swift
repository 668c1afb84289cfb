internal import ArgumentParser
internal import Sound
internal import SystemPackage

/// A file of sound to write that the command line names; `-` is standard output.
struct RenderTarget {
  /// What people call it.
  let name: String
  /// How samples stand in it.
  let format: AudioFormat

  /// - Parameter format: The format that was asked for; else the name says it.
  init(_ name: String, format: AudioFormat?) {
    self.name = name
    self.format = format ?? (FilePath(name).extension?.lowercased() == "flac" ? .flac : .float)
  }

  /// Makes sure that a name doesn't promise what isn't written: a folder, or a format that midirec doesn't write.
  static func check(_ name: String, format: AudioFormat?) throws(ValidationError) {
    if name.hasSuffix("/") { throw ValidationError("-o needs the name of a file; \(name) is a folder.") }
    guard format == nil, let ending = FilePath(name).extension?.lowercased(),
      !["wav", "wave", "flac"].contains(ending)
    else { return }
    throw ValidationError(
      "WAV and FLAC are written: name the file .wav or .flac, or say with --format what .\(ending) is to be.")
  }

  /// Whether the file goes to standard output, which has room for nothing else then.
  var isStandardOutput: Bool { name == "-" }

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
        copyingTo: .standardOutput, name: "standard output", rate: rate, channelCount: 2, format: format,
        comment: comment)
      : try .create(
        FilePath(name), rate: rate, channelCount: 2, format: format, comment: comment, replaces: replacing)
  }
}
