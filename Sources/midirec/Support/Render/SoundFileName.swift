internal import ArgumentParser
internal import SystemPackage

/// The name that the command line gives a file of sound: its ending promises what is written.
struct SoundFileName {
  /// What people call the file.
  let text: String

  init(_ text: String) { self.text = text }

  private var ending: String? { FilePath(text).extension?.lowercased() }

  /// Whether it promises WAV.
  var isOfWAV: Bool { ending == "wav" || ending == "wave" }

  /// Whether it promises FLAC. What promises neither becomes WAV where nobody says otherwise.
  var isOfFLAC: Bool { ending == "flac" }

  /// Makes sure that it is a file's.
  func checkIsFile(option: String) throws(ValidationError) {
    if text.isEmpty { throw ValidationError("\(option) needs the name of a file.") }
    if text.hasSuffix("/") {
      throw ValidationError("\(option) needs the name of a file; \(text) is a folder.")
    }
  }

  /// Makes sure that it doesn't promise a format that midirec doesn't write.
  ///
  /// - Parameter advice: What can be done besides giving another name.
  func checkPromise(advice: String = "") throws(ValidationError) {
    guard let ending, !isOfWAV, !isOfFLAC else { return }
    throw ValidationError(
      "WAV and FLAC are written, not .\(ending): name the file .wav or .flac\(advice).")
  }
}
