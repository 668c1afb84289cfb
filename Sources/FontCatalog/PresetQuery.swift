internal import GRDB

/// A query for presets.
///
/// A search for names uses an index of all sequences of three letters, which triggers keep up to date in the transaction
/// of each name. A word of one or two letters is looked up by the sequences that begin with it. If those sequences are too
/// many, the names are scanned.
struct PresetQuery {
  /// The minimum length of an indexed word, because the index contains groups of three letters.
  private static let minIndexedWordLength = 3
  /// The maximum number of groups that start with the letters. With more, scanning all names is faster.
  private static let maxGroupCount = 256
  /// The maximum length of a pattern. SQLite accepts 50,000 bytes in LIKE; no name has that many.
  private static let maxPatternLength = 1000
  /// The number of candidate names that are scanned first.
  private static let firstNameCount = 5000

  /// The table before the table of presets.
  private(set) var source = ""
  /// The order of the result.
  var order: String? = "preset.id"
  private var conditions: [String] = []
  /// The names to scan first, with the arguments of their query.
  private var firstNames: (sql: String, arguments: StatementArguments)?
  private(set) var arguments = StatementArguments()
  private let limit: Int?

  init(_ selection: FontCatalog.PresetSelection) {
    limit = selection.limit
    if selection.isFavoritesOnly { conditions.append("preset.kind = 'favorite'") }
    if !selection.includesHidden { conditions.append("preset.kind <> 'hidden'") }
  }

  /// The clauses after the tables.
  var clauses: String {
    let conditions = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    // One additional row shows that there are more.
    let order = order.map { "ORDER BY \($0)" } ?? ""
    return "\(conditions) \(order)" + (limit.map { " LIMIT \($0 + 1)" } ?? "")
  }

  mutating func add(_ condition: String, _ more: StatementArguments) {
    conditions.append(condition)
    arguments += more
  }

  /// Requires words, by scanning the names.
  mutating func addWords(_ text: String) {
    for word in Self.words(text) {
      if word.utf8.count < Self.maxPatternLength, Self.isASCII(word) {
        // SQLite's own search is twice as fast, and ignores only the case of ASCII letters.
        add("preset.name LIKE ? ESCAPE '\\'", [Self.pattern(word)])
      } else {
        add("instr(swiftLowercaseString(preset.name), ?) > 0", [word])
      }
    }
  }

  /// Requires words by scanning the first names that may contain all of them, if one word is a single letter or several
  /// words are indexed.
  ///
  /// The groups of a single letter cover most of the index, and many names contain it, so the first names usually have
  /// enough matches. All groups of several words are more than the few names with their first groups. For one word, the
  /// names with its first group may be many without a match.
  ///
  /// - Returns: `true` if the words are of this kind, and the query was changed.
  mutating func addWordsAmongFirst(_ text: String) -> Bool {
    let words = Self.words(text)
    let indexed = words.filter(Self.isIndexed)
    guard words.contains(where: { $0.unicodeScalars.count == 1 }) || indexed.count > 1 else { return false }
    let groups = indexed.map {
      Self.phrase(Self.isASCII($0) ? String($0.prefix(Self.minIndexedWordLength)) : $0)
    }
    let select =
      groups.isEmpty
      ? "SELECT id FROM preset ORDER BY id"
      : "SELECT rowid AS id FROM presetSearch WHERE presetSearch MATCH ? ORDER BY rowid"
    let demanded: StatementArguments = groups.isEmpty ? [] : [groups.joined(separator: " AND ")]
    let names = "(\(select) LIMIT \(Self.firstNameCount))"
    firstNames = (names, demanded)
    source = "\(names) AS first CROSS JOIN"
    // The result is in the order of the first table, and the scan ends when there are enough matches.
    order = nil
    arguments = demanded + arguments
    add("preset.id = first.id", [])
    // The groups of all other words stand for the complete word.
    addWords(words.filter { !groups.contains(Self.phrase($0)) }.joined(separator: " "))
    return true
  }

  /// Returns whether the scanned names were all candidates.
  func isOfAllNames(in database: Database) throws -> Bool {
    guard let firstNames else { return true }
    let count = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM \(firstNames.sql)", arguments: firstNames.arguments)
    return count ?? 0 < Self.firstNameCount
  }

  /// Requires words, by using the index.
  ///
  /// - Returns: `false` if no name can have all words.
  mutating func addWords(_ text: String, indexedIn database: Database) throws -> Bool {
    var phrases: [String] = []
    for word in Self.words(text) {
      if Self.isIndexed(word) {
        phrases.append(Self.phrase(word))
        continue
      }
      let groups = try String.fetchAll(
        database, sql: "SELECT term FROM presetTerm WHERE term >= ? AND term < ? LIMIT ?",
        arguments: [word, word + "\u{10FFFF}", Self.maxGroupCount + 1])
      if groups.isEmpty { return false }
      if groups.count > Self.maxGroupCount {
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

  private static func isASCII(_ word: String) -> Bool { word.utf8.allSatisfy { $0 < 0x80 } }

  private static func isIndexed(_ word: String) -> Bool {
    word.unicodeScalars.count >= minIndexedWordLength
  }

  /// Returns a LIKE pattern for names that contain a word.
  private static func pattern(_ word: String) -> String {
    let escaped = word.unicodeScalars.map { "%_\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
      .joined()
    return "%\(escaped)%"
  }

  /// The index is in lowercase.
  private static func words(_ text: String) -> [String] {
    text.lowercased().split(whereSeparator: \.isWhitespace).map { String($0) }
  }

  /// Returns a text quoted for the index.
  private static func phrase(_ text: String) -> String {
    "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}
