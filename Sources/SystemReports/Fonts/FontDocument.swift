package import FontCatalog
internal import Synth
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

/// A tag as JSON. The fonts of a fixed tag can't be chosen.
package struct TagDocument: Encodable {
  var name: String
  var isFixed: Bool
  var fontCount: Int
  var isActive: Bool

  package init(_ tag: CatalogTag) {
    name = tag.name
    isFixed = tag.isFixed
    fontCount = tag.fontCount
    isActive = tag.isActive
  }
}
