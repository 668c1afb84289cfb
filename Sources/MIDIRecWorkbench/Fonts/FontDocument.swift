package import FontCatalog
internal import MIDICore
internal import MIDIRecSynth
internal import SystemPackage

/// A font as JSON.
package struct FontDocument: Encodable {
  var name: String
  var kind: String
  var state: String
  var path: String
  var originalName: String
  var embeddedName: String
  var author: String?
  var copyright: String?
  var comment: String?
  var size: Int64
  var sha256: String
  var presetCount: Int
  var unreachablePresetCount: Int
  var tags: [String]
  var isInUse: Bool

  package init(_ font: CatalogFont) {
    name = font.name
    kind = font.kind.word
    state = font.state.rawValue
    path = font.path.string
    originalName = font.originalName
    embeddedName = font.embeddedName
    author = font.author
    copyright = font.copyright
    comment = font.comment
    size = font.size
    sha256 = font.contentHash
    presetCount = font.presetCount
    unreachablePresetCount = font.unreachablePresetCount
    tags = font.tags
    isInUse = font.isInUse
  }
}

/// The result of adding a file, as JSON.
package struct AdditionDocument: Encodable {
  var outcome: String
  var font: FontDocument

  package init(_ addition: FontCatalog.Addition) {
    outcome = addition.outcome.rawValue
    font = FontDocument(addition.font)
  }
}

/// The font or preset in use, as JSON. Without a font, it is the built-in one.
package struct UseDocument: Encodable {
  var font: FontDocument?
  var preset: PresetDocument?

  package init(_ use: FontCatalog.Use) {
    font = use.font.map { FontDocument($0) }
    preset = use.preset.map { PresetDocument($0) }
  }
}

/// A preset or a favorite as JSON. A favorite has settings; without reverb or chorus, the synthesizer's defaults apply.
package struct PresetDocument: Encodable {
  var font: String
  var bank: Int
  var program: Int
  var name: String
  var originalName: String
  var kind: String
  var isActive: Bool
  var settings: PresetSettings?

  package init(_ preset: CatalogPreset) {
    font = preset.fontName
    bank = preset.number.bank
    program = preset.number.program
    name = preset.name
    originalName = preset.originalName
    kind = preset.kind.rawValue
    isActive = preset.isActive
    settings = preset.settings
  }
}

// MARK: Text

extension CatalogFont {
  /// `built-in`, `added`, or `linked`.
  package var kindText: String { kind == .builtIn ? "built-in" : kind.word }

  /// The state, such as `in use, missing`. It is empty for a font in its usual state.
  package var stateText: String {
    [isInUse ? "in use" : nil, state == .present ? nil : state.rawValue].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// The summary: `Grand: 12 presets, 1.2 MB`.
  package var line: String { "\(name): \(pluralized(presetCount, "preset")), \(byteText(size))".printable }
}

extension CatalogPreset {
  /// The preset as commands accept it: `TimGM6mb:0:4`.
  package var place: String { "\(fontName):\(number)".printable }

  /// The preset with its name: `TimGM6mb:0:4 "Electric Piano"`.
  package var text: String { "\(place) \"\(name.printable)\"" }

  /// The state, such as `favorite, in use`. It is empty for a preset in its usual state.
  package var stateText: String {
    [kind == .preset ? nil : kind.rawValue, isActive ? "in use" : nil].compactMap { $0 }
      .joined(separator: ", ")
  }
}

/// Returns a size as text: `1.2 MB`, `34 kB`. Megabytes have a decimal.
package func byteText(_ count: Int64) -> String {
  if count < 1000 { return "\(count) B" }
  if count < 999_500 { return "\((count + 500) / 1000) kB" }
  let (unit, name): (Int64, String) = count < 999_950_000 ? (1_000_000, "MB") : (1_000_000_000, "GB")
  let tenths = (count + unit / 20) / (unit / 10)
  return "\(tenths / 10).\(tenths % 10) \(name)"
}

extension FontCatalog.Addition {
  /// The result in one line: `added Grand: 12 presets, 1.2 MB`.
  package var text: String {
    switch outcome {
    case .added: "added \(font.line)"
    case .known: "\(font.name.printable) is already in the catalog"
    case .foundAgain: "found \(font.line)"
    case .updated: "changed \(font.line)"
    }
  }
}
