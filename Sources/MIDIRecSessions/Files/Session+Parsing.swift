internal import MIDICore
internal import SystemPackage

/// The reader of the contents of a session's file.
extension Session {
  /// The names of the files that programs write, which can be in the session's folder.
  var writtenNames: Set<String> {
    Set(subjects.flatMap(\.options).filter { $0.name == PartName.file.rawValue }.flatMap(\.values))
  }

  /// Reads the value of a session's file. The path of the recording isn't known yet.
  ///
  /// - Parameters:
  ///   - root: The value.
  ///   - folder: The session's folder, or an empty path if only the contents matter.
  ///   - definitions: The subjects whose options are known.
  ///   - allowsOthers: Whether the file may name other subjects, such as a test's.
  ///   - isNamed: Whether a different session has the subjects of this one, which then can't do the same.
  init(
    _ root: YAMLValue, in folder: FilePath = "", subjects definitions: [SubjectDefinition],
    allowsOthers: Bool = false, isNamed: Bool = false
  ) throws(SessionError) {
    self.init(folder: folder)
    let keys = [
      "take", "subjects", "subjects-of", "tolerance", "channel-map", "follow", "passages", "soak", "tags",
      "note",
    ]
    for entry in try root.entries(of: "a session", keys: keys) {
      switch entry.key {
      case "take": (takeName, takeLine) = (try Self.takeName(entry), entry.value.line)
      case "subjects": subjects = try Self.subjects(entry, definitions, allowsOthers)
      case "subjects-of":
        guard !isNamed else {
          throw SessionError(
            line: entry.line, "another session has the subjects of this one, so it needs its own")
        }
        try takeSubjects(entry, definitions, allowsOthers)
      case "soak": try readInvariants(entry)
      case "tolerance": tolerance = try Self.tolerance(entry)
      case "channel-map": channels = try Self.channels(entry)
      case "follow": followsTempo = try entry.parsed(expected: "true or false") { Bool($0) }
      case "passages": findsPassages = try entry.parsed(expected: "true or false") { Bool($0) }
      case "tags": tags = try Self.tags(entry)
      case "note": note = try entry.parsed(expected: "a string") { $0 }
      // The map has no other keys.
      default: break
      }
    }
  }

  /// A session can be moved with everything that it needs, so absolute paths are invalid.
  ///
  /// - Returns: The path, or `nil` for `none`.
  private static func takeName(_ entry: YAMLValue.Entry) throws(SessionError) -> String? {
    let name = try entry.parsed(expected: "a file's path from this folder, such as take.mid, or none") {
      text in
      // A NUL in a path would end the process.
      let isPath = !text.isEmpty && !text.hasPrefix("/") && !text.unicodeScalars.contains { $0.value < 0x20 }
      return isPath ? text : nil
    }
    return name == "none" ? nil : name
  }

  /// Takes the subjects, with their options and invariants, from the session in a different folder.
  private mutating func takeSubjects(
    _ entry: YAMLValue.Entry, _ definitions: [SubjectDefinition], _ allowsOthers: Bool
  ) throws(SessionError) {
    let name = try entry.parsed(expected: "a session's folder, as a path from this folder, such as ../..") {
      text in
      text.hasPrefix("/") || text.unicodeScalars.contains { $0.value < 0x20 } ? nil : text
    }
    guard !folder.isEmpty else { return }
    let other = folder.pushing(FilePath(name)).lexicallyNormalized()
    do {
      let session = try Self.parsed(
        in: other, subjects: definitions, allowsOthers: allowsOthers, isNamed: true)
      (subjects, subjectFolder, invariants) = (session.subjects, other, session.invariants)
    } catch {
      throw SessionError(line: entry.line, "the session in \(name.quoted) can't be read: \(error)")
    }
  }

  private static func tags(_ entry: YAMLValue.Entry) throws(SessionError) -> [String] {
    guard case .list(let values) = entry.value.content else {
      throw entry.unexpected("a list of words, such as [mpe, slow]")
    }
    var tags: [String] = []
    var known: Set<String> = []
    for value in values {
      guard let tag = value.text, isTag(tag) else {
        throw value.unexpected("a tag", expected: "a word of letters, digits, hyphens, dots, and underscores")
      }
      guard known.insert(tag).inserted else {
        throw SessionError(line: value.line, "the tag \(tag.quoted) is duplicated")
      }
      tags.append(tag)
    }
    return tags
  }

  static func isTag(_ text: String) -> Bool {
    1...40 ~= text.count && !text.hasPrefix("-")
      && text.allSatisfy { $0.isLetter || $0.isASCIIDigit || "-._".contains($0) }
  }
}

/// Tolerances and channels.
extension Session {
  /// A higher tolerance would accept everything. It also keeps sums of times within their range.
  private static let maxTolerance = Nanoseconds.seconds(3600)

