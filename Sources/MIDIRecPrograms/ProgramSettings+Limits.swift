internal import MIDICore
internal import MIDIRecSessions

extension ProgramSettings.Limits {
  /// The limits that are times.
  private static let times: KeyValuePairs<String, any WritableKeyPath<Self, Nanoseconds> & Sendable> = [
    "ready": \.ready, "answer": \.answer, "end": \.end, "standstill": \.standstill,
  ]

  /// The maximum limit, 24 hours, which exceeds the longest recordings.
  static let longest = Nanoseconds.seconds(86_400)
  /// The maximum number of bytes kept in memory.
  private static let maxByteCount = 1 << 30
  private static let maxReplyCount = 1_000_000

  /// Reads the option `limits`. Missing limits stay as they are.
  mutating func read(_ options: SubjectOptions) throws(SubjectOptionError) {
    let name = ProgramSettings.Key.limits.rawValue
    for pair in try options.pairs(name, expected: "a map, such as {ready: 10s}") {
      if let time = Self.times.first(where: { $0.key == pair.key })?.value {
        let expected = "a time of at most 24h, such as 10s or 250ms"
        self[keyPath: time] = try options.value(of: pair, in: name, expected: expected) { text in
          Nanoseconds(parsing: text, upTo: Self.longest).flatMap { $0 > .zero ? $0 : nil }
        }
        continue
      }
      switch pair.key {
      case "output":
        let expected = "a size of at most 1GiB, such as 16MB or 64kB"
        bytes = try options.value(of: pair, in: name, expected: expected) { Self.byteCount($0) }
      case "replies":
        let expected = "a number from 1 to \(Self.maxReplyCount)"
        replies = try options.value(of: pair, in: name, expected: expected) {
          Int(wholeNumber: $0, in: 1...Self.maxReplyCount)
        }
      default:
        let names = Self.times.map(\.key) + ["output", "replies"]
        let advice = names.spellingAdvice(for: pair.key)
        throw SubjectOptionError(name, pair, reason: "unknown key \(pair.key.quoted)\(advice)")
      }
    }
  }

  /// The units from the largest to the smallest. All names end with the last one's.
  private static let units = [
    ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20), ("MB", 1_000_000), ("KiB", 1 << 10),
    ("kB", 1000), ("B", 1),
  ]

  /// ``bytes`` in the largest unit that divides it: `16 MiB`, `64 kB`.
  var bytesText: String {
    guard let (unit, size) = Self.units.first(where: { bytes % $0.1 == 0 }) else { return "\(bytes) B" }
    return "\(bytes / size) \(unit)"
  }

  /// Reads a size: `64kB` is 64,000 bytes, `64KiB` is 65,536.
  ///
  /// - Returns: The size, or `nil` if it has no unit, is 0, or is too large.
  static func byteCount(_ text: String) -> Int? {
    guard let (suffix, size) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let digits = text.dropLast(suffix.count)
    guard digits.allSatisfy(\.isASCIIDigit), let count = Int(wholeNumber: digits, in: 1...maxByteCount) else {
      return nil
    }
    // Both factors are at most 2³⁰.
    return count * size <= maxByteCount ? count * size : nil
  }
}
