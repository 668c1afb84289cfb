internal import Yams

/// A reader for any bytes. It uses libyaml, whose composer crashes or is slow for some inputs, which are rejected
/// first.
extension YAMLValue {
  /// The maximum size of a file in bytes.
  static let maxSize = 16_384
  /// The maximum nesting depth.
  private static let maxDepth = 8
  /// The maximum number of opening brackets. The composer hashes each key with its contents, so nested keys take the
  /// square of the file's size.
  private static let maxBracketCount = 200

  /// Reads the only document of a file.
  ///
  /// - Throws: `SessionError` if the bytes aren't UTF-8 or YAML, if a key is duplicate, or for features that settings
  ///   don't need: aliases, types (`!!int`), several documents.
  init(parsing bytes: [UInt8]) throws(SessionError) {
    guard bytes.count <= Self.maxSize else {
      throw SessionError("has \(bytes.count) bytes; expected at most \(Self.maxSize)")
    }
    let text = try Self.text(of: bytes)
    try Self.refuseAliases(in: Array(text.utf8))
    try Self.refuseManyBrackets(in: Array(text.utf8))
    try self.init(try Self.root(of: text), depth: Self.maxDepth)
  }

  private static func root(of text: String) throws(SessionError) -> Node {
    let empty = SessionError(line: 1, "the file is empty")
    // The parser doesn't accept an empty text.
    if text.isEmpty { throw empty }
    do {
      // The basic resolver has no types: all scalars are texts.
      let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
      guard let root = try parser.nextRoot() else { throw empty }
      if let second = try parser.nextRoot() {
        throw SessionError(line: second.mark?.line, "expected one document, found another that begins here")
      }
      return root
    } catch let error as SessionError {
      throw error
    } catch let error as YamlError {
      throw SessionError(error)
    } catch {
      throw SessionError("invalid YAML: \(error)")
    }
  }

  private init(_ node: Node, depth: Int) throws(SessionError) {
    line = node.mark?.line ?? 1
    guard depth > 0 else { throw SessionError(line: line, "values are nested too deeply here") }
    guard [Tag.Name.str, .seq, .map].map(\.rawValue).contains(node.tag.rawValue) else {
      throw SessionError(line: line, "types such as \(node.tag.rawValue.quoted) aren't supported here")
    }
    switch node {
    case .scalar(let scalar):
      let isNothing = scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
      content = isNothing ? .nothing : .text(scalar.string)
    case .sequence(let sequence):
      var values: [YAMLValue] = []
      for element in sequence { values.append(try YAMLValue(element, depth: depth - 1)) }
      content = .list(values)
    case .mapping(let mapping):
      var entries: [Entry] = []
      for (key, value) in mapping {
        let keyValue = try YAMLValue(key, depth: depth - 1)
        guard let text = keyValue.text else {
          throw keyValue.unexpected("a key", expected: "a word")
        }
        entries.append(Entry(key: text, value: try YAMLValue(value, depth: depth - 1), line: keyValue.line))
      }
      content = .map(entries)
    case .alias:
      throw SessionError(line: line, "aliases aren't supported here")
    }
  }
}

/// Checks before the parser.
extension YAMLValue {
  /// Returns the bytes as text, without a byte order mark.
  private static func text(of bytes: [UInt8]) throws(SessionError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SessionError(line: bytes.lineThatIsNotUTF8, "expected UTF-8, found other bytes")
    }
    let scalars = text.unicodeScalars.dropFirst(text.unicodeScalars.first == "\u{FEFF}" ? 1 : 0)
    guard let place = scalars.firstIndex(where: { !isPrintable($0) }) else { return String(scalars) }
    let line = scalars[..<place].count { $0 == "\n" } + 1
    let digits = String(scalars[place].value, radix: 16, uppercase: true)
    let name = "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
    throw SessionError(line: line, "invalid YAML: the character \(name) isn't allowed here")
  }

  /// YAML 1.1, section 5.1.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD: true
    default: scalar.value >= 0x10000
    }
  }

  /// Rejects aliases: an alias of a list of aliases of lists, and so on, can exceed any memory. Settings are short
  /// enough without them.
  private static func refuseAliases(in bytes: [UInt8]) throws(SessionError) {
    let anchors = Set(references(UInt8(ascii: "&"), in: bytes).map(\.name))
    guard let alias = references(UInt8(ascii: "*"), in: bytes).first(where: { anchors.contains($0.name) })
    else {
      return
    }
    let line = bytes[..<alias.offset].count { $0 == UInt8(ascii: "\n") } + 1
    let name = String(decoding: alias.name, as: UTF8.self)
    throw SessionError(
      line: line, "aliases aren't supported here: replace \("*\(name)".quoted) with its value")
  }

  /// Returns the names that could be anchors or aliases. Some are in comments and texts and harmless; only
  /// a matching pair is rejected.
  private static func references(_ sign: UInt8, in bytes: [UInt8]) -> [(name: ArraySlice<UInt8>, offset: Int)]
  {
    bytes.indices.compactMap { index in
      guard bytes[index] == sign, index == 0 || !bytes[index - 1].isNameCharacter else { return nil }
      let name = bytes[(index + 1)...].prefix(while: \.isNameCharacter)
      return name.isEmpty ? nil : (name, index)
    }
  }

  private static func refuseManyBrackets(in bytes: [UInt8]) throws(SessionError) {
    let signs = [UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "?")]
    let places = bytes.indices.filter { signs.contains(bytes[$0]) }
    guard places.count > maxBracketCount else { return }
    let line = bytes[..<places[maxBracketCount]].count { $0 == UInt8(ascii: "\n") } + 1
    throw SessionError(
      line: line, "expected at most \(maxBracketCount) of the characters [ { ?, found more up to this line")
  }
}

extension [UInt8] {
  /// The first line that isn't UTF-8, from 1, or 1 if all lines are.
  var lineThatIsNotUTF8: Int {
    // No byte of a longer character is a line feed, so lines can be checked separately.
    let lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
  }
}

extension UInt8 {
  /// Whether the character may be in the name of an anchor.
  fileprivate var isNameCharacter: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension SessionError {
  /// Converts an error of the parser.
  fileprivate init(_ error: YamlError) {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      self.init(line: mark.line, "invalid YAML: \(problem)\(context.map { " \($0.text)" } ?? "")")
    case .duplicatedKeysInMapping(let names, let context):
      self.init(
        line: context.mark.line, "the key \((names.first ?? "").quoted) is duplicated; this is the first one"
      )
    case .reader(let problem, _, _, _): self.init("invalid YAML: \(problem)")
    default: self.init("invalid YAML: \(error)")
    }
  }
}
