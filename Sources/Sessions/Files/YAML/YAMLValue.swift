/// A value in a YAML file. It knows its line, so that whatever is wrong with it can be said where it is.
///
/// Scalars are texts, whatever they look like: `no`, `010` and `1e3` are what stands there, and who needs a number
/// reads one.
struct YAMLValue: Hashable {
  /// What a value can be.
  enum Content: Hashable {
    /// Nothing stands there, or `~`, or `null`.
    case nothing
    case text(String)
    case list([YAMLValue])
    /// In the order of the file, each key once.
    case map([Entry])
  }

  /// A key and its value.
  struct Entry: Hashable {
    var key: String
    var value: YAMLValue
    /// The line of the key, counted from 1.
    var line: Int
  }

  var content: Content
  /// The line on which it begins, counted from 1.
  var line: Int

  /// The text, where it is one.
  var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// What it is, for errors: `a list`, `"5 ms"`.
  var summary: String {
    switch content {
    case .nothing: "nothing"
    case .text(let text): text.quoted
    case .list: "a list"
    case .map: "a map"
    }
  }

  /// An error that says what should stand here.
  func unexpected(_ name: String, expected: String) -> LineError {
    LineError(line: line, "\(name): expected \(expected), found \(summary)")
  }

  /// Returns the entries of a map.
  ///
  /// - Parameters:
  ///   - name: The name of the map in errors.
  ///   - keys: The keys that the map may have, or `nil` if it may have any.
  /// - Throws: If the value isn't a map, or at the first key that it may not have.
  func entries(of name: String, keys: [String]?) throws(LineError) -> [Entry] {
    guard case .map(let entries) = content else {
      let list = keys.map { " (\($0.joined(separator: ", ")))" } ?? ""
      throw unexpected(name, expected: "a map with keys\(list)")
    }
    guard let keys else { return entries }
    for entry in entries where !keys.contains(entry.key) {
      let advice = SpellingSuggestion.advice(for: entry.key, in: keys)
      throw LineError(line: entry.line, "unknown key \(entry.key.quoted)\(advice)")
    }
    return entries
  }
}

extension YAMLValue.Entry {
  /// An error that says what the value should be.
  func unexpected(_ expected: String) -> LineError {
    value.content == .nothing
      ? LineError(line: line, "\(key.quoted): expected \(expected), found nothing")
      : value.unexpected(key.quoted, expected: expected)
  }

  /// What `read` makes of the text.
  ///
  /// - Throws: Where it isn't a text, or `read` makes nothing of it.
  func parsed<Value>(expected: String, _ read: (String) -> Value?) throws(LineError) -> Value {
    guard let value = value.text.flatMap(read) else { throw unexpected(expected) }
    return value
  }
}

extension String {
  /// The text in quotation marks, at most 60 Unicode scalars of it: a character can have any number of them.
  package var quoted: String {
    let beginning = String(UnicodeScalarView(unicodeScalars.prefix(59)))
    return unicodeScalars.count > 60 ? "\"\(beginning)…\"" : "\"\(self)\""
  }
}
