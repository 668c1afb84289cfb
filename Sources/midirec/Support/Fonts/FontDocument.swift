internal import SoundFonts
internal import SystemPackage

/// A font for other programs.
struct FontDocument: Encodable {
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

  init(_ font: CatalogueFont) {
    name = font.name
    kind = font.kind.rawValue
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
