internal import ArgumentParser
internal import SystemPackage

/// The name of an audio file on the command line, whose extension selects the format.
struct SoundFileName {
  /// The name as given.
  let text: String

  init(_ text: String) { self.text = text }

  private var ending: String? { FilePath(text).extension?.lowercased() }

  /// Whether the extension is one of WAV.
  var isOfWAV: Bool { ending == "wav" || ending == "wave" }

  /// Whether the extension is that of FLAC.
  var isOfFLAC: Bool { ending == "flac" }

  /// Throws an error if the name is empty or a folder's.
  func checkIsFile(option: String) throws(ValidationError) {
    if text.isEmpty { throw ValidationError("\(option) needs the name of a file.") }
    if text.hasSuffix("/") {
      throw ValidationError("\(option) needs the name of a file (found the folder \(text)).")
    }
  }

  /// Throws an error if the extension is that of a format that midirec doesn't write.
  ///
  /// - Parameter advice: An alternative to a different name, for the message.
  func checkPromise(advice: String = "") throws(ValidationError) {
    guard let ending, !isOfWAV, !isOfFLAC else { return }
    throw ValidationError(
      "midirec writes WAV and FLAC, not .\(ending). Use a file name that ends in .wav or .flac\(advice).")
  }
}
