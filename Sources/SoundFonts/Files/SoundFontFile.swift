package import SystemPackage

/// What a SoundFont file (SF2, or SF3 with compressed samples) says of itself, read without its samples.
///
/// Any bytes may be given to it: what is wrong is an error that names the byte, and memory stays in proportion to the
/// number of presets, however big the file is.
package struct SoundFontFile: Hashable, Sendable {
  /// A preset of the font.
  package struct Preset: Hashable, Sendable {
    /// Where it is found.
    package let number: PresetNumber
    /// Its name.
    package let name: String

    /// Makes one of its parts.
    package init(number: PresetNumber, name: String) {
      self.number = number
      self.name = name
    }
  }

  /// The name that is embedded in it; that of the file where there is none.
  package let name: String
  /// Who made it; nothing where it doesn't say.
  package let author: String?
  /// Whose it is.
  package let copyright: String?
  /// A remark, which may have several lines.
  package let comment: String?
  /// Its presets, in order of bank and program; at least one, unless none has a number that MIDI can tell.
  package let presets: [Preset]
  /// How many presets no bank and program lead to: their numbers are too high, or another one's.
  package let unreachablePresetCount: Int
  /// How many bytes it has.
  package let size: Int64
  /// The SHA-256 of all its bytes, in hexadecimal digits: what it is found again by.
  package let contentHash: String

  /// Reads a file.
  ///
  /// - Throws: What is wrong with the file, and at which byte; or that it isn't there, or isn't a file.
  /// - Complexity: O(*n*) in the length of the file, all of which goes into ``contentHash``.
  package init(reading path: FilePath) throws(SoundFontError) {
    let file = try OpenFont(path)
    try self.init(file)
  }

  /// Reads a file that is open.
  init(_ file: OpenFont) throws(SoundFontError) {
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

  /// The presets of a file, without looking at all of its bytes.
  static func presets(in path: FilePath) throws(SoundFontError) -> [Preset] {
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
