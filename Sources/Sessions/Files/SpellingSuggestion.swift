/// The known name that is closest to a misspelled one.
package enum SpellingSuggestion {
  /// The maximum length of a name. Longer texts aren't misspellings, and would take time.
  private static let longest = 40
  /// The cost of a missing, extra, or swapped letter, and of a wrong letter, which is a rarer mistake.
  private static let editCost = 2
  private static let wrongLetter = 3

  /// Returns the first of the names with the fewest edits, ignoring case.
  ///
  /// - Returns: The name, or `nil` if more than a third of its letters would be wrong.
  package static func of(_ text: String, in names: [String]) -> String? {
    guard text.utf8.count <= longest else { return nil }
    let written = Array(text.lowercased())
    let distances = names.map { (name: $0, distance: distance(written, Array($0.lowercased()))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }),
      nearest.distance <= wrongLetter * max(1, nearest.name.count / 3)
    else { return nil }
    return nearest.name
  }

  /// Returns `; did you mean "tolerance"?`, or the known names if no name is similar.
  package static func advice(for text: String, in names: [String]) -> String {
    of(text, in: names).map { "; did you mean \"\($0)\"?" }
      ?? "; expected one of \(names.joined(separator: ", "))"
  }

  /// Returns the cost of the edits between two words: optimal string alignment.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = (0...second.count).map { $0 * editCost }
    for row in first.indices {
      var current = [(row + 1) * editCost]
      for column in second.indices {
        let replaced = last[column] + (first[row] == second[column] ? 0 : wrongLetter)
        var best = min(replaced, last[column + 1] + editCost, current[column] + editCost)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforeLast[column - 1] + editCost)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
