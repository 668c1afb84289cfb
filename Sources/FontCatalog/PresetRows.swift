internal import GRDB
internal import MIDIRecSynth

/// The columns by position, because finding thousands of columns by name is four times as slow.
private enum PresetColumn: Int, CaseIterable {
  case id, fontID, fontName, bank, program, kind, name, originalName, isActive
  /// The first of the settings, which only favorites have.
  case settings

  var sql: String {
    switch self {
    case .id: "preset.id"
    case .fontID: "preset.fontID"
    case .fontName: "font.name"
    case .bank: "bank"
    case .program: "program"
    case .kind: "preset.kind"
    case .name: "preset.name"
    case .originalName: "preset.originalName"
    case .isActive: "preset.id = (SELECT presetID FROM state)"
    case .settings: "presetSettings.*"
    }
  }
}

private let presetColumns = PresetColumn.allCases.map(\.sql).joined(separator: ", ")
private let presetTables = """
  preset JOIN font ON font.id = preset.fontID LEFT JOIN presetSettings ON presetID = preset.id
  """

/// The rows of presets and favorites, within a transaction.
extension Database {
  /// Returns the presets of a query.
  func presets(_ query: PresetQuery) throws -> [CatalogPreset] {
    try presets(query.clauses, query.arguments, from: query.source)
  }

  /// Returns the presets that match conditions.
  ///
  /// - Parameters:
  ///   - clauses: The clauses after the tables: conditions, order, and limit.
  ///   - source: A joined table before the others.
  private func presets(
    _ clauses: String, _ arguments: StatementArguments = [], from source: String = ""
  ) throws -> [CatalogPreset] {
    let sql = "SELECT \(presetColumns) FROM \(source) \(presetTables) \(clauses)"
    let rows = try Row.fetchCursor(self, sql: sql, arguments: arguments)
    var presets: [CatalogPreset] = []
    while let row = try rows.next() {
      if let preset = try CatalogPreset(row) { presets.append(preset) }
    }
    return presets
  }

  func preset(_ id: Int64) throws -> CatalogPreset? {
    try presets("WHERE preset.id = ?", [id]).first
  }

  /// Returns the font's own preset with a number, hidden or not.
  func preset(_ number: PresetNumber, of font: CatalogFont) throws -> CatalogPreset {
    let found = try presets(
      "WHERE fontID = ? AND bank = ? AND program = ? AND preset.kind <> 'favorite'",
      [font.id, number.bank, number.program])
    guard let preset = found.first else {
      throw PresetLookupFailure("\(number)", ofFont: font.name).none
    }
    return preset
  }

  /// Returns the favorite with a name, or `nil`.
  func favorite(named name: String) throws -> CatalogPreset? {
    try presets(
      "WHERE preset.kind = 'favorite' AND swiftLowercaseString(preset.name) = ?", [name.lowercased()]
    ).first
  }

  /// Returns the preset of a font that a text names: a number, the name of a favorite or preset, or a part of it.
  func preset(_ text: String, of font: CatalogFont) throws -> CatalogPreset {
    if let number = PresetNumber(text) { return try preset(number, of: font) }
    if let favorite = try favorite(named: text), favorite.fontID == font.id { return favorite }
    let refusal = PresetLookupFailure(text, ofFont: font.name)
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

extension CatalogPreset {
  fileprivate init?(_ row: Row) throws {
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
      _ column: PresetColumn
    ) throws -> Value {
      try row.decode(atIndex: column.rawValue)
    }
    guard let number = try PresetNumber(bank: value(.bank), program: value(.program)) else { return nil }
    id = try value(.id)
    fontID = try value(.fontID)
    fontName = try value(.fontName)
    self.number = number
    kind = try Kind(rawValue: value(.kind)) ?? .preset
    name = try value(.name)
    originalName = try value(.originalName)
    settings = try row.hasNull(atIndex: PresetColumn.settings.rawValue) ? nil : PresetSettings(row)
    isActive = try value(.isActive) as Bool? ?? false
  }
}
