internal import GRDB

/// The rows of presets and favorites, within a transaction.
struct PresetRows {
  private static let columns = """
    preset.id AS id, preset.fontID AS fontID, font.name AS fontName, bank, program, preset.kind AS kind,
    preset.name AS name, preset.originalName AS originalName,
    preset.id = (SELECT presetID FROM state) AS isActive, presetSettings.*
    """
  private static let tables = """
    preset JOIN font ON font.id = preset.fontID LEFT JOIN presetSettings ON presetID = preset.id
    """

  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Those that fulfil a condition.
  ///
  /// - Parameters:
  ///   - clauses: What follows the tables: conditions, order and limit.
  ///   - source: A table before them, and how it is joined.
  func presets(
    _ clauses: String, _ arguments: StatementArguments = [], from source: String = ""
  ) throws -> [CataloguePreset] {
    let sql = "SELECT \(Self.columns) FROM \(source) \(Self.tables) \(clauses)"
    let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
    var presets: [CataloguePreset] = []
    while let row = try rows.next() {
      if let preset = CataloguePreset(row) { presets.append(preset) }
    }
    return presets
  }

  func preset(_ id: Int64) throws -> CataloguePreset? {
    try presets("WHERE preset.id = ?", [id]).first
  }

  /// The font's own preset of a number, hidden or not.
  func preset(_ number: PresetNumber, of font: CatalogueFont) throws -> CataloguePreset {
    let found = try presets(
      "WHERE fontID = ? AND bank = ? AND program = ? AND preset.kind <> 'favorite'",
      [font.id, number.bank, number.program])
    guard let preset = found.first else {
      throw PresetRefusal(text: "\(number)", font: .known(font.name)).none
    }
    return preset
  }

  /// The favorite of a name.
  func favorite(named name: String) throws -> CataloguePreset? {
    try presets(
      "WHERE preset.kind = 'favorite' AND swiftLowercaseString(preset.name) = ?", [name.lowercased()]
    ).first
  }

  /// What somebody means of a font: a number, the name of a favorite or a preset, or a part of it.
  func preset(_ text: String, of font: CatalogueFont) throws -> CataloguePreset {
    if let number = PresetNumber(text) { return try preset(number, of: font) }
    if let favorite = try favorite(named: text), favorite.fontID == font.id { return favorite }
    let refusal = PresetRefusal(text: text, font: .known(font.name))
    let ways = [
      "swiftLowercaseString(preset.name) = ? AND preset.kind <> 'favorite'",
      "instr(swiftLowercaseString(preset.name), ?) > 0",
    ]
    for condition in ways where !text.isEmpty {
      let found = try presets(
        "WHERE fontID = ? AND \(condition) ORDER BY bank, program", [font.id, text.lowercased()])
      if found.count == 1 { return found[0] }
      if found.count > 1 { throw refusal.several(found.map { ($0.number, $0.name) }) }
    }
    throw refusal.none
  }
}

extension CataloguePreset {
  fileprivate init?(_ row: Row) {
    guard let number = PresetNumber(bank: row["bank"], program: row["program"]) else { return nil }
    id = row["id"]
    fontID = row["fontID"]
    fontName = row["fontName"]
    self.number = number
    kind = Kind(rawValue: row["kind"]) ?? .preset
    name = row["name"]
    originalName = row["originalName"]
    settings = PresetSettings(row)
    isActive = row["isActive"] ?? false
  }
}
