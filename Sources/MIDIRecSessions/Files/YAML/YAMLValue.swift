/// A value in a YAML file, with its line for errors.
///
/// All scalars are texts: `no`, `010`, and `1e3` keep their spelling, and the caller parses numbers.
struct YAMLValue: Hashable {
  enum Content: Hashable {
    /// An empty value, `~`, or `null`.
    case nothing
    case text(String)
    case list([YAMLValue])
    /// The entries with unique keys, in the order of the file.
    case map([Entry])
  }

  /// A key and its value.
  struct Entry: Hashable {
    var key: String
    var value: YAMLValue
    /// The line of the key, from 1.
    var line: Int
  }

  var content: Content
  /// The first line, from 1.
  var line: Int

  /// The text, or `nil` for other contents.
  var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// The summary for errors: `a list`, `"5 ms"`.
  var summary: String {
    switch content {
    case .nothing: "nothing"
    case .text(let text): text.quoted
    case .list: "a list"
    case .map: "a map"
    }
  }

  /// Returns an error with the expectation.
  func unexpected(_ name: String, expected: String) -> SessionError {
    SessionError(line: line, "\(name): expected \(expected), found \(summary)")
  }

  /// Returns the entries of a map.
  ///
  /// - Parameters:
  ///   - name: The name of the map in errors.
  ///   - keys: The allowed keys, or `nil` for any.
  /// - Throws: `SessionError` if the value isn't a map, or for the first key that isn't allowed.
  func entries(of name: String, keys: [String]?) throws(SessionError) -> [Entry] {
    guard case .map(let entries) = content else {
      let list = keys.map { " (\($0.joined(separator: ", ")))" } ?? ""
      throw unexpected(name, expected: "a map with keys\(list)")
    }
    guard let keys else { return entries }
    for entry in entries where !keys.contains(entry.key) {
      let advice = keys.spellingAdvice(for: entry.key)
      throw SessionError(line: entry.line, "unknown key \(entry.key.quoted)\(advice)")
    }
    return entries
  }
}

extension YAMLValue.Entry {
  func unexpected(_ expected: String) -> SessionError {
    value.content == .nothing
      ? SessionError(line: line, "\(key.quoted): expected \(expected), found nothing")
      : value.unexpected(key.quoted, expected: expected)
  }

  /// Returns the result of `read` for the text.
  ///
  /// - Throws: `SessionError` if the value isn't a text, or if `read` returns `nil`.
  func parsed<Value>(expected: String, _ read: (String) -> Value?) throws(SessionError) -> Value {
    guard let value = value.text.flatMap(read) else { throw unexpected(expected) }
    return value
  }
}

extension String {
  /// The quoted text, shortened to 60 Unicode scalars, because a character can have any number of them.
  package var quoted: String {
    let beginning = String(UnicodeScalarView(unicodeScalars.prefix(59)))
    return unicodeScalars.count > 60 ? "\"\(beginning)…\"" : "\"\(self)\""
  }
}
