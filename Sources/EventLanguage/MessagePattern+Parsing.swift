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

  /// The kinds of groups. Every other kind has its own name.
  private static let groups: [String: Set<Message.Kind>] = [
    "note": [.noteOn, .noteOff], "transport": [.start, .stop, .continue],
    "song": [.songPosition, .songSelect], "voice": Message.Kind.voice, "common": Message.Kind.common,
    "real-time": Message.Kind.realTime,
  ]

  /// Returns the expected values of a kind or group, or `nil` if its messages have no such values.
  private static func expectedValues(of name: String) -> String? {
    switch name {
    case "note", "note-on", "note-off", "poly-pressure":
      "notes as numbers from 0 to 127 or names, such as note:60, note:36-60 or note:C2-C4"
    case "cc": "controllers from 0 to 127, such as cc:74 or cc:1-31"
    case "program": "programs from 0 to 127, such as program:5 or program:0-7"
    default: nil
    }
  }

  /// All names of kinds, groups first, for help and errors.
  package static var kindNames: [String] {
    groups.keys.sorted() + Message.Kind.allCases.map(\.rawValue)
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
      let term = String(term.drop { $0 == " " })
      let parts = term.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let values = parts.count == 2 ? parts[1] : nil
      if parts[0] == "ch" {
        let range = values.flatMap { Self.range($0) { Self.number($0).flatMap(Channel.init(number:)) } }
        guard let range else {
          throw ParsingError(term: term, expected: "channels from 1 to 16, such as ch:2 or ch:1-8")
        }
        channels.append(range)
      } else {
        kinds.append(try Self.kindTerm(String(parts[0]), values, in: term, middleC))
      }
    }
  }

  private static func kindTerm(
    _ word: String, _ values: Substring?, in term: String, _ middleC: MiddleC
  ) throws(ParsingError) -> KindTerm {
    guard var kinds = groups[word] ?? Message.Kind(rawValue: word).map({ [$0] }) else {
      throw ParsingError(
        term: term,
        expected: "terms such as note:C2-C4, cc:74, ch:2 or note,cc,ch:1-8; kinds are "
          + kindNames.joined(separator: ", "))
    }
    guard let values else { return KindTerm(kinds: kinds) }
    guard let expected = expectedValues(of: word) else {
      throw ParsingError(
        term: term, expected: "\(word) without values; only notes, cc, program and ch take some")
    }
    let areNotes = kinds.isSubset(of: [.noteOn, .noteOff, .polyPressure])
    let selected = range(values) { text in
      let note = areNotes ? NoteNumber(name: text, middleC) : nil
      return note.map { UInt7(masking: $0.rawValue) } ?? number(text).flatMap { UInt7(exactly: $0) }
    }
    guard let selected else { throw ParsingError(term: term, expected: expected) }
    if word == "note" { kinds.insert(.polyPressure) }
    return KindTerm(kinds: kinds, values: selected)
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
