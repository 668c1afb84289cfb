internal import GRDB

/// Which presets are asked for, in the words of the database.
struct PresetQuery {
  /// Words of fewer letters aren't groups of three, which the index has.
  private static let minIndexedWordLength = 3
  /// More groups than these begin with letters that are in so many names that it is faster to go through them.
  private static let maxGroupCount = 256
  /// SQLite takes no patterns of LIKE that are longer than 50,000 bytes; no name has so many.
  private static let maxPatternLength = 1000
  /// How many names that may have all words are gone through at first.
  private static let firstNameCount = 5000

  /// The table before that of presets.
  private(set) var source = ""
  /// What they are put in order of.
  var order: String? = "preset.id"
  private var conditions: [String] = []
  /// The names that are gone through at first, and what they are asked for with.
  private var firstNames: (sql: String, arguments: StatementArguments)?
  private(set) var arguments = StatementArguments()
  private let limit: Int?

  init(_ selection: FontCatalog.PresetSelection) {
    limit = selection.limit
    if selection.isFavoritesOnly { conditions.append("preset.kind = 'favorite'") }
    if !selection.includesHidden { conditions.append("preset.kind <> 'hidden'") }
  }

  /// What follows the tables.
  var clauses: String {
    let conditions = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    // One more tells that there are more.
    let order = order.map { "ORDER BY \($0)" } ?? ""
    return "\(conditions) \(order)" + (limit.map { " LIMIT \($0 + 1)" } ?? "")
  }

  mutating func add(_ condition: String, _ more: StatementArguments) {
    conditions.append(condition)
    arguments += more
  }

  /// Demands words, by going through the names.
  mutating func addWords(_ text: String) {
    for word in Self.words(text) {
      if word.utf8.count < Self.maxPatternLength, Self.isASCII(word) {
        // SQLite's own way is twice as fast, and knows the case of ASCII alone.
        add("preset.name LIKE ? ESCAPE '\\'", [Self.pattern(word)])
      } else {
        add("instr(swiftLowercaseString(preset.name), ?) > 0", [word])
      }
    }
  }

  /// Demands words, where one is a single letter or several are of the index, among the first names that may have them
  /// all: those with the first groups of the latter.
  ///
  /// The groups of a single letter are in most of the index, and many names have it, so that most often there are enough
  /// among the first. All groups of several words are more to go through than the names that have the first ones, which
  /// are few. Those with the first group of one word may be many, and have none of what else is demanded.
  ///
  /// - Returns: Whether it is such words, and so the query.
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
    // They come in the order of the first table, and are looked at no longer than there are too few.
    order = nil
    arguments = demanded + arguments
    add("preset.id = first.id", [])
    // The groups of all others stand for the whole word.
    addWords(words.filter { !groups.contains(Self.phrase($0)) }.joined(separator: " "))
    return true
  }

  /// Whether there were no more names than those that are gone through at first.
  func isOfAllNames(in database: Database) throws -> Bool {
    guard let firstNames else { return true }
    let count = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM \(firstNames.sql)", arguments: firstNames.arguments)
    return count ?? 0 < Self.firstNameCount
  }

  /// Demands words, by way of the index.
  ///
  /// - Returns: Whether there can be a name with all of them.
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

  /// All names with a word in them, as LIKE takes it.
  private static func pattern(_ word: String) -> String {
    let escaped = word.map { "%_\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "%\(escaped)%"
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
