internal import MIDICore

/// The contents of a session's file.
struct SessionFile: Hashable {
  /// A choice of the take.
  struct Take: Hashable {
    /// The path from the session's folder, or `nil` if the session has no recording.
    var path: String?
    var line: Int
  }

  var take: Take?
  var subjects = [Session.Subject(name: SubjectDefinition.notes.name, options: [])]
  var tolerance = Session.Tolerance()
  var channels = Session.Channels.strict
  var followsTempo = false
  var tags: [String] = []
  var note: String?

  private enum Key: String, CaseIterable {
    case take, subjects, tolerance
    case channelMap = "channel-map"
    case follow, tags, note
  }

  private enum ToleranceKey: String, CaseIterable {
    case onset, offset
    case offsetRatio = "offset-ratio"
    case velocity, value
  }

  /// A higher tolerance would accept everything. It also keeps sums of times within their range.
  private static let maxTolerance = Nanoseconds.seconds(3600)

  /// Creates the defaults for a missing file.
  init() {}

  /// The names of the files that programs write, which can be in the session's folder.
  var writtenNames: Set<String> {
    Set(subjects.flatMap(\.options).filter { $0.name == PartName.file.rawValue }.flatMap(\.values))
  }

  /// Reads the file's value.
  ///
  /// - Parameters:
  ///   - definitions: The subjects whose options are known.
  ///   - allowsOthers: Whether the file may name other subjects, such as a test's.
  init(
    _ root: YAMLValue, subjects definitions: [SubjectDefinition], allowsOthers: Bool = false
  ) throws(LineError) {
    for entry in try root.entries(of: "a session", keys: Key.allCases.map(\.rawValue)) {
      switch Key(rawValue: entry.key) {
      case .take: take = try Self.take(entry)
      case .subjects: subjects = try Self.subjects(entry, definitions, allowsOthers)
      case .tolerance: tolerance = try Self.tolerance(entry)
      case .channelMap: channels = try Self.channels(entry)
      case .follow: followsTempo = try Self.flag(entry)
      case .tags: tags = try Self.tags(entry)
      case .note: note = try entry.parsed(expected: "a string") { $0 }
      // The map has no other keys.
      case nil: break
      }
    }
  }

  /// A session can be moved with everything that it needs, so absolute paths are invalid.
  private static func take(_ entry: YAMLValue.Entry) throws(LineError) -> Take {
    let name = try entry.parsed(expected: "a file's path from this folder, such as take.mid, or none") {
      text in
      // A NUL in a path would end the process.
      let isPath = !text.isEmpty && !text.hasPrefix("/") && !text.unicodeScalars.contains { $0.value < 0x20 }
      return isPath ? text : nil
    }
    return Take(path: name == "none" ? nil : name, line: entry.value.line)
  }

  private static func tags(_ entry: YAMLValue.Entry) throws(LineError) -> [String] {
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
        throw LineError(line: value.line, "the tag \(tag.quoted) is duplicated")
      }
      tags.append(tag)
    }
    return tags
  }

  private static func flag(_ entry: YAMLValue.Entry) throws(LineError) -> Bool {
    try entry.parsed(expected: "true or false") { Bool($0) }
  }

  static func isTag(_ text: String) -> Bool {
    1...40 ~= text.count && !text.hasPrefix("-")
      && text.allSatisfy { $0.isLetter || $0.isASCIIDigit || "-._".contains($0) }
  }
}

/// Tolerances and channels.
extension SessionFile {
  private static func tolerance(_ entry: YAMLValue.Entry) throws(LineError) -> Session.Tolerance {
    var tolerance = Session.Tolerance()
    if entry.value.text != nil {
      tolerance.onset = try time(entry)
      tolerance.offset = tolerance.onset
      return tolerance
    }
    if entry.value.content == .nothing {
      throw entry.unexpected("a time or a map, such as 5ms or {onset: 5ms}")
    }
    for entry in try entry.value.entries(
      of: entry.key.quoted, keys: ToleranceKey.allCases.map(\.rawValue))
    {
      switch ToleranceKey(rawValue: entry.key) {
      case .onset: tolerance.onset = try time(entry)
      case .offset: tolerance.offset = try time(entry)
      case .offsetRatio: tolerance.offsetRatio = try ratio(entry)
      case .velocity: tolerance.velocity = try dataByte(entry)
      case .value: tolerance.value = try dataByte(entry)
      case nil: break
      }
    }
    return tolerance
  }

  private static func time(_ entry: YAMLValue.Entry) throws(LineError) -> Nanoseconds {
    try entry.parsed(expected: "a time from 0 to 1h, such as 5ms or 250us") {
      Nanoseconds(parsing: $0, upTo: maxTolerance)
    }
  }

  private static func dataByte(_ entry: YAMLValue.Entry) throws(LineError) -> Int {
    try entry.parsed(expected: "a number from 0 to 127") { number($0, in: 0...127) }
  }

  private static func ratio(_ entry: YAMLValue.Entry) throws(LineError) -> Session.OffsetRatio {
    try entry.parsed(expected: "a ratio from 0 to 1, such as 0.2 or 20%") {
      Session.OffsetRatio(parsing: $0)
    }
  }

  private static func channels(_ entry: YAMLValue.Entry) throws(LineError) -> Session.Channels {
    if entry.value.text == "strict" { return .strict }
    guard case .map(let pairs) = entry.value.content, !pairs.isEmpty else {
      throw entry.unexpected("strict, or a map from expected channels to actual channels, such as {1: 2}")
    }
    var channels: [Channel: Channel] = [:]
    for pair in pairs {
      guard let expected = channel(pair.key) else {
        throw LineError(line: pair.line, "expected a channel from 1 to 16, found \(pair.key.quoted)")
      }
      guard channels[expected] == nil else {
        throw LineError(line: pair.line, "channel \(expected) is duplicated")
      }
      channels[expected] = try pair.parsed(expected: "a channel from 1 to 16", channel)
    }
    return .mapped(channels)
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
