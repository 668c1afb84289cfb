internal import ArgumentParser
internal import MIDICore
internal import Sound
internal import SystemPackage

/// An audio file that the command line names for output, or `-` for standard output.
struct RenderTarget {
  /// The file's name on the command line.
  let name: String
  /// The audio format.
  let format: AudioFormat

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - name: The file's name on the command line.
  ///   - format: The requested format, or `nil` to derive it from the name.
  init(_ name: String, format: AudioFormat?) {
    self.name = name
    self.format = format ?? (SoundFileName(name).isOfFLAC ? .flac : .float)
  }

  /// Throws an error if the name is a folder's or its extension contradicts the format.
  static func check(_ name: String, format: AudioFormat?) throws(ValidationError) {
    let name = SoundFileName(name)
    try name.checkIsFile(option: "-o")
    guard let format else {
      return try name.checkPromise(advice: ", or specify --encoding")
    }
    if name.isOfFLAC, format != .flac {
      throw ValidationError("--encoding \(format.rawValue) writes WAV. Use a file name that ends in .wav.")
    }
    if name.isOfWAV, format == .flac {
      throw ValidationError("--encoding flac writes FLAC. Use a file name that ends in .flac.")
    }
  }

  /// Whether the file is standard output, which then can't have other output.
  var isStandardOutput: Bool { name == "-" }

  /// The file's name in messages.
  var label: String { isStandardOutput ? "standard output" : name.printable }

  /// Returns the target for a part, in the same folder: `song-track-2.wav`.
  func named(_ part: String) -> RenderTarget {
    var path = FilePath(name)
    let ending = path.extension.map { ".\($0)" } ?? ""
    if let last = path.lastComponent {
      path.removeLastComponent()
      path.append("\(last.stem)-\(part)\(ending)")
    }
    return RenderTarget(path.string, format: format)
  }

  /// Creates the file.
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
