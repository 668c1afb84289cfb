/// Suggestions of known names for misspellings.
extension [String] {
  /// The maximum length of a name. Longer texts aren't misspellings, and would take time.
  private static var longest: Int { 40 }
  /// The cost of a missing, extra, or swapped letter, and of a wrong letter, which is a rarer mistake.
  private static var editCost: Int { 2 }
  private static var wrongLetter: Int { 3 }

  /// Returns the first of the names with the fewest edits, ignoring case.
  ///
  /// - Returns: The name, or `nil` if more than a third of its letters would be wrong.
  package func nearest(to text: String) -> String? {
    guard text.utf8.count <= Self.longest else { return nil }
    let written = [Character](text.lowercased())
    let distances = map { (name: $0, distance: Self.distance(written, [Character]($0.lowercased()))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }),
      nearest.distance <= Self.wrongLetter * Swift.max(1, nearest.name.count / 3)
    else { return nil }
    return nearest.name
  }

  /// Returns `; did you mean "tolerance"?`, or the known names if no name is similar.
  package func spellingAdvice(for text: String) -> String {
    nearest(to: text).map { "; did you mean \"\($0)\"?" } ?? "; expected one of \(joined(separator: ", "))"
  }

  /// Returns the cost of the edits between two words: optimal string alignment.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = (0...second.count).map { $0 * editCost }
    for row in first.indices {
      var current = [(row + 1) * editCost]
      for column in second.indices {
        let replaced = last[column] + (first[row] == second[column] ? 0 : wrongLetter)
        var best = Swift.min(replaced, last[column + 1] + editCost, current[column] + editCost)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = Swift.min(best, beforeLast[column - 1] + editCost)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
