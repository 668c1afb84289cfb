/// A small, valid SoundFont with one sample, one instrument, and any number of presets.
package struct SmallFont: Sendable {
  /// A preset.
  package struct Preset: Sendable {
    /// The bank number.
    package var bank: Int
    /// The program number.
    package var program: Int
    /// The name.
    package var name: String

    /// Creates a preset with the given values.
    package init(_ bank: Int, _ program: Int, _ name: String) {
      self.bank = bank
      self.program = program
      self.name = name
    }
  }

  /// The chunks of INFO in order, by name. Each text is padded to an even length with one or two zeros.
  package var info: [(name: String, text: String)] = [("INAM", "Small"), ("IENG", "Somebody")]
  /// The presets.
  package var presets: [Preset]
  /// The version of the format.
  package var version: (major: Int, minor: Int) = (2, 1)
  /// The number of 16-bit samples.
  package var sampleCount = 64

  /// Creates a font with the given presets.
  package init(_ presets: [Preset] = [Preset(0, 0, "Piano")]) { self.presets = presets }

  /// Creates a font whose presets have consecutive numbers from 0:0, and names made of words.
  package static func random(
    presetCount: Int, using generator: inout some RandomNumberGenerator
  ) -> SmallFont {
    let presets = (0..<presetCount).map { index in
      let chosen = (0..<2).map { _ in words.randomElement(using: &generator) ?? "" }
      let name = chosen.joined(separator: " ") + " \(Int.random(in: 0..<1000, using: &generator))"
      return Preset(index / 128, index % 128, String(name.prefix(20)))
    }
    return SmallFont(presets)
  }

  private static let words = [
    "Grand", "Piano", "EPiano", "Harpsi", "Clavinet", "Celesta", "Music Box", "Marimba", "Organ", "Accordion",
    "Nylon", "Guitar", "Muted", "Fretless", "Bass", "Violin", "Cello", "Strings", "Choir", "Trumpet", "Tuba",
    "Brass", "Sax", "Oboe", "Flute", "Whistle", "Square", "Warm Pad", "Sitar", "Kalimba", "Drums", "Taiko",
  ]

  /// The bytes of the file.
  package var bytes: [UInt8] {
    let version = word(version.major) + word(version.minor)
    let texts = info.flatMap { name, text in
      let bytes = Array(text.utf8) + [0]
      return chunk(name, bytes + (bytes.count.isMultiple(of: 2) ? [] : [0]))
    }
    // A triangle wave, so that the font is audible.
    let samples = (0..<sampleCount).flatMap { word(abs($0 % 32 - 16) * 1000 - 8000) }
    let silence = [UInt8](repeating: 0, count: 46 * 2)
    let content =
      list("INFO", chunk("ifil", version) + texts) + list("sdta", chunk("smpl", samples + silence))
      + list("pdta", presetData)
    return chunk("RIFF", Array("sfbk".utf8) + content)
  }

  private var presetData: [UInt8] {
    let headers = presets.enumerated().flatMap { index, preset in
      name(preset.name) + word(preset.program) + word(preset.bank) + word(index) + zeros(12)
    }
    let zones = (0...presets.count).flatMap { word($0) + word(0) }
    // Each preset plays the only instrument.
    let generators = presets.flatMap { _ in word(41) + word(0) }
    let sample =
      name("Triangle") + long(0) + long(sampleCount) + long(0) + long(sampleCount) + long(22_050)
      + [60, 0] + word(0) + word(1)
    return chunk("phdr", headers + name("EOP") + word(0) + word(0) + word(presets.count) + zeros(12))
      + chunk("pbag", zones) + chunk("pmod", zeros(10)) + chunk("pgen", generators + zeros(4))
      + chunk("inst", name("Triangle") + word(0) + name("EOI") + word(1))
      + chunk("ibag", word(0) + word(0) + word(2) + word(0)) + chunk("imod", zeros(10))
      // The sample loops while the key is down.
      + chunk("igen", word(54) + word(1) + word(53) + word(0) + zeros(4))
      + chunk("shdr", sample + name("EOS") + zeros(26))
  }

  private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + long(bytes.count) + bytes
  }

  private func list(_ name: String, _ bytes: [UInt8]) -> [UInt8] { chunk("LIST", Array(name.utf8) + bytes) }

  private func word(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private func long(_ number: Int) -> [UInt8] { word(number) + word(number >> 16) }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private func name(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(20))
    return bytes + zeros(20 - bytes.count)
  }
}