  private static func tolerance(_ entry: YAMLValue.Entry) throws(SessionError) -> Tolerance {
    var tolerance = Tolerance()
    if entry.value.text != nil {
      tolerance.onset = try time(entry)
      tolerance.offset = tolerance.onset
      return tolerance
    }
    if entry.value.content == .nothing {
      throw entry.unexpected("a time or a map, such as 5ms or {onset: 5ms}")
    }
    let keys = ["onset", "offset", "offset-ratio", "velocity", "value"]
    for entry in try entry.value.entries(of: entry.key.quoted, keys: keys) {
      switch entry.key {
      case "onset": tolerance.onset = try time(entry)
      case "offset": tolerance.offset = try time(entry)
      case "offset-ratio":
        tolerance.offsetRatio = try entry.parsed(expected: "a ratio from 0 to 1, such as 0.2 or 20%") {
          OffsetRatio(parsing: $0)
        }
      case "velocity": tolerance.velocity = try dataByte(entry)
      case "value": tolerance.value = try dataByte(entry)
      default: break
      }
    }
    return tolerance
  }

  private static func time(_ entry: YAMLValue.Entry) throws(SessionError) -> Nanoseconds {
    try entry.parsed(expected: "a time from 0 to 1h, such as 5ms or 250us") {
      Nanoseconds(parsing: $0, upTo: maxTolerance)
    }
  }

  private static func dataByte(_ entry: YAMLValue.Entry) throws(SessionError) -> Int {
    try entry.parsed(expected: "a number from 0 to 127") { number($0, in: 0...127) }
  }

  private static func channels(_ entry: YAMLValue.Entry) throws(SessionError) -> [Channel: Channel] {
    if entry.value.text == "strict" { return [:] }
    guard case .map(let pairs) = entry.value.content, !pairs.isEmpty else {
      throw entry.unexpected("strict, or a map from expected channels to actual channels, such as {1: 2}")
    }
    var channels: [Channel: Channel] = [:]
    for pair in pairs {
      guard let expected = channel(pair.key) else {
        throw SessionError(line: pair.line, "expected a channel from 1 to 16, found \(pair.key.quoted)")
      }
      guard channels[expected] == nil else {
        throw SessionError(line: pair.line, "channel \(expected) is duplicated")
      }
      channels[expected] = try pair.parsed(expected: "a channel from 1 to 16", channel)
    }
    return channels
  }

  private static func channel(_ text: String) -> Channel? {
    number(text, in: 1...16).flatMap(Channel.init(number:))
  }

  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    // Swift parses `Int("+1")`, but this format doesn't allow it.
    guard text.allSatisfy(\.isASCIIDigit), let number = Int(text), range ~= number else { return nil }
    return number
  }
}

/// The subjects: a list of names, or of names with options, or a map of both.
extension Session {
  fileprivate static func subjects(
    _ entry: YAMLValue.Entry, _ definitions: [SubjectDefinition], _ allowsOthers: Bool
  ) throws(SessionError) -> [Subject] {
    var subjects: [Subject] = []
    for item in try items(entry) {
      let subject = try subject(item, definitions, allowsOthers)
      guard !subjects.contains(where: { $0.name == subject.name }) else {
        throw SessionError(line: item.line, "the subject \(item.key.quoted) is duplicated")
      }
      subjects.append(subject)
    }
    if subjects.isEmpty {
      throw SessionError(line: entry.line, "subjects: expected at least one, found none")
    }
    return subjects
  }

  /// Returns the name of each subject and its options.
  private static func items(_ entry: YAMLValue.Entry) throws(SessionError) -> [YAMLValue.Entry] {
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
  ) throws(SessionError) -> Subject {
    let definition = definitions.first { $0.name == item.key }
    if definition == nil, !allowsOthers || !SubjectDefinition.isName(item.key) {
      throw SessionError(line: item.line, unknownSubject(item.key, definitions))
    }
    var subject = Subject(name: item.key)
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
    let hint = names.nearest(to: name) == nil ? "; if a test defines it, run that test" : ""
    return "unknown subject \(name.quoted)\(names.spellingAdvice(for: name))\(hint)"
  }

  private static func option(_ entry: YAMLValue.Entry) throws(SessionError) -> Option {
    let expected = "a value, a list of values, or a map of values"
    var option = Option(name: entry.key, values: [], line: entry.line)
    switch entry.value.content {
    case .map(let pairs):
      // An empty option could be either, and the distinction would be lost.
      if pairs.isEmpty { throw entry.unexpected("\(expected) that has some") }
      for pair in pairs {
        let value = try pair.parsed(expected: "a value") { $0 }
        option.pairs.append(Pair(key: pair.key, value: value, line: pair.line))
      }
    case .list(let elements):
      option.isList = true
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
