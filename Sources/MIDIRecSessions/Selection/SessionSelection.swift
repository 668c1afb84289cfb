internal import MIDICore

/// A selection of sessions by name, tags, and shard. A session runs if all three match.
package struct SessionSelection: Hashable, Sendable {
  /// The patterns (the name must match at least one), or an empty list for all names.
  package var patterns: [NamePattern]
  /// The tags (the session must have at least one), or an empty list for all sessions.
  package var tags: [String]
  /// The tags that the session must not have.
  package var excludedTags: [String]
  /// The part of all sessions that this machine runs, or `nil` for all.
  package var shard: Shard?

  /// Creates a selection, by default of all sessions.
  package init(
    patterns: [NamePattern] = [], tags: [String] = [], excludedTags: [String] = [], shard: Shard? = nil
  ) {
    self.patterns = patterns
    self.tags = tags
    self.excludedTags = excludedTags
    self.shard = shard
  }

  /// Returns whether a session is selected by its name, which is known before its file is read. An unreadable session
  /// has no tags.
  package func contains(name: String) -> Bool {
    (patterns.isEmpty || patterns.contains { $0.matches(name) }) && shard?.contains(name) != false
  }

  /// Returns whether a session with these tags is selected, if its name is.
  package func contains(tags sessionTags: [String]) -> Bool {
    (tags.isEmpty || tags.contains { sessionTags.contains($0) })
      && !excludedTags.contains { sessionTags.contains($0) }
  }
}

/// A part of a name, or a pattern of a complete name, for `--filter`.
///
/// With `*` (any characters, including `/`) or `?` (one character), it must match the complete name: `pedals/*`.
/// Otherwise it matches at any position: `pedal`. Case is significant.
package struct NamePattern: Hashable, Sendable {
  /// The text of the pattern.
  package let text: String
  private let characters: [Character]

  /// Creates a pattern from any text. An empty pattern matches every name.
  package init(_ text: String) {
    self.text = text
    characters = Array(text.contains { $0 == "*" || $0 == "?" } ? text : "*\(text)*")
  }

  /// Returns whether a name matches.
  ///
  /// - Complexity: O(*n* × *m*), where *n* and *m* are the lengths of both.
  package func matches(_ name: String) -> Bool {
    let name = Array(name)
    var nameIndex = 0
    var index = 0
    // The last star, and the position in the name where the rest of the pattern is tried.
    var star: (index: Int, nameIndex: Int)?
    while nameIndex < name.count {
      if index < characters.count, characters[index] == "*" {
        star = (index, nameIndex)
        index += 1
      } else if index < characters.count, characters[index] == "?" || characters[index] == name[nameIndex] {
        index += 1
        nameIndex += 1
      } else if let last = star {
        // The star matches one more character.
        star = (last.index, last.nameIndex + 1)
        index = last.index + 1
        nameIndex = last.nameIndex + 1
      } else {
        return false
      }
    }
    return characters[index...].allSatisfy { $0 == "*" }
  }
}

/// One of several parts of all sessions, for distribution among machines: `2/5`.
///
/// The part of a session depends only on its name and the number of parts, not on folder, locale, or other sessions.
/// The sizes are random: of a thousand sessions, about two hundred are in each of five parts.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The number of the part, from 1.
  package let number: Int
  /// The number of parts, at most 10,000.
  package let count: Int

  /// Creates a part, or returns `nil` if the numbers are invalid.
  package init?(_ number: Int, of count: Int) {
    guard 1...10_000 ~= count, 1...count ~= number else { return nil }
    self.number = number
    self.count = count
  }

  /// All sessions: the only part of one.
  package static let whole = Shard()

  private init() { (number, count) = (1, 1) }

  /// The text `2/5`.
  package var description: String { "\(number)/\(count)" }

  /// Parses `2/5`, or returns `nil` for any other text.
  package init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCIIDigit) ? Int($0) : nil }
    guard parts.count == 2, numbers.count == 2 else { return nil }
    self.init(numbers[0], of: numbers[1])
  }

  /// Returns whether a session is in this part. Each session is in exactly one part.
  package func contains(_ name: String) -> Bool {
    // FNV-1a alone doesn't spread similar names over all parts.
    SplitMix64.mixed(name.utf8.fnvHash) % UInt64(count) == UInt64(number - 1)
  }
}

extension Sequence<UInt8> {
  /// The hash FNV-1a with 64 bits (Fowler, Noll, and Vo).
  var fnvHash: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 } }
}
