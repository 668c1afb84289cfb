internal import MIDICore

/// The missing and extra items of an attribute whose value is a list such as `55,124`.
package struct ListChange: Hashable {
  /// The name of the attribute.
  package let key: String
  /// The missing items, in order of the expected list.
  package let missing: [String]
  /// The extra items, in order of the actual list.
  package let extra: [String]

  /// Compares both values of an attribute, or returns `nil` if they aren't lists or have equal items in a different
  /// order.
  ///
  /// Values are lists if one contains a comma. `cells` is always a list, even with only one cell.
  package init?(key: String, expected: String?, actual: String?) {
    guard let expected, let actual else { return nil }
    guard key == "cells" || expected.contains(",") || actual.contains(",") else { return nil }
    let (expectedItems, actualItems) = (Self.items(of: expected), Self.items(of: actual))
    self.key = key
    missing = expectedItems.removingEach(of: actualItems)
    extra = actualItems.removingEach(of: expectedItems)
    if missing.isEmpty && extra.isEmpty { return nil }
  }

  /// Returns the change in a few words: `cell 55 missing`, `cell 115 instead of 114`, `cells 55, 56 missing, 115 extra`.
  ///
  /// - Parameter cellText: Returns the text of a cell's place by its number, or `nil` for numbers.
  package func text(cellText: ((Int) -> String)? = nil) -> String {
    if key == "cells", let cellText { return text(cellText) }
    let isOne = missing.count + extra.count == 1 || (missing.count == 1 && extra.count == 1)
    let noun = (isOne && key.count > 1 && key.hasSuffix("s") ? String(key.dropLast()) : key).printable
    if let lost = missing.first, let found = extra.first, isOne {
      return "\(noun) \(found.printable) instead of \(lost.printable)"
    }
    let parts = [(missing, "missing"), (extra, "extra")].filter { !$0.0.isEmpty }.map { items, word in
      "\(items.joined(separator: ", ").printable) \(word)"
    }
    return "\(noun) \(parts.joined(separator: ", "))"
  }

  private func text(_ cellText: (Int) -> String) -> String {
    let (lost, found) = (Self.places(of: missing, cellText), Self.places(of: extra, cellText))
    if lost.count == 1 && found.count == 1 { return "\(found[0]) instead of \(lost[0])" }
    return (lost.map { "\($0) missing" } + found.map { "\($0) extra" }).joined(separator: "; ")
  }

  private static func places(of cells: [String], _ cellText: (Int) -> String) -> [String] {
    cells.map { cell in Int(cell).map(cellText) ?? "cell \(cell.printable)" }
  }

  private static func items(of list: String) -> [String] {
    list == "none" ? [] : list.split(separator: ",").map(String.init)
  }
}
