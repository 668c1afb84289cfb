package import MIDICore

extension MessagePattern {
  /// A filter term that can't be parsed.
  package struct ParsingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The term.
    package let term: String
    /// The expectation.
    package let expected: String

    /// The error in one line: `invalid filter term "cc:200"; expected …`.
    package var description: String { "invalid filter term \"\(term)\"; expected \(expected)" }
  }

  /// The kind of a term's values.
  private enum Values {
    case notes, controllers, programs

    var expected: String {
      switch self {
      case .notes: "notes as numbers from 0 to 127 or names, such as note:60, note:36-60 or note:C2-C4"
      case .controllers: "controllers from 0 to 127, such as cc:74 or cc:1-31"
      case .programs: "programs from 0 to 127, such as program:5 or program:0-7"
      }
    }
  }

  /// The meaning of a name.
  private struct Name {
    var kinds: Set<Message.Kind>
    var values: Values?
    /// The kinds if the term has values, or `nil` if they are the same.
    var kindsWithValues: Set<Message.Kind>?
  }

  /// The names of groups of kinds, and of kinds with values. Every other kind has its own name.
  private static let names: [String: Name] = [
    "note": Name(
      kinds: [.noteOn, .noteOff], values: .notes, kindsWithValues: [.noteOn, .noteOff, .polyPressure]),
    "note-on": Name(kinds: [.noteOn], values: .notes),
    "note-off": Name(kinds: [.noteOff], values: .notes),
    "poly-pressure": Name(kinds: [.polyPressure], values: .notes),
    "cc": Name(kinds: [.controlChange], values: .controllers),
    "program": Name(kinds: [.programChange], values: .programs),
    "transport": Name(kinds: [.start, .stop, .continue]),
    "song": Name(kinds: [.songPosition, .songSelect]),
    "voice": Name(kinds: Message.Kind.voice),
    "common": Name(kinds: Message.Kind.common),
    "real-time": Name(kinds: Message.Kind.realTime),
  ]

  /// All names of kinds, groups first, for help and errors.
  package static var kindNames: [String] {
    let kinds = Message.Kind.allCases.map(\.rawValue)
    return names.keys.filter { !kinds.contains($0) }.sorted() + kinds
  }

  /// Parses comma-separated terms: `note,cc:1-31,ch:2`.
  ///
  /// A range of notes includes note-ons, note-offs, and poly pressure.
  ///
  /// - Parameter middleC: The octave of middle C in names of notes.
  /// - Throws: ``ParsingError`` for the first invalid term.
  package init(parsing text: String, middleC: MiddleC = .octave4) throws(ParsingError) {
    self.init()
    for term in text.split(separator: ",", omittingEmptySubsequences: false) {
      try add(String(term.drop { $0 == " " }), middleC)
    }
  }

  private mutating func add(_ term: String, _ middleC: MiddleC) throws(ParsingError) {
    let parts = term.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let values = parts.count == 2 ? parts[1] : nil
    if parts[0] == "ch" {
      channels.append(try Self.channels(values, in: term))
    } else {
      kinds.append(try Self.kindTerm(String(parts[0]), values, in: term, middleC))
    }
  }

  private static func channels(
    _ values: Substring?, in term: String
  ) throws(ParsingError) -> ClosedRange<Channel> {
    let channels = values.flatMap { text in range(text) { number($0).flatMap(Channel.init(number:)) } }
    guard let channels else {
      throw ParsingError(term: term, expected: "channels from 1 to 16, such as ch:2 or ch:1-8")
    }
    return channels
  }

  private static func kindTerm(
    _ word: String, _ values: Substring?, in term: String, _ middleC: MiddleC
  ) throws(ParsingError) -> KindTerm {
    let singleKind = Message.Kind(rawValue: word).map { Name(kinds: [$0]) }
    guard let name = names[word] ?? singleKind else {
      throw ParsingError(term: term, expected: "one of \(kindNames.joined(separator: ", ")) or ch:CHANNELS")
    }
    guard let values else { return KindTerm(name.kinds) }
    guard let meaning = name.values else {
      throw ParsingError(
        term: term, expected: "\(word) without values; only notes, cc, program and ch take some")
    }
    let selected = range(values) { text in
      let note = meaning == .notes ? NoteNumber(name: text, middleC) : nil
      return note.map { UInt7(masking: $0.rawValue) } ?? number(text).flatMap { UInt7(exactly: $0) }
    }
    guard let selected else { throw ParsingError(term: term, expected: meaning.expected) }
    return KindTerm(name.kindsWithValues ?? name.kinds, values: selected)
  }

  /// Parses one value, or two with a hyphen between them. Names of notes also have hyphens (`C-1`), so each hyphen is
  /// tried.
  private static func range<Value: Comparable>(
    _ text: Substring, _ value: (Substring) -> Value?
  ) -> ClosedRange<Value>? {
    if let single = value(text) { return single...single }
    for hyphen in text.indices where text[hyphen] == "-" {
      guard let lower = value(text[..<hyphen]), let upper = value(text[text.index(after: hyphen)...]) else {
        continue
      }
      return lower <= upper ? lower...upper : nil
    }
    return nil
  }

  private static func number(_ text: Substring) -> Int? {
    !text.isEmpty && text.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
  }
}
