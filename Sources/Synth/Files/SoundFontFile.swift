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

    /// Creates a preset with the given values.
    package init(number: PresetNumber, name: String) {
      self.number = number
      self.name = name
    }
  }

  /// The path of the small General MIDI font of Debian's package timgm6mb-soundfont.
  package static let builtIn: FilePath = "/usr/share/sounds/sf2/TimGM6mb.sf2"

  /// The name in the file, or the file's name if there is none.
  package let name: String
  /// The author, or `nil`.
  package let author: String?
  /// The copyright, or `nil`.
  package let copyright: String?
  /// The comment, which may have several lines, or `nil`.
  package let comment: String?
  /// The presets in order of bank and program, at least one unless all numbers are invalid.
  package let presets: [Preset]
  /// The number of presets that no bank and program select, because their numbers are too high or duplicate.
  package let unreachablePresetCount: Int
  /// The size in bytes.
  package let size: Int64
  /// The SHA-256 of the file in hexadecimal digits, by which it is recognized.
  package let contentHash: String

  /// Reads a file.
  ///
  /// - Throws: ``SoundFontError`` for the first error with its byte, or if the path doesn't exist or isn't a file.
  /// - Complexity: O(*n*), where *n* is the length of the file, because of ``contentHash``.
  package init(reading path: FilePath) throws(SoundFontError) {
    let file = try OpenFont(path)
    try self.init(file)
  }

  /// Reads an open file.
  package init(_ file: OpenFont) throws(SoundFontError) {
    let contents = try FontContents(of: file)
    contentHash = try file.contentHash()
    name = contents.name ?? file.path.stem ?? file.path.string
    author = contents.author
    copyright = contents.copyright
    comment = contents.comment
    presets = contents.presets
    unreachablePresetCount = contents.unreachablePresetCount
    size = Int64(file.count)
  }

  /// Returns the presets of a file without reading all of its bytes.
  package static func presets(in path: FilePath) throws(SoundFontError) -> [Preset] {
    try FontContents(of: OpenFont(path)).presets
  }
}

extension FontContents {
  /// Reads a file.
  fileprivate init(of file: OpenFont) throws(SoundFontError) {
    do throws(FontFailure) {
      try self.init(of: file as any FontBytes)
    } catch {
      throw file.error(error)
    }
  }
}
