/// A part of a name, or a pattern of the whole name: what `--filter` takes.
///
/// With `*` (any characters, also `/`) or `?` (one character) in it, it has to fit the name from its beginning to its
/// end: `pedals/*`. Without them it may stand anywhere in it: `pedal`. Case counts.
package struct NamePattern: Hashable, Sendable {
  /// As it was written.
  package let text: String
  private let characters: [Character]

  /// Any text is a pattern; the empty one fits every name.
  package init(_ text: String) {
    self.text = text
    characters = Array(text.contains { $0 == "*" || $0 == "?" } ? text : "*\(text)*")
  }

  /// Whether a name fits.
  ///
  /// - Complexity: O(*n* × *m*) in the lengths of both.
  package func matches(_ name: String) -> Bool {
    let name = Array(name)
    var nameIndex = 0
    var index = 0
    // The last star, and where in the name what follows it is being tried.
    var star: (index: Int, nameIndex: Int)?
    while nameIndex < name.count {
      if index < characters.count, characters[index] == "*" {
        star = (index, nameIndex)
        index += 1
      } else if index < characters.count, characters[index] == "?" || characters[index] == name[nameIndex] {
        index += 1
        nameIndex += 1
      } else if let last = star {
        // The star takes one character more.
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
