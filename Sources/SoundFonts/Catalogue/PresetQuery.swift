internal import GRDB

/// Which presets are asked for, in the words of the database.
struct PresetQuery {
  /// Words of fewer letters aren't groups of three, which the index has.
  private static let shortestIndexedWord = 3
  /// More groups than these begin with letters that are in so many names that it is faster to go through them.
  private static let largestGroupCount = 256
  /// SQLite takes no patterns of LIKE that are longer than 50,000 bytes; no name has so many.
  private static let longestPattern = 1000
  /// How many names are gone through for a single letter, before its groups are looked for. Many names have the letter, so
  /// that most often there are enough among the first; and its groups are in most of the index.
  private static let firstNameCount = 5000

  /// The table before that of presets.
  private(set) var source = ""
  /// What they are put in order of.
  var order: String? = "preset.id"
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
      if word.utf8.count < Self.longestPattern, word.utf8.allSatisfy({ $0 < 0x80 }) {
        // SQLite's own way is twice as fast, and knows the case of ASCII alone.
        add("preset.name LIKE ? ESCAPE '\\'", [Self.pattern(word)])
      } else {
        add("instr(swiftLowercaseString(preset.name), ?) > 0", [word])
      }
    }
  }

  /// Demands words that include a single letter, among the first names that have all the longer words.
  ///
  /// - Returns: Whether there is a single letter, and so the query.
  mutating func addWordsAmongFirst(_ text: String) -> Bool {
    let words = Self.words(text)
    guard words.contains(where: { $0.unicodeScalars.count == 1 }) else { return false }
    let phrases = words.filter(Self.isIndexed).map(Self.phrase)
    let names =
      phrases.isEmpty
      ? "SELECT id FROM preset ORDER BY id"
      : "SELECT rowid AS id FROM presetSearch WHERE presetSearch MATCH ? ORDER BY rowid"
    source = "(\(names) LIMIT \(Self.firstNameCount)) AS first CROSS JOIN"
    // They come in the order of the first table, and are looked at no longer than there are too few.
    order = nil
    if !phrases.isEmpty { arguments += [phrases.joined(separator: " AND ")] }
    add("preset.id = first.id", [])
    addWords(words.filter { !Self.isIndexed($0) }.joined(separator: " "))
    return true
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

  private static func isIndexed(_ word: String) -> Bool {
    word.unicodeScalars.count >= shortestIndexedWord
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
