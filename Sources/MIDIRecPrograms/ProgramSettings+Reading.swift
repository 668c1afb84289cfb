internal import ALSASequencer
internal import Instruments
internal import MIDICore
internal import MIDIRecSessions

/// Validation of a session's options.
extension ProgramSettings {
  /// The maximum tail, one hour.
  private static let maxTail = Nanoseconds.seconds(3600)

  /// Creates settings from the options of a session.
  ///
  /// - Throws: A `SubjectOptionError` for the first missing or invalid option. Variables are looked up later.
  init(_ options: SubjectOptions) throws(SubjectOptionError) {
    self.init()
    command = try Self.command(options)
    environment = try Self.environment(options)
    folder = try Self.path(.folder, "from the session's folder, such as .", options)
    hasRecording = options.hasRecording
    wiring = ProgramRouting(input: try Self.input(options), output: try Self.output(options))
    if Self.isWithoutPorts(options) {
      wiring = ProgramRouting(input: .none, output: .none)
      ending = .itself
    }
    ending = try Self.oneOf(.ending, options) ?? ending
    if isWithoutPorts { limits.end = Self.longestWriting }
    clock = try Self.oneOf(.clock, options) ?? clock
    try readInstruments(options)
    try limits.read(options)
    let times = "a time from 0 to \(Self.maxTail.rawValue / 60_000_000_000)min, such as 20ms"
    tail =
      try options.value(of: Key.tail.rawValue, expected: times) {
        Nanoseconds(parsing: $0, upTo: Self.maxTail)
      } ?? tail
    let models: [String: LinnStrument?] = [
      "true": .model200, "200": .model200, "128": .model128, "false": nil,
    ]
    let expected = "true, false, or a LinnStrument's model: 200 or 128"
    lights = try options.value(of: Key.lights.rawValue, expected: expected) { models[$0] } ?? nil
    try readCompared(options)
    redactions = try Self.redactions(options, hasTexts: compared.contains { $0 != .timeline })
    status = try options.number(Key.status.rawValue, in: 0...255).map(Int32.init)
  }

  private static func command(_ options: SubjectOptions) throws(SubjectOptionError) -> [String] {
    let expected = "a program, or a list of a program and its arguments, such as [python3, mapper.py]"
    guard let command = try words(of: .command, expected, options) else {
      throw SubjectOptionError(missing: Key.command.rawValue, expected: expected)
    }
    let arguments = try options.list(
      Key.arguments.rawValue, expected: "a list of words", where: isArgument)
    return command + (arguments ?? [])
  }

  private static func environment(_ options: SubjectOptions) throws(SubjectOptionError) -> [Session.Pair] {
    let name = Key.environment.rawValue
    let variables = try options.pairs(name, expected: "a map of variables, such as {LANG: C.UTF-8}")
    for pair in variables {
      guard isVariable(pair.key), isArgument(pair.value) else {
        throw SubjectOptionError(name, pair, reason: "invalid variable name \(pair.key.quoted)")
      }
      guard !pair.key.hasPrefix("MIDIREC_") else {
        throw SubjectOptionError(
          name, pair, reason: "\(pair.key.quoted): names that begin with MIDIREC_ are reserved")
      }
    }
    return variables
  }

  /// Returns whether a name is valid. Shells can't use names that begin with a digit, and ``ProgramProcess`` omits them.
  private static func isVariable(_ name: String) -> Bool {
    name.first?.isASCIIDigit == false && isArgument(name) && !name.contains("=")
  }

  /// Returns whether a text can be passed to a program. A NUL would end it.
  private static func isArgument(_ text: String) -> Bool { !text.utf8.contains(0) }

  /// Reads a path relative to the session, which stays valid if the session moves.
  private static func path(
    _ key: Key, _ place: String, _ options: SubjectOptions
  ) throws(SubjectOptionError) -> String? {
    try options.value(of: key.rawValue, expected: "a path \(place)") { text in
      let isPath = !text.isEmpty && !text.hasPrefix("/") && !text.unicodeScalars.contains { $0.value < 0x20 }
      return isPath ? text : nil
    }
  }

  private static func oneOf<Value: CaseIterable & RawRepresentable<String>>(
    _ key: Key, _ options: SubjectOptions
  ) throws(SubjectOptionError) -> Value? {
    let names = Value.allCases.map(\.rawValue)
    let expected = "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
    return try options.value(of: key.rawValue, expected: expected, Value.init)
  }
}

/// The options for connections.
extension ProgramSettings {
  /// The time for a program without ports to end, which is the default of the limit `end`.
  private static let longestWriting = Nanoseconds.seconds(30)
  /// The keys of ports and their replies.
  private static let portKeys: [Key] = [
    .input, .output, .sender, .receiver, .instruments, .steps, .lights,
  ]

  /// Returns whether the program has no ports by default: its session has no recording, or gives it the recording's path,
  /// and neither names ports nor compares replies.
  private static func isWithoutPorts(_ options: SubjectOptions) -> Bool {
    let isGivenTake = Key.allCases.compactMap { options[$0] }.contains { option in
      (option.values + option.pairs.map(\.value)).contains { $0.contains("${MIDIREC_TAKE}") }
    }
    return (isGivenTake || !options.hasRecording) && !portKeys.contains { options[$0] != nil }
      && options[.compare]?.values.contains(PartName.timeline.rawValue) != true
  }

