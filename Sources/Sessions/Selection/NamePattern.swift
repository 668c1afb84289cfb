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
