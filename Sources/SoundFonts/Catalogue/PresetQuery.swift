internal import GRDB

/// Which presets are asked for, in the words of the database.
struct PresetQuery {
  /// Words of fewer letters aren't groups of three, which the index has.
  private static let shortestIndexedWord = 3
  /// More groups than these begin with letters that are in so many names that it is faster to go through them.
  private static let largestGroupCount = 256

  /// The table before that of presets.
  private(set) var source = ""
  /// What they are in order of.
  var order = "preset.id"
  private var conditions: [String] = []
  private(set) var arguments = StatementArguments()
  private let limit: Int?

  init(_ selection: FontCatalogue.PresetSelection) {
    limit = selection.limit
    if selection.isFavoritesOnly { conditions.append("preset.kind = 'favorite'") }
    if !selection.includesHidden { conditions.append("preset.kind <> 'hidden'") }
  }

  /// What follows the tables.
  var clauses: String {
    let conditions = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    // One more tells that there are more.
    return "\(conditions) ORDER BY \(order)" + (limit.map { " LIMIT \($0 + 1)" } ?? "")
  }

  mutating func add(_ condition: String, _ more: StatementArguments) {
    conditions.append(condition)
    arguments += more
  }

  /// Demands words, by going through the names.
  mutating func addWords(_ text: String) {
    for word in Self.words(text) {
      // SQLite's own function is the faster one, and knows ASCII alone.
      let lower = word.utf8.allSatisfy { $0 < 0x80 } ? "lower" : "swiftLowercaseString"
      add("instr(\(lower)(preset.name), ?) > 0", [word])
    }
  }

  /// Demands words, by way of the index.
  ///
  /// - Returns: Whether there can be a name with all of them.
  mutating func addWords(_ text: String, indexedIn database: Database) throws -> Bool {
    var phrases: [String] = []
    for word in Self.words(text) {
      if word.unicodeScalars.count >= Self.shortestIndexedWord {
        phrases.append(Self.phrase(word))
        continue
      }
      let groups = try String.fetchAll(
        database, sql: "SELECT term FROM presetTerm WHERE term >= ? AND term < ? LIMIT ?",
        arguments: [word, word + "\u{10FFFF}", Self.largestGroupCount + 1])
      if groups.isEmpty { return false }
      if groups.count > Self.largestGroupCount {
        addWords(word)
      } else {
        phrases.append("(\(groups.map(Self.phrase).joined(separator: " OR ")))")
      }
    }
    if !phrases.isEmpty {
      source = "presetSearch CROSS JOIN"
      order = "presetSearch.rowid"
      conditions.insert("presetSearch MATCH ? AND preset.id = presetSearch.rowid", at: 0)
      arguments = [phrases.joined(separator: " AND ")] + arguments
    }
    return true
  }

  /// The index has all in lower case.
  private static func words(_ text: String) -> [String] {
    text.lowercased().split(whereSeparator: \.isWhitespace).map { String($0) }
  }

  /// A text as the index takes it, whatever is in it.
  private static func phrase(_ text: String) -> String {
    "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}