  private static func input(_ options: SubjectOptions) throws(SubjectOptionError) -> ProgramRouting.Input {
    if let name = try virtualName(.sender, unless: .input, options) { return .virtual(name: name) }
    let expected = "a name of the program's port, or none"
    return try options.value(of: Key.input.rawValue, expected: expected) { text in
      text == "none" ? ProgramRouting.Input.none : EndpointQuery(text).map { .port($0) }
    } ?? .only
  }

  private static func output(_ options: SubjectOptions) throws(SubjectOptionError) -> ProgramRouting.Output {
    if let name = try virtualName(.receiver, unless: .output, options) { return .virtual(name: name) }
    let expected = "names of the program's ports, each once, or all, none, or instruments"
    guard let option = options[.output], let names = try options.list(option.name, expected: expected)
    else { return .all }
    if names == ["none"] { return .none }
    if names == ["all"] { return .all }
    if names == ["instruments"] { return .instruments }
    let queries = names.compactMap { EndpointQuery($0) }
    let isOfPorts = !names.contains { ["none", "all", "instruments"].contains($0) }
    guard !names.isEmpty, isOfPorts, queries.count == names.count, Set(names).count == names.count else {
      throw SubjectOptionError(option, expected: expected)
    }
    return .ports(queries)
  }

  /// Returns the name of midirec's port that the program connects to.
  private static func virtualName(
    _ key: Key, unless other: Key, _ options: SubjectOptions
  ) throws(SubjectOptionError) -> String? {
    // The kernel stores 64 bytes, including the final NUL.
    let expected = "a name of at most 63 bytes"
    let name = try options.value(of: key.rawValue, expected: expected) { text -> String? in
      let isName = text.contains { !$0.isWhitespace } && !text.unicodeScalars.contains { $0.value < 0x20 }
      return isName && text.utf8.count <= 63 ? text : nil
    }
    guard name != nil, let option = options[key], options[other] != nil else { return name }
    throw SubjectOptionError(
      option,
      reason:
        "can't be used with \(other.rawValue.quoted): either midirec connects the program, or the program connects itself"
    )
  }
}

/// The options for comparison.
extension ProgramSettings {
  private mutating func readCompared(_ options: SubjectOptions) throws(SubjectOptionError) {
    atEnd = try Self.words(of: .atEnd, "a command, such as [./picture.sh, screen.png]", options) ?? []
    file = try Self.path(.file, "from the folder where the program works, such as out.txt", options)
    fileReader = try Self.words(of: .fileReader, "a command, such as [python3, reader.py]", options) ?? []
    if file == nil, let option = options[.fileReader] {
      throw SubjectOptionError(option, reason: "requires a file; name it with \"file\"")
    }
    let names = PartName.ofPrograms.map(\.rawValue).joined(separator: ", ")
    let expected = "a list of \(names), each once"
    var parts = file == nil ? [] : [PartName.file]
    if let option = options[.compare] {
      let chosen = try options.list(option.name, expected: expected) ?? []
      let known = chosen.compactMap(PartName.init).filter(PartName.ofPrograms.contains)
      guard !chosen.isEmpty, known.count == chosen.count, Set(known).count == known.count else {
        throw SubjectOptionError(option, expected: expected)
      }
      if known.contains(.file), file == nil {
        throw SubjectOptionError(option, reason: "includes the file; name it with \"file\"")
      }
      if known.contains(.timeline), wiring.output == .none {
        throw SubjectOptionError(
          option, reason: "includes the timeline, which is empty with \"output: none\"")
      }
      parts += known
    } else if wiring.output != .none {
      parts.append(.timeline)
    }
    compared = PartName.allCases.filter(parts.contains)
    if compared.isEmpty, let option = options[.output] {
      throw SubjectOptionError(option, reason: "leaves nothing to compare; choose results with \"compare\"")
    }
  }

  /// Returns the words of a command, or `nil` if the option isn't set.
  private static func words(
    of key: Key, _ expected: String, _ options: SubjectOptions
  ) throws(SubjectOptionError) -> [String]? {
    guard let option = options[key] else { return nil }
    let words = try options.list(option.name, expected: expected, where: isArgument)
    guard words?.first?.isEmpty == false else { throw SubjectOptionError(option, expected: expected) }
    return words
  }

  private static func redactions(
    _ options: SubjectOptions, hasTexts: Bool
  ) throws(SubjectOptionError) -> [Session.Pair] {
    let expected = "a map from regular expressions to replacements, such as {'\\d+ ms': N ms}"
    guard let option = options[.redact] else { return [] }
    let redactions = try options.pairs(option.name, expected: expected)
    guard hasTexts else {
      throw SubjectOptionError(option, reason: "applies to texts; choose some with \"compare\"")
    }
    for pair in redactions {
      let pattern = pair.key.quoted
      if pair.key.isEmpty {
        throw SubjectOptionError(option.name, pair, reason: "\(pattern) matches everywhere")
      }
      do {
        _ = try RegularExpression(pair.key)
      } catch {
        throw SubjectOptionError(
          option.name, pair, reason: "\(pattern) isn't a regular expression: \(error.reason)")
      }
    }
    return redactions
  }
}

extension SubjectOptions {
  fileprivate subscript(key: ProgramSettings.Key) -> Session.Option? { self[key.rawValue] }
}
