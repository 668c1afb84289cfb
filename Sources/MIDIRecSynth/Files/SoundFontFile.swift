package import MIDIRecSound
package import SystemPackage

/// The information in a SoundFont file (SF2, or SF3 with compressed samples), read without its samples.
///
/// Any bytes are accepted: an error names the byte, and memory is proportional to the number of presets, regardless of
/// the file's size.
package struct SoundFontFile: Hashable, Sendable {
  /// A preset of the font.
  package struct Preset: Hashable, Sendable {
    /// The bank and program.
    package let number: PresetNumber
    /// The name.
    package let name: String
  }

  /// The path of the small General MIDI font of Debian's package timgm6mb-soundfont.
  package static let builtIn: FilePath = "/usr/share/sounds/sf2/TimGM6mb.sf2"

  /// The name in the file, or the file's name if there is none.
  package internal(set) var name = ""
  /// The author, or `nil`.
  package internal(set) var author: String?
  /// The copyright, or `nil`.
  package internal(set) var copyright: String?
  /// The comment, which may have several lines, or `nil`.
  package internal(set) var comment: String?
  /// The presets in order of bank and program, at least one unless all numbers are invalid.
  ///
  /// Of several presets with the same number, the first in the file counts, as in FluidSynth.
  package internal(set) var presets: [Preset] = []
  /// The number of presets that no bank and program select, because their numbers are too high or duplicate.
  package internal(set) var unreachablePresetCount = 0
  /// The size in bytes.
  package let size: Int64
  /// The SHA-256 of the file in hexadecimal digits, by which it is recognized.
  package private(set) var contentHash = ""

  /// Reads a file.
  ///
  /// - Throws: `SoundError` for the first error with its byte, or if the path doesn't exist or isn't a file.
  /// - Complexity: O(*n*), where *n* is the length of the file, because of ``contentHash``.
  package init(reading path: FilePath) throws(SoundError) {
    try self.init(OpenFont(path))
  }

  /// Reads an open file.
  package init(_ file: OpenFont) throws(SoundError) {
    try self.init(parsing: file)
    contentHash = try file.contentHash()
  }

  /// Reads an open file, except its content hash.
  private init(parsing file: OpenFont) throws(SoundError) {
    size = Int64(file.count)
    do throws(SoundError) {
      try parse(file)
    } catch {
      throw SoundError(error.kind, file.path, error.reason)
    }
    if name.isEmpty { name = file.path.stem ?? file.path.string }
  }

  /// Returns the presets of a file without reading all of its bytes.
  package static func presets(in path: FilePath) throws(SoundError) -> [Preset] {
    try SoundFontFile(parsing: OpenFont(path)).presets
  }
}
