/// The subjects: a list of names, or of names with options, or a map of both.
extension SessionFile {
  static func subjects(_ entry: YAMLValue.Entry, _ definitions: [SubjectDefinition], _ allowsOthers: Bool)
    throws(LineError) -> [Session
    .Subject]
  {
    var subjects: [Session.Subject] = []
    for item in try items(entry) {
      let subject = try subject(item, definitions, allowsOthers)
      guard !subjects.contains(where: { $0.name == subject.name }) else {
        throw LineError(line: item.line, "the subject \(item.key.quoted) is duplicated")
      }
      subjects.append(subject)
    }
    if subjects.isEmpty { throw LineError(line: entry.line, "subjects: expected at least one, found none") }
    return subjects
  }

  /// Returns the name of each subject and its options.
  private static func items(_ entry: YAMLValue.Entry) throws(LineError) -> [YAMLValue.Entry] {
    switch entry.value.content {
    case .map(let entries): return entries
    case .list(let values):
      var items: [YAMLValue.Entry] = []
      for value in values {
        switch value.content {
        case .text(let name):
          let nothing = YAMLValue(content: .nothing, line: value.line)
          items.append(YAMLValue.Entry(key: name, value: nothing, line: value.line))
        case .map(let entries): items += entries
        case .nothing, .list:
          throw value.unexpected("a subject", expected: "a name, or a name and its options")
        }
      }
      return items
    case .nothing, .text: throw entry.unexpected("a list of subjects, such as [notes]")
    }
  }

  private static func subject(
    _ item: YAMLValue.Entry, _ definitions: [SubjectDefinition], _ allowsOthers: Bool
  ) throws(LineError) -> Session.Subject {
    let definition = definitions.first { $0.name == item.key }
    if definition == nil, !allowsOthers || !SubjectDefinition.isName(item.key) {
      throw LineError(line: item.line, unknownSubject(item.key, definitions))
    }
    var subject = Session.Subject(name: item.key, options: [])
    if item.value.content == .nothing { return subject }
    if definition?.optionNames.isEmpty == true {
      guard case .map(let entries) = item.value.content, entries.isEmpty else {
        throw item.unexpected("nothing, because this subject has no options")
      }
    }
    for option in try item.value.entries(of: item.key.quoted, keys: definition?.optionNames) {
      subject.options.append(try self.option(option))
    }
    return subject
  }

  /// Returns the error of a name that isn't the name of a known subject.
  static func unknownSubject(_ name: String, _ definitions: [SubjectDefinition]) -> String {
    let names = definitions.map(\.name)
    let hint = SpellingSuggestion.of(name, in: names) == nil ? "; if a test defines it, run that test" : ""
    return "unknown subject \(name.quoted)\(SpellingSuggestion.advice(for: name, in: names))\(hint)"
  }

  private static func option(_ entry: YAMLValue.Entry) throws(LineError) -> Session.Option {
    let expected = "a value, a list of values, or a map of values"
    var option = Session.Option(name: entry.key, values: [], line: entry.line)
    switch entry.value.content {
    case .map(let pairs):
      // An empty option could be either, and the distinction would be lost.
      if pairs.isEmpty { throw entry.unexpected("\(expected) that has some") }
      for pair in pairs {
        let value = try pair.parsed(expected: "a value") { $0 }
        option.pairs.append(Session.Pair(key: pair.key, value: value, line: pair.line))
      }
    case .list(let elements):
      for element in elements {
        guard let text = element.text else { throw entry.unexpected(expected) }
        option.values.append(text)
      }
    case .nothing, .text:
      guard let text = entry.value.text else { throw entry.unexpected(expected) }
      option.values = [text]
    }
    return option
  }
}
